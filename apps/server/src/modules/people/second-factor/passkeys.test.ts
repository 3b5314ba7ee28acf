import { beforeEach, describe, expect, test } from 'vitest'
import type { HalfSignedIn, SignedIn } from '@swath/contract/people/auth'
import type { OwnFactors } from '@swath/contract/people/second-factor'
import type { OwnSession } from '@swath/contract/people/sessions'
import { insertAccount, insertRegions } from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { createAuthenticator } from './testing-authenticator.ts'
import { openFactors, type Factors } from './testing-factors.ts'

const { db } = await ownTestDatabase(insertRegions)
let factors: Factors
beforeEach(async () => {
  factors = await openFactors(db)
  return () => factors.close()
})

type Options = { challenge: string; rpId?: string; rp?: { id: string } }
const refused = [400, 'passkey_refused']

/** Someone with one passkey, and their complete session. */
const owner = async (given: Parameters<Factors['person']>[0] = {}) => {
  const user = await factors.person(given)
  const { jToken } = await factors.signIn(user.phone)
  await factors.confirm(jToken)
  return { ...user, token: jToken, ...(await factors.addPasskey(jToken)) }
}
const askSignIn = (host = 'localhost') =>
  factors.ask<Options>('askPasskeySignIn', undefined, { host })
const login = (passkey: object, host = 'localhost') =>
  factors.refusal('loginPasskey', undefined, { body: { passkey }, host })

describe('adding a passkey', () => {
  test('lists it with its host, and comes with recovery codes', async () => {
    const { token, recoveryCodes, account } = await owner()
    expect(recoveryCodes).toHaveLength(10)
    expect(await factors.ask<OwnFactors>('getOwnFactors', token)).toMatchObject({
      totp: null,
      passkeys: [{ name: 'Phone', host: 'localhost', lastUsedAt: null }],
    })
    const logged = await db
      .selectFrom('audit_log')
      .select('details')
      .where('account_id', '=', account.id)
      .where('action', '=', 'second-factor.add-passkey')
      .executeTakeFirstOrThrow()
    expect(logged.details).toMatchObject({ name: 'Phone' })
  })

  test.each([
    ['another origin', { origin: 'https://localhost.example' }],
    ['an origin without TLS', { origin: 'http://evil.localhost' }],
    ['another host', { host: 'other.example' }],
    ['a person who was not verified', { unverified: true as const }],
  ])('refuses %s', async (_what, given) => {
    const { phone } = await factors.person()
    const { jToken } = await factors.signIn(phone)
    await factors.confirm(jToken)
    const options = await factors.ask<Options>('askNewPasskey', jToken)
    const body = { name: 'Phone', passkey: createAuthenticator().create(options, given) }
    expect(await factors.refusal('addPasskey', jToken, { body })).toEqual(refused)
  })

  test('refuses a challenge that is used, expired, or of someone else', async () => {
    const { phone } = await factors.person()
    const { jToken } = await factors.signIn(phone)
    await factors.confirm(jToken)
    const add = (options: Options) =>
      factors.refusal('addPasskey', jToken, {
        body: { name: 'Phone', passkey: createAuthenticator().create(options) },
      })
    const used = await factors.ask<Options>('askNewPasskey', jToken)
    expect((await add(used))[0]).toBe(200)
    expect(await add(used)).toEqual(refused)
    expect(await add(await askSignIn())).toEqual(refused)
    const { token } = await owner()
    expect(await add(await factors.ask<Options>('askNewPasskey', token))).toEqual(refused)
    const old = await factors.ask<Options>('askNewPasskey', jToken)
    factors.clock.advance(5 * 60_000)
    await factors.confirm(jToken)
    expect(await add(old)).toEqual(refused)
  })

  test('is refused on an address, which is no relying party', async () => {
    const { phone } = await factors.person()
    const host = '203.0.113.7'
    const { jToken } = await factors.signIn(phone, { host })
    await factors.ask('confirmIdentity', jToken, { host, body: { password: 'Swath2026' } })
    expect(await factors.refusal('askNewPasskey', jToken, { host })).toEqual(refused)
  })

  test('is limited to ten, and needs the password', async () => {
    const { phone } = await factors.person()
    const { jToken } = await factors.signIn(phone)
    expect(await factors.refusal('askNewPasskey', jToken)).toEqual([409, 'identity_unconfirmed'])
    await factors.confirm(jToken)
    for (let i = 0; i < 10; i++) await factors.addPasskey(jToken)
    expect(await factors.refusal('askNewPasskey', jToken)).toEqual([409, 'too_many_passkeys'])
  })

  test('completes a session whose account requires a factor', async () => {
    const account = await insertAccount(db, { factor_roles: [1] })
    const { phone } = await factors.person({}, account)
    const half = await factors.signIn<HalfSignedIn>(phone)
    const { signedIn } = await factors.addPasskey(half.jToken)
    await factors.ask('getOwnInfo', signedIn!.jToken)
  })
})

describe('renaming a passkey', () => {
  const nameOf = async (token: string) =>
    (await factors.ask<OwnFactors>('getOwnFactors', token)).passkeys[0]!

  test('changes its name and is logged with both names', async () => {
    const { token, account } = await owner()
    const params = { passkeyId: (await nameOf(token)).passkeyId }
    await factors.ask('renamePasskey', token, { params, body: { name: '  Work laptop ' } })
    expect((await nameOf(token)).name).toBe('Work laptop')
    const { details } = await db
      .selectFrom('audit_log')
      .select('details')
      .where('account_id', '=', account.id)
      .where('action', '=', 'second-factor.rename-passkey')
      .executeTakeFirstOrThrow()
    expect(details).toEqual({ before: { name: 'Phone' }, after: { name: 'Work laptop' } })
  })

  test('refuses an empty name, and the passkey of somebody else', async () => {
    const { token } = await owner()
    const params = { passkeyId: (await nameOf(token)).passkeyId }
    const rename = (by: string, name: string) =>
      factors.refusal('renamePasskey', by, { params, body: { name } })
    expect(await rename(token, ' ')).toEqual([400, 'invalid_input'])
    expect(await rename((await owner()).token, 'Mine')).toEqual([404, 'not_found'])
    expect((await nameOf(token)).name).toBe('Phone')
  })
})

describe('signing in with a passkey alone', () => {
  test('proves both factors', async () => {
    const { id, authenticator } = await owner()
    const passkey = authenticator.get(await askSignIn(), { userId: id })
    const { jToken } = await factors.ask<SignedIn>('loginPasskey', undefined, { body: { passkey } })
    const { items } = await factors.ask<{ items: OwnSession[] }>('listOwnSessions', jToken)
    expect(items.find(({ current }) => current)).toMatchObject({
      method: 'passkey',
      factor: null,
      half: false,
    })
    const { passkeys } = await factors.ask<OwnFactors>('getOwnFactors', jToken)
    expect(passkeys[0]!.lastUsedAt).not.toBe(null)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['a person who was not verified', { unverified: true as const }],
    ['another person’s handle', { userId: '00000000-0000-7000-8000-000000000000' }],
  ])('refuses %s', async (_what, given) => {
    const { authenticator } = await owner()
    expect(await login(authenticator.get(await askSignIn(), given))).toEqual(refused)
  })

  test('refuses a challenge that was used, even by a failed try, or is for another purpose', async () => {
    const { authenticator, token } = await owner()
    const options = await askSignIn()
    expect(await login(authenticator.get(options, { unverified: true }))).toEqual(refused)
    expect(await login(authenticator.get(options))).toEqual(refused)
    const forProof = await factors.ask<Options>('askPasskey', token)
    expect(await login(authenticator.get(forProof))).toEqual(refused)
    expect(await login(authenticator.get(await askSignIn('other.localhost')))).toEqual(refused)
  })

  test('refuses a copied passkey: its counter does not grow', async () => {
    const { authenticator } = await owner()
    expect((await login(authenticator.get(await askSignIn(), { counter: 9 })))[0]).toBe(200)
    expect(await login(authenticator.get(await askSignIn(), { counter: 9 }))).toEqual(refused)
    expect(await login(authenticator.get(await askSignIn(), { counter: 3 }))).toEqual(refused)
    expect((await login(authenticator.get(await askSignIn(), { counter: 10 })))[0]).toBe(200)
  })

  test('refuses unknown, removed and disabled ones', async () => {
    const { authenticator, token, id } = await owner()
    expect(await login(createAuthenticator().get(await askSignIn()))).toEqual(refused)
    await db.updateTable('app_user').set({ enabled: false }).where('id', '=', id).execute()
    expect(await login(authenticator.get(await askSignIn()))).toEqual([403, 'account_disabled'])
    await db.updateTable('app_user').set({ enabled: true }).where('id', '=', id).execute()
    const { passkeys } = await factors.ask<OwnFactors>('getOwnFactors', token)
    const params = { passkeyId: passkeys[0]!.passkeyId }
    await factors.ask('removePasskey', token, { params })
    expect(await factors.refusal('removePasskey', token, { params })).toEqual([404, 'not_found'])
    expect(await login(authenticator.get(await askSignIn()))).toEqual(refused)
  })

  test('limits the challenges of an address', async () => {
    const ip = '10.201.0.1'
    for (let i = 0; i < 100; i++) await factors.ask('askPasskeySignIn', undefined, { ip })
    expect(await factors.refusal('askPasskeySignIn', undefined, { ip })).toEqual([
      429,
      'too_many_requests',
    ])
  })
})

describe('a passkey in a session', () => {
  test('is a second factor after the password, on its host only', async () => {
    const { phone, authenticator } = await owner()
    const half = await factors.signIn<HalfSignedIn>(phone)
    expect(half.factors).toEqual(['passkey', 'recovery'])
    const options = await factors.ask<{ allowCredentials: object[] } & Options>(
      'askPasskey',
      half.jToken,
    )
    expect(options.allowCredentials).toHaveLength(1)
    const body = { passkey: authenticator.get(options) }
    expect((await factors.refusal('giveSecondFactor', half.jToken, { body }))[0]).toBe(200)
    const elsewhere = await factors.signIn<HalfSignedIn>(phone, { host: 'other.localhost' })
    expect(elsewhere.factors).toEqual(['recovery'])
  })

  test('of somebody else is refused', async () => {
    const { phone } = await owner()
    const stranger = await owner()
    const half = await factors.signIn<HalfSignedIn>(phone)
    const options = await factors.ask<Options>('askPasskey', half.jToken)
    const body = { passkey: stranger.authenticator.get(options) }
    expect(await factors.refusal('giveSecondFactor', half.jToken, { body })).toEqual(refused)
  })

  test('confirms the identity instead of the password', async () => {
    const { token, authenticator } = await owner()
    factors.clock.advance(5 * 60_000)
    expect(await factors.refusal('startTotp', token)).toEqual([409, 'identity_unconfirmed'])
    const options = await factors.ask<Options>('askPasskey', token)
    const wrong = createAuthenticator().get(options)
    expect(await factors.refusal('confirmIdentity', token, { body: { passkey: wrong } })).toEqual(
      refused,
    )
    const again = authenticator.get(await factors.ask<Options>('askPasskey', token))
    await factors.ask('confirmIdentity', token, { body: { passkey: again } })
    await factors.ask('startTotp', token)
  })
})
