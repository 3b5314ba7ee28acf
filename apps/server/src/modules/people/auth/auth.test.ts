import type { FastifyInstance } from 'fastify'
import { hash } from '@node-rs/argon2'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authRoutes, type SignedIn, type UserInfo } from '@swath/contract/people/auth'
import type { ErrorBody } from '@swath/contract/errors'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import {
  insertAccount,
  insertRegions,
  insertUser,
  type TestAccount,
} from '../../../platform/auth/testing.queries.ts'
import { type SettableClock } from '../../../platform/clock/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { testServices } from '../../../platform/http/testing-console.ts'
import { eventually } from '../../../platform/testing-eventually.ts'
import { authHandlers } from './auth.routes.ts'

const password = 'Swath2026'
const base = '/api/user/baseaccount'

const database = await ownTestDatabase(insertRegions)
const { db } = database
let passwordHash: string
let server: FastifyInstance
let clock: SettableClock
let account: TestAccount

const serve = async (config: Partial<Config> = {}) => {
  const {
    services,
    themes,
    sessions,
    serve: serveOn,
    ...given
  } = testServices(db, Date.now(), { fixedCode: '246810', ...config })
  clock = given.clock
  return serveOn(authRoutes, authHandlers(services, { themes, sessions }))
}

beforeAll(async () => {
  passwordHash = await hashPassword(password)
})
beforeEach(async () => {
  server = await serve()
  account = await insertAccount(db)
  return () => server.close()
})

let lastIp = 0
/** Every request has its own address unless a test sets one. */
const newIp = () => `10.9.${Math.floor(++lastIp / 250)}.${lastIp % 250}`
const fetchCaptcha = async (ip = newIp(), host = 'localhost') => {
  const reply = await server.inject({
    method: 'GET',
    url: `${authRoutes.getCaptcha.path}?r=0.5`,
    remoteAddress: ip,
    headers: { host },
  })
  return { reply, cookie: String(reply.headers['set-cookie']).split(';')[0]! }
}
type SignIn = {
  phoneNum: string
  password?: string
  verifyCode?: string
  rememberPassword?: boolean
  ip?: string
  host?: string
  cookie?: string
  language?: string
}
const signIn = async ({
  ip = newIp(),
  host = 'localhost',
  cookie,
  language = 'en',
  ...body
}: SignIn) =>
  server.inject({
    method: 'POST',
    url: `${base}/loginPd`,
    remoteAddress: ip,
    headers: { host, language, cookie: cookie ?? (await fetchCaptcha(ip, host)).cookie },
    payload: { password, verifyCode: '2468', ...body },
  })
const call = (
  method: 'GET' | 'POST',
  path: string,
  token: string,
  payload?: object,
  host = 'localhost',
) =>
  server.inject({
    method,
    url: `${base}/${path}`,
    headers: { host, authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  })
const refresh = (refreshToken: string, host = 'localhost') =>
  server.inject({
    method: 'POST',
    url: `${base}/refreshToken`,
    headers: { host },
    payload: { refreshToken },
  })
const person = (given: Parameters<typeof insertUser>[2] = {}, of = account) =>
  insertUser(db, of, { password_hash: passwordHash, ...given })
const readCode = (reply: { json: () => unknown }) => (reply.json() as ErrorBody).code
/** Refusals are logged after the response. */
const readAudit = (accountId: string, count: number) =>
  eventually(async () => {
    const rows = await db
      .selectFrom('audit_log')
      .select(['action', 'details', 'ip', 'user_id'])
      .where('account_id', '=', accountId)
      .orderBy('number')
      .execute()
    return rows.length >= count && rows
  })

describe('the captcha', () => {
  test('is a PNG with a cookie that is restricted to this site and hidden from scripts', async () => {
    const { reply } = await fetchCaptcha()
    expect(reply.headers['content-type']).toBe('image/png')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['set-cookie']).toMatch(
      /^swath_captcha=[\w-]{43}; Max-Age=120; Path=\/api\/user\/baseaccount; HttpOnly; SameSite=Strict/,
    )
    expect(reply.rawPayload.subarray(1, 4).toString()).toBe('PNG')
  })

  test('works once: reusing it is refused, even if everything else is right', async () => {
    const { phone } = await person()
    const { cookie } = await fetchCaptcha()
    expect((await signIn({ phoneNum: phone, cookie })).statusCode).toBe(200)
    const again = await signIn({ phoneNum: phone, cookie })
    expect([again.statusCode, readCode(again)]).toEqual([400, 'captcha_wrong'])
  })

  test('is used up by a wrong answer, before the password is checked', async () => {
    const { phone } = await person()
    const { cookie } = await fetchCaptcha()
    expect(readCode(await signIn({ phoneNum: phone, cookie, verifyCode: '1357' }))).toBe(
      'captcha_wrong',
    )
    expect(readCode(await signIn({ phoneNum: phone, cookie }))).toBe('captcha_wrong')
    expect(readCode(await signIn({ phoneNum: phone, cookie: 'other=1' }))).toBe('captcha_wrong')
  })
})

describe('a sign-in', () => {
  test('returns tokens and the person’s data', async () => {
    const { id, phone } = await person({ name: '李振华', data_scope: 'personal' })
    const reply = await signIn({ phoneNum: phone, rememberPassword: true })
    expect(reply.statusCode).toBe(200)
    const { jToken, refreshToken, expiresInS, userInfo } = reply.json<SignedIn>()
    expect(jToken).toMatch(/^sw_/)
    expect(refreshToken).toMatch(/^sr_/)
    expect(expiresInS).toBe(900)
    expect(userInfo).toMatchObject({
      userId: id,
      userName: '李振华',
      accountType: 4,
      userType: 1,
      dataScope: 2,
      checkStatus: 2,
      adCode: '156330106',
      timeZone: 'Asia/Shanghai',
      phoneNum: `${phone.slice(4, 7)}*****${phone.slice(-3)}`,
      ruleProvince: null,
    })
    expect(reply.body).not.toContain('argon2')
    expect((await call('GET', 'info', jToken)).json<UserInfo>()).toEqual(userInfo)
  })

  test('accepts a phone number in any format, and an e-mail address in any case', async () => {
    const { phone } = await person({ email: 'li@example.com' })
    for (const phoneNum of [
      phone,
      phone.slice(4),
      phone.replace('-', ''),
      ` ${phone.slice(4)} `,
      'Li@Example.COM',
    ]) {
      expect([phoneNum, (await signIn({ phoneNum })).statusCode]).toEqual([phoneNum, 200])
    }
    // The same number in another country belongs to someone else.
    expect(readCode(await signIn({ phoneNum: phone.replace('+86', '+66') }))).toBe('sign_in_failed')
  })

  test('returns province, city and county of a government', async () => {
    const rules = async (region_code: string) => {
      const { phone } = await person(
        {},
        await insertAccount(db, { type: 'government', region_code }),
      )
      const { ruleProvince, ruleCity, ruleCounty, adCode } = (
        await signIn({ phoneNum: phone })
      ).json<SignedIn>().userInfo
      return [ruleProvince, ruleCity, ruleCounty, adCode]
    }
    expect(await rules('156330106')).toEqual(['156330000', '156330100', '156330106', '156330106'])
    expect(await rules('156330000')).toEqual(['156330000', null, null, '156330000'])
    expect(await rules('156000000')).toEqual([null, null, null, '156000000'])
  })

  test('has the same response for an unknown name and a wrong password', async () => {
    const { phone } = await person()
    const without = (body: string) => ({ ...(JSON.parse(body) as ErrorBody), traceId: '' })
    const wrong = await signIn({ phoneNum: phone, password: 'Wrong2026' })
    const unknown = await signIn({ phoneNum: '+86-13000000000' })
    const unset = await signIn({ phoneNum: (await person({ password_hash: null })).phone })
    expect(wrong.statusCode).toBe(401)
    expect(without(wrong.body)).toMatchObject({
      code: 'sign_in_failed',
      message: 'Wrong account or password.',
    })
    expect(without(unknown.body)).toEqual(without(wrong.body))
    expect(without(unset.body)).toEqual(without(wrong.body))
    const thai = await signIn({ phoneNum: phone, password: 'Wrong2026', language: 'th' })
    expect(thai.json<ErrorBody>().message).toMatch(/[\u0E00-\u0E7F]/)
  })

  // Compares processor time, which is independent of the load of the machine: the cost is the hash.
  test('takes as long for an unknown name as for a known one', async () => {
    const rounds = 25
    const known = await Promise.all(Array.from({ length: rounds }, () => person()))
    const measureTime = async (phoneNum: string) => {
      const ip = newIp()
      const { cookie } = await fetchCaptcha(ip)
      const from = process.cpuUsage()
      await signIn({ phoneNum, password: 'Wrong2026', ip, cookie })
      const { user, system } = process.cpuUsage(from)
      return user + system
    }
    await measureTime('+86-13100000000')
    const ratios = []
    for (const [i, { phone }] of known.entries())
      ratios.push(
        (await measureTime(phone)) /
          (await measureTime(`+86-1310000${String(i + 1).padStart(4, '0')}`)),
      )
    const median = ratios.sort((a, b) => a - b)[Math.floor(rounds / 2)]!
    expect(Math.max(median, 1 / median)).toBeLessThan(1.5)
  })

  test('on another host than the account’s fails without a reason', async () => {
    const { phone } = await person()
    const elsewhere = await signIn({ phoneNum: phone, host: 'korea.swath.example' })
    expect([elsewhere.statusCode, readCode(elsewhere)]).toEqual([401, 'sign_in_failed'])
    expect(
      (await readAudit(account.id, 1)).map(({ action, details }) => [action, details['reason']]),
    ).toEqual([['session.refuse', 'host']])
  })

  test('for people of a sub-platform is possible on its own host only', async () => {
    const subPlatform = await insertAccount(db, {
      type: 'platform',
      tag: 'north',
      custom_domain: 'north.example',
      name: 'North',
      screens: ['monitor'],
      parent: await insertAccount(db, { type: 'platform' }),
    })
    const { phone } = await person({}, subPlatform)
    const operator = await person({}, await insertAccount(db, { parent: subPlatform }))
    expect((await signIn({ phoneNum: phone })).statusCode).toBe(401)
    const reply = await signIn({ phoneNum: phone, host: 'north.example' })
    expect(reply.json<SignedIn>().userInfo).toMatchObject({
      tag: 'north',
      accountScreens: ['monitor'],
      accountType: 1,
    })
    expect((await signIn({ phoneNum: operator.phone, host: 'north.example' })).statusCode).toBe(200)
    expect(
      (await signIn({ phoneNum: (await person()).phone, host: 'north.example' })).statusCode,
    ).toBe(401)
  })

  test('reports pilots and disabled users only if the password is right', async () => {
    const pilot = await person({ user_type: 2 })
    const disabled = await person({ enabled: false })
    const closed = await insertAccount(db, { enabled: false })
    const below = await person({}, await insertAccount(db, { parent: closed }))
    expect(readCode(await signIn({ phoneNum: pilot.phone }))).toBe('console_not_for_pilots')
    expect(readCode(await signIn({ phoneNum: disabled.phone }))).toBe('account_disabled')
    expect(readCode(await signIn({ phoneNum: below.phone }))).toBe('account_disabled')
    for (const { phone } of [pilot, disabled, below])
      expect(readCode(await signIn({ phoneNum: phone, password: 'Wrong2026' }))).toBe(
        'sign_in_failed',
      )
  })

  test('rehashes a password that was hashed with a lower cost', async () => {
    const { id, phone } = await person({
      password_hash: await hash(password, { memoryCost: 8192, timeCost: 1 }),
    })
    await signIn({ phoneNum: phone })
    const { password_hash } = await db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/m=19456,t=2,p=1/)
    expect((await signIn({ phoneNum: phone })).statusCode).toBe(200)
  })

  test('is blocked after five failures from one address, with a time to retry', async () => {
    const { phone } = await person()
    const ip = newIp()
    for (let i = 0; i < 5; i++)
      expect(readCode(await signIn({ phoneNum: phone, password: 'Wrong2026', ip }))).toBe(
        'sign_in_failed',
      )
    const refused = await signIn({ phoneNum: phone, ip })
    expect([refused.statusCode, readCode(refused)]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect((await signIn({ phoneNum: phone })).statusCode).toBe(200)
    // Unknown names are limited in the same way.
    const nobody = newIp()
    for (let i = 0; i < 5; i++) await signIn({ phoneNum: '+86-13000000001', ip: nobody })
    expect(readCode(await signIn({ phoneNum: '+86-13000000001', ip: nobody }))).toBe(
      'too_many_requests',
    )
  })

  test('is logged for the account, with refusals and sign-out', async () => {
    const { id, phone } = await person()
    await signIn({ phoneNum: phone, password: 'Wrong2026', ip: '10.8.0.1' })
    await readAudit(account.id, 1)
    const { jToken } = (await signIn({ phoneNum: phone, ip: '10.8.0.2' })).json<SignedIn>()
    await call('POST', 'loginOut', jToken)
    const rows = await readAudit(account.id, 3)
    expect(rows.map(({ action, ip, user_id }) => [action, ip, user_id])).toEqual([
      ['session.refuse', '10.8.0.1', id],
      ['session.open', '10.8.0.2', id],
      ['session.end', '127.0.0.1', id],
    ])
    expect(await verifyChain(db, account.id)).toMatchObject({ whole: true, rows: 3 })
  })
})

describe('a session', () => {
  const open = async () => (await signIn({ phoneNum: (await person()).phone })).json<SignedIn>()

  test('ends at once with the sign-out', async () => {
    const { jToken, refreshToken } = await open()
    expect((await call('POST', 'loginOut', jToken)).statusCode).toBe(204)
    expect(readCode(await call('GET', 'info', jToken))).toBe('unauthenticated')
    expect(readCode(await refresh(refreshToken))).toBe('refresh_rejected')
  })

  test('is valid on its host only', async () => {
    const { jToken, refreshToken } = await open()
    expect((await call('GET', 'info', jToken, undefined, 'other.example')).statusCode).toBe(401)
    expect((await refresh(refreshToken, 'other.example')).statusCode).toBe(401)
    expect((await call('GET', 'info', jToken)).statusCode).toBe(200)
  })

  test('stays valid if twenty tabs refresh it at once', async () => {
    const { refreshToken } = await open()
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
    const bodies = replies.map((reply) => reply.json<SignedIn>())
    expect(new Set(bodies.map((body) => body.jToken)).size).toBe(1)
    expect((await call('GET', 'info', bodies[7]!.jToken)).statusCode).toBe(200)
  })

  test('is ended for everyone if a used refresh token is reused later', async () => {
    const { refreshToken } = await open()
    const next = (await refresh(refreshToken)).json<SignedIn>()
    clock.advance(31_000)
    expect(readCode(await refresh(refreshToken))).toBe('refresh_rejected')
    expect((await call('GET', 'info', next.jToken)).statusCode).toBe(401)
    expect((await refresh(next.refreshToken)).statusCode).toBe(401)
  })

  test('requires an access token: no refresh token, garbage or nothing', async () => {
    const { refreshToken } = await open()
    for (const token of [refreshToken, 'sw_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '']) {
      expect(readCode(await call('GET', 'info', token))).toBe('unauthenticated')
    }
  })

  test('works for people whose account waits for review', async () => {
    const waiting = await insertAccount(db, { check_status: 1 })
    const { jToken, userInfo } = (
      await signIn({ phoneNum: (await person({}, waiting)).phone })
    ).json<SignedIn>()
    expect(userInfo.checkStatus).toBe(1)
    expect((await call('GET', 'info', jToken)).statusCode).toBe(200)
  })
})

describe('the theme', () => {
  const themeOn = async (host: string) =>
    (await server.inject({ method: 'GET', url: '/api/theme', headers: { host } })).json<
      Record<string, unknown>
    >()

  test('is the host’s, without fields that only the server needs', async () => {
    const theme = await themeOn('india.swath.example:8080')
    expect(theme).toMatchObject({
      name: 'india',
      defaultCountryCode: '+91',
      demonstration: null,
      mapStyleUrl: null,
    })
    expect(Object.keys(theme)).not.toEqual(expect.arrayContaining(['hosts']))
    expect(await themeOn('127.0.0.1:8080')).toMatchObject({ name: 'default', loginLayout: 'china' })
  })

  test('of the demonstration lists people who can sign in, and lets them in on every preview', async () => {
    await server.close()
    server = await serve({ demo: true, production: false })
    const { demonstration } = (await themeOn('thailand.localhost:8080')) as {
      demonstration: { password: string; captcha: string; people: { phone: string }[] }
    }
    expect(demonstration).toMatchObject({ password, captcha: '2468' })
    expect(demonstration.people.map(({ phone }) => phone)).toEqual(
      Array.from({ length: 9 }, (_, i) => `1380000000${i + 1}`),
    )
    await person({ phone: '+86-13800000001' })
    expect(
      (await signIn({ phoneNum: '+66-13800000001', host: 'thailand.localhost' })).statusCode,
    ).toBe(200)
    expect((await signIn({ phoneNum: '13800000001' })).statusCode).toBe(200)
  })
})
