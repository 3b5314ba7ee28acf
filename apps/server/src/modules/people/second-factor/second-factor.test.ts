import { beforeEach, describe, expect, test } from 'vitest'
import type { HalfSignedIn, SignedIn } from '@swath/contract/people/auth'
import type { OwnFactors } from '@swath/contract/people/second-factor'
import type { OwnSession } from '@swath/contract/people/sessions'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { insertAccount, insertRegions } from '../../../platform/auth/testing.queries.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { eventually } from '../../../platform/testing-eventually.ts'
import { openFactors, password, type Factors } from './testing-factors.ts'

const { db } = await ownTestDatabase(insertRegions)
let factors: Factors
beforeEach(async () => {
  factors = await openFactors(db)
  return () => factors.close()
})

const actions = (accountId: string, last: string) =>
  eventually(async () => {
    const rows = await db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('account_id', '=', accountId)
      .orderBy('number')
      .execute()
    return rows.some(({ action }) => action === last) && rows.map(({ action }) => action)
  })
const give = (token: string, body: object, given: object = {}) =>
  factors.refusal('giveSecondFactor', token, { body, ...given })

describe('setting up an authenticator app', () => {
  test('needs the password again, and comes with recovery codes that are shown once', async () => {
    const { id, phone, account } = await factors.person({ email: 'li@example.com' })
    const { jToken } = await factors.signIn(phone)
    expect(await factors.refusal('startTotp', jToken)).toEqual([409, 'identity_unconfirmed'])
    expect(
      await factors.refusal('confirmIdentity', jToken, { body: { password: 'Wrong2026' } }),
    ).toEqual([400, 'invalid_input'])
    await factors.confirm(jToken)
    const { address, secret } = await factors.ask<{ address: string; secret: string }>(
      'startTotp',
      jToken,
    )
    expect(address).toMatch(/^otpauth:\/\/totp\/Swath:.*secret=[A-Z2-7]{32}&.*period=30/)
    expect(await factors.refusal('confirmTotp', jToken, { body: { code: '000000' } })).toEqual([
      400,
      'second_factor_wrong',
    ])
    const body = { code: factors.codeOf(secret) }
    const added = await factors.ask<{ recoveryCodes: string[] }>('confirmTotp', jToken, { body })
    expect(added.recoveryCodes).toHaveLength(10)
    expect(await factors.ask<OwnFactors>('getOwnFactors', jToken)).toMatchObject({
      totp: { lastUsedAt: null },
      passkeys: [],
      recoveryCodesLeft: 10,
      isRequired: false,
    })
    await factors.settled()
    // SMS and mail are sent independently, in any order.
    expect(factors.sent.map(({ channel }) => channel).toSorted()).toEqual(['mail', 'sms'])
    for (const { text } of factors.sent) expect(text).toContain('an authenticator app was added')
    expect(await actions(account.id, 'second-factor.add-totp')).toEqual([
      'session.open',
      'password.refuse-identity',
      'second-factor.add-totp',
    ])
    expect(await verifyChain(db, account.id)).toMatchObject({ whole: true })
    const stored = JSON.stringify([
      await db.selectFrom('totp').selectAll().where('user_id', '=', id).execute(),
      await db.selectFrom('recovery_code').selectAll().where('user_id', '=', id).execute(),
    ])
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(added.recoveryCodes[0])
  })

  test('makes the person’s other sessions half, at once', async () => {
    const { phone } = await factors.person()
    const [one, two] = [await factors.signIn(phone), await factors.signIn(phone)]
    await factors.ask('getOwnInfo', two.jToken)
    await factors.confirm(one.jToken)
    await factors.addTotp(one.jToken)
    await factors.ask('getOwnInfo', one.jToken)
    expect(await factors.refusal('getOwnInfo', two.jToken)).toEqual([403, 'second_factor_required'])
    expect(
      await factors.refusal('refreshToken', undefined, {
        body: { refreshToken: two.refreshToken },
      }),
    ).toEqual([401, 'refresh_rejected'])
  })

  test('stays possible for five minutes after the password', async () => {
    const { phone } = await factors.person()
    const { jToken } = await factors.signIn(phone)
    await factors.confirm(jToken)
    factors.clock.advance(5 * 60_000)
    expect(await factors.refusal('startTotp', jToken)).toEqual([409, 'identity_unconfirmed'])
  })
})

describe('a half session', () => {
  test('says only what it needs, and may only give the factor or end', async () => {
    const { half, full } = await factors.half()
    expect(half).toEqual({
      jToken: expect.stringMatching(/^sw_/) as string,
      expiresInS: 900,
      half: 'factor',
      factors: ['totp', 'recovery'],
    })
    for (const operation of [
      'getOwnInfo',
      'listOwnSessions',
      'startTotp',
      'getOwnFactors',
    ] as const)
      expect(await factors.refusal(operation, half.jToken), operation).toEqual([
        403,
        'second_factor_required',
      ])
    const thai = await factors.send('getOwnInfo', { language: 'th' }, half.jToken)
    expect(thai.json<{ message: string }>().message).toMatch(/^โปรดเข้าสู่ระบบให้เสร็จก่อน/)
    expect(await factors.sessions.authenticate(half.jToken, 'localhost')).toBe(null)
    const { items } = await factors.ask<{ items: OwnSession[] }>('listOwnSessions', full)
    expect(items.map((one) => [one.half, one.method, one.factor].join()).toSorted()).toEqual([
      'false,password,totp',
      'true,password,',
    ])
    await factors.ask('loginOut', half.jToken)
    expect(
      await factors.refusal('giveSecondFactor', half.jToken, { body: { totp: '000000' } }),
    ).toEqual([401, 'unauthenticated'])
  })

  test('becomes complete by a code, with new tokens', async () => {
    const { half, secret, phone, account } = await factors.half()
    const body = { totp: factors.codeOf(secret) }
    const reply = await factors.send('giveSecondFactor', { body }, half.jToken)
    const { jToken, refreshToken, userInfo } = reply.json<SignedIn>()
    expect([reply.statusCode, userInfo.userName]).toEqual([200, 'A person'])
    expect(await factors.refusal('getOwnInfo', half.jToken)).toEqual([401, 'unauthenticated'])
    await factors.ask('getOwnInfo', jToken)
    await factors.ask('refreshToken', undefined, { body: { refreshToken } })
    expect(await actions(account.id, 'session.half')).toEqual([
      'session.open',
      'second-factor.add-totp',
      'session.half',
      'session.open',
    ])
    // The browser is known only now.
    expect(String(reply.headers['set-cookie'])).toContain('swath_device=')
    expect(String((await factors.signInReply(phone)).headers['set-cookie'])).not.toContain(
      'swath_device=',
    )
  })

  test('accepts each code once, and those of one step before and after', async () => {
    const { half, secret, phone } = await factors.half()
    const wrong = [400, 'second_factor_wrong']
    expect(await give(half.jToken, { totp: factors.codeOf(secret, -2) })).toEqual(wrong)
    expect(await give(half.jToken, { totp: factors.codeOf(secret, 2) })).toEqual(wrong)
    const late = factors.codeOf(secret, -1)
    expect(await give(half.jToken, { totp: late })).toEqual([200, null])
    const again = await factors.signIn<HalfSignedIn>(phone)
    expect(await give(again.jToken, { totp: late })).toEqual(wrong)
    const early = factors.codeOf(secret, 1)
    expect(await give(again.jToken, { totp: early })).toEqual([200, null])
    // A code of an earlier step is no longer valid, although it was never used.
    const third = await factors.signIn<HalfSignedIn>(phone)
    expect(await give(third.jToken, { totp: factors.codeOf(secret) })).toEqual(wrong)
  })

  test('accepts a code once, even if it is sent twice at the same time', async () => {
    const { half, secret, phone } = await factors.half()
    const other = await factors.signIn<HalfSignedIn>(phone)
    const totp = factors.codeOf(secret)
    const answers = await Promise.all([half, other].map(({ jToken }) => give(jToken, { totp })))
    expect(answers.map(([status]) => String(status)).toSorted()).toEqual(['200', '400'])
  })

  test('accepts a recovery code once, however it is typed, and notifies the person', async () => {
    const { half, recoveryCodes, phone } = await factors.half()
    const [code] = recoveryCodes!
    const typed = ` ${code!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `
    expect(await give(half.jToken, { recoveryCode: typed })).toEqual([200, null])
    const again = await factors.signIn<HalfSignedIn>(phone)
    expect(await give(again.jToken, { recoveryCode: code })).toEqual([400, 'second_factor_wrong'])
    await factors.settled()
    expect(factors.sent.at(-1)!.text).toContain('somebody signed in with a recovery code')
  })

  test('limits the tries of a person, from any address, and new sign-ins do not reset them', async () => {
    const { half, phone, secret, recoveryCodes } = await factors.half()
    for (let i = 0; i < 14; i++) expect((await give(half.jToken, { totp: '000000' }))[0]).toBe(400)
    expect((await give(half.jToken, { recoveryCode: 'X' }))[0]).toBe(400)
    const again = await factors.signIn<HalfSignedIn>(phone)
    for (const body of [{ totp: factors.codeOf(secret) }, { recoveryCode: recoveryCodes![0] }])
      expect(await give(again.jToken, body)).toEqual([429, 'too_many_requests'])
  })

  test('limits the tries of an address, for all people', async () => {
    const people = [
      await factors.half(),
      await factors.half(),
      await factors.half(),
      await factors.half(),
    ]
    const ip = '10.200.0.1'
    for (const { half } of people)
      for (let i = 0; i < 15; i++) await give(half.jToken, { totp: '000000' }, { ip })
    const { half, secret } = await factors.half()
    expect(await give(half.jToken, { totp: factors.codeOf(secret) }, { ip })).toEqual([
      429,
      'too_many_requests',
    ])
    expect(await give(half.jToken, { totp: factors.codeOf(secret) })).toEqual([200, null])
  })

  test('ends after 15 minutes', async () => {
    const { half, secret } = await factors.half()
    factors.clock.advance(15 * 60_000)
    expect(await give(half.jToken, { totp: factors.codeOf(secret) })).toEqual([
      401,
      'unauthenticated',
    ])
  })

  test('opened with a code instead of the password needs the factor too', async () => {
    const { id, secret } = await factors.half()
    const { jToken } = await tx(db, (trx) =>
      factors.sessions.open(
        trx,
        id,
        { host: 'localhost', ip: '10.0.0.1', userAgent: 'test' },
        true,
        { method: 'code', half: true },
      ),
    )
    expect(await factors.refusal('getOwnInfo', jToken)).toEqual([403, 'second_factor_required'])
    expect(await give(jToken, { totp: factors.codeOf(secret) })).toEqual([200, null])
  })
})

describe('changing factors', () => {
  test('removing the last one removes the recovery codes; each removal is logged and reported', async () => {
    const { full, account, phone } = await factors.half()
    expect(await factors.refusal('removeTotp', full)).toEqual([204, null])
    expect(await factors.ask<OwnFactors>('getOwnFactors', full)).toMatchObject({
      totp: null,
      recoveryCodesLeft: 0,
    })
    expect(await factors.refusal('makeRecoveryCodes', full)).toEqual([409, 'second_factor_missing'])
    expect(await factors.signIn(phone)).toHaveProperty('refreshToken')
    expect(await actions(account.id, 'second-factor.remove-totp')).toBeTruthy()
    factors.clock.advance(5 * 60_000)
    expect(await factors.refusal('removeTotp', full)).toEqual([409, 'identity_unconfirmed'])
  })

  test('new recovery codes replace the older ones', async () => {
    const { full, half, recoveryCodes: older } = await factors.half()
    const { recoveryCodes } = await factors.ask<{ recoveryCodes: string[] }>(
      'makeRecoveryCodes',
      full,
    )
    expect(await give(half.jToken, { recoveryCode: older![3] })).toEqual([
      400,
      'second_factor_wrong',
    ])
    expect(await give(half.jToken, { recoveryCode: recoveryCodes[3] })).toEqual([200, null])
  })

  test('a new app replaces the older one once it is confirmed', async () => {
    const { full, half, secret } = await factors.half()
    const { secret: newer } = await factors.ask<{ secret: string }>('startTotp', full)
    const body = { code: factors.codeOf(newer) }
    const added = await factors.ask<{ recoveryCodes: null }>('confirmTotp', full, { body })
    expect(added.recoveryCodes).toBe(null)
    expect((await give(half.jToken, { totp: factors.codeOf(secret) }))[0]).toBe(400)
    factors.clock.advance(60_000)
    expect(await give(half.jToken, { totp: factors.codeOf(newer) })).toEqual([200, null])
  })
})

describe('a factor required by the account', () => {
  const requiring = () => insertAccount(db, { factor_roles: [3] })

  test('gives people without one a session that can only set one up', async () => {
    const account = await requiring()
    const { phone } = await factors.person({ user_type: 3 }, account)
    const half = await factors.signIn<HalfSignedIn>(phone)
    expect(half).toMatchObject({ half: 'set-up', factors: [] })
    for (const operation of ['getOwnInfo', 'getOwnFactors', 'askPasskey', 'removeTotp'] as const)
      expect(await factors.refusal(operation, half.jToken), operation).toEqual([
        403,
        'second_factor_required',
      ])
    const { signedIn, recoveryCodes } = await factors.addTotp(half.jToken)
    expect(recoveryCodes).toHaveLength(10)
    await factors.ask('getOwnInfo', signedIn!.jToken)
    expect(await factors.refusal('getOwnInfo', half.jToken)).toEqual([401, 'unauthenticated'])
    await factors.ask('confirmIdentity', signedIn!.jToken, { body: { password } })
    expect(await factors.refusal('removeTotp', signedIn!.jToken)).toEqual([
      409,
      'second_factor_last',
    ])
  })

  test('does not concern other roles', async () => {
    const { phone } = await factors.person({ user_type: 4 }, await requiring())
    expect(await factors.signIn(phone)).toHaveProperty('refreshToken')
  })
})
