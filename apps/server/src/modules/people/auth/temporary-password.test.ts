import { beforeEach, expect, test } from 'vitest'
import type { HalfSignedIn, SignedIn } from '@swath/contract/people/auth'
import { insertAccount, insertRegions } from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openFactors, password, type Factors } from '../second-factor/testing-factors.ts'

const { db } = await ownTestDatabase(insertRegions)
const ownPassword = 'Meadow2027'
let factors: Factors
beforeEach(async () => {
  factors = await openFactors(db)
  return () => factors.close()
})

const days = (count: number): Date => new Date(factors.clock.now() + count * 86_400_000)
const choose = (token: string, chosen = ownPassword) =>
  factors.refusal('chooseOwnPassword', token, { body: { password: chosen } })

test('a session opened with it can only choose an own password, and is then complete', async () => {
  const { phone } = await factors.person({ temporary_password_until: days(1) })
  const half = await factors.signIn<HalfSignedIn>(phone)
  expect(half).toMatchObject({ half: 'password', factors: [] })
  expect(half).not.toHaveProperty('refreshToken')
  for (const operation of ['getOwnInfo', 'startTotp', 'giveSecondFactor'] as const)
    expect(await factors.refusal(operation, half.jToken), operation).toEqual([
      403,
      'own_password_required',
    ])
  const body = { password: ownPassword }
  const full = await factors.ask<SignedIn>('chooseOwnPassword', half.jToken, { body })
  await factors.ask('getOwnInfo', full.jToken)
  expect(await factors.refusal('getOwnInfo', half.jToken)).toEqual([401, 'unauthenticated'])
  expect((await factors.signInReply(phone)).statusCode).toBe(401)
  expect(await choose(full.jToken, 'Another2027')).toEqual([409, 'conflict'])
})

test('is not an own password; the rule of passwords applies', async () => {
  const { phone } = await factors.person({ temporary_password_until: days(1) })
  const { jToken } = await factors.signIn<HalfSignedIn>(phone)
  for (const chosen of [password, 'short1', 'lettersonly', phone.replace(/\D/g, '')])
    expect(await choose(jToken, chosen), chosen).toEqual([400, 'invalid_input'])
  expect(await choose(jToken)).toEqual([200, null])
})

test('others who signed in with it are signed out when the own one is chosen', async () => {
  const { phone } = await factors.person({ temporary_password_until: days(1) })
  const other = await factors.signIn<HalfSignedIn>(phone)
  const { jToken } = await factors.signIn<HalfSignedIn>(phone)
  expect(await choose(jToken)).toEqual([200, null])
  expect(await choose(other.jToken, 'Stolen2027')).toEqual([401, 'unauthenticated'])
})

test('is refused from its last moment on, and the refusal is logged', async () => {
  const { phone, account } = await factors.person({ temporary_password_until: days(7) })
  factors.clock.advance(7 * 86_400_000 - 1)
  expect(await factors.signIn(phone)).toHaveProperty('half', 'password')
  factors.clock.advance(1)
  const reply = await factors.signInReply(phone)
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
    403,
    'temporary_password_expired',
  ])
  await expect
    .poll(() =>
      db
        .selectFrom('audit_log')
        .select('details')
        .where('account_id', '=', account.id)
        .where('action', '=', 'session.refuse')
        .execute(),
    )
    .toMatchObject([{ details: { reason: 'temporary_password_expired' } }])
})

test('comes after the second factor, and before one that the account requires', async () => {
  const { id, phone, secret } = await factors.half()
  await db
    .updateTable('app_user')
    .set({ temporary_password_until: days(1) })
    .where('id', '=', id)
    .execute()
  const lastSignIn = () =>
    db.selectFrom('app_user').select('last_sign_in_at').where('id', '=', id).executeTakeFirst()
  const before = await lastSignIn()
  const first = await factors.signIn<HalfSignedIn>(phone)
  expect(first.half).toBe('factor')
  expect(await choose(first.jToken)).toEqual([403, 'second_factor_required'])
  const second = await factors.ask<HalfSignedIn>('giveSecondFactor', first.jToken, {
    body: { totp: factors.codeOf(secret) },
  })
  expect(second.half).toBe('password')
  expect(await lastSignIn()).toEqual(before)
  expect(await choose(second.jToken)).toEqual([200, null])
  expect(await lastSignIn()).not.toEqual(before)

  const requiring = await insertAccount(db, { factor_roles: [3] })
  const given = { user_type: 3, temporary_password_until: days(1) } as const
  const staff = await factors.person(given, requiring)
  const { jToken } = await factors.signIn<HalfSignedIn>(staff.phone)
  const next = await factors.ask<HalfSignedIn>('chooseOwnPassword', jToken, {
    body: { password: ownPassword },
  })
  expect(next.half).toBe('set-up')
  expect((await factors.addTotp(next.jToken)).signedIn).toHaveProperty('refreshToken')
})
