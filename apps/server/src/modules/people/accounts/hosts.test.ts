// Hosts of accounts: their theme, and who can sign in there and when. Over HTTP, with sign-ins by
// password.
import { beforeEach, describe, expect, test } from 'vitest'
import { accountRoutes, type AccountDetail } from '@swath/contract/people/accounts'
import { authRoutes, type SignedIn, type Theme } from '@swath/contract/people/auth'
import {
  insertAccount,
  insertUser,
  type TestAccount,
} from '../../../platform/auth/testing.queries.ts'
import type { Config } from '../../../platform/config/config.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { serveRoutes } from '../../../platform/http/testing.ts'
import { testServices } from '../../../platform/http/testing-console.ts'
import { createMessages } from '../../../platform/messages/messages.ts'
import { authHandlers } from '../auth/auth.routes.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { accountHandlers } from './accounts.routes.ts'

const database = await ownTestDatabase(loadRegionTable)
let server: Awaited<ReturnType<typeof serveRoutes>>
let rootToken: string
let root: TestAccount
let mark: string
let ips = 0

const open = async (config: Partial<Config> = {}) => {
  const { services, themes, sessions, serve } = testServices(database.db, Date.now(), {
    fixedCode: '123456',
    ...config,
  })
  const messages = createMessages(services, { sms: { send: async () => {} } })
  const opened = await serve(
    { ...authRoutes, ...accountRoutes },
    {
      ...authHandlers(services, { themes, sessions }),
      ...accountHandlers(services, { themes, messages }),
    },
  )
  return { opened, sessions }
}

beforeEach(async () => {
  const { opened, sessions } = await open()
  server = opened
  mark = crypto.randomUUID().slice(0, 8)
  root = await insertAccount(database.db, {
    type: 'platform',
    name: `Root ${mark}`,
    can_create_sub: true,
    region_code: '156000000',
  })
  const { id } = await insertUser(database.db, root)
  rootToken = (
    await tx(database.db, (trx) =>
      sessions.open(trx, id, { host: 'localhost', ip: '127.0.0.1', userAgent: 'test' }, true),
    )
  ).jToken
  return () => server.close()
})

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  {
    host = 'localhost',
    token = rootToken,
    payload,
  }: { host?: string; token?: string; payload?: object } = {},
) =>
  server.inject({
    method,
    url: path,
    headers: { host, language: 'en', authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  })
const fetchTheme = async (host: string): Promise<Theme> =>
  (await server.inject({ method: 'GET', url: '/api/theme', headers: { host } })).json()
const base = '/api/user/account/manage'

let phones = 0
const body = (name: string) => ({
  accountName: `${name} ${mark}`,
  regionCode: '156330106',
  contactName: 'Wang',
  adminName: name,
  adminPhone: `+86-17${String(Date.now() % 1e6).padStart(6, '0')}${String(++phones).padStart(3, '0')}`,
  password: 'Swath2026',
})
type Made = AccountDetail & { phone: string; host: string }
const subPlatform = async (
  name: string,
  more: object = {},
  token = rootToken,
  on = 'localhost',
): Promise<Made> => {
  const payload = {
    ...body(name),
    tag: `${name}-${mark}`,
    customDomain: `${name}-${mark}.example`,
    ...more,
  }
  const reply = await call('POST', `${base}/subPlatform`, { payload, token, host: on })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const made = reply.json<AccountDetail>()
  // As if the first administrator had chosen their own password.
  await database.db
    .updateTable('app_user')
    .set({ temporary_password_until: null })
    .where('account_id', '=', made.accountId)
    .execute()
  return { ...made, phone: payload.adminPhone, host: payload.customDomain }
}
/** A company with its own host, as after an approved registration. */
const company = async (
  name: string,
  parent: { accountId: string },
  more: object = {},
): Promise<Made> => {
  const { path } = await database.db
    .selectFrom('account')
    .select('path')
    .where('id', '=', parent.accountId)
    .executeTakeFirstOrThrow()
  const host = `${name}-${mark}.example`
  const account = await insertAccount(database.db, {
    parent: { id: parent.accountId, path },
    type: 'manufacturer',
    name: `${name} ${mark}`,
    custom_domain: host,
    ...more,
  })
  const { password_hash: hash } = await database.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('password_hash', 'is not', null)
    .executeTakeFirstOrThrow()
  const { phone } = await insertUser(database.db, account, { password_hash: hash })
  return { accountId: account.id, phone, host } as Made
}

const signIn = async (phoneNum: string, host: string, password = 'Swath2026') => {
  const remoteAddress = `10.60.${Math.floor(++ips / 250)}.${ips % 250}`
  const captcha = await server.inject({
    method: 'GET',
    url: authRoutes.getCaptcha.path,
    remoteAddress,
    headers: { host },
  })
  return server.inject({
    method: 'POST',
    url: authRoutes.loginPd.path,
    remoteAddress,
    headers: { host, language: 'en', cookie: String(captcha.headers['set-cookie']).split(';')[0]! },
    payload: { phoneNum, password, verifyCode: '1234' },
  })
}
const opens = async (person: { phone: string }, ...hosts: string[]) => {
  const open: string[] = []
  for (const host of hosts)
    if ((await signIn(person.phone, host)).statusCode === 200) open.push(host)
  return open
}
const enable = (accountId: string, opr: 'enable' | 'disable') =>
  call('PUT', `${base}/enable`, { payload: { accountId, opr } })

test('a sub-platform’s host works as soon as it is created: with its name, and for its people only', async () => {
  // Requested before, so that the result is cached.
  expect(await fetchTheme(`east-${mark}.example`)).toMatchObject({ productName: 'Swath' })
  const east = await subPlatform('east')
  expect(await fetchTheme(east.host)).toMatchObject({
    name: 'default',
    productName: `east ${mark}`,
    languages: ['zh-CN', 'zh-TW', 'en', 'th', 'ko'],
    defaultCountryCode: '+86',
    map: { zoom: 3.5 },
  })
  const west = await subPlatform('west')
  expect(await opens(east, 'localhost', east.host, west.host, 'korea.swath.example')).toEqual([
    east.host,
  ])
})

test('signing in on another tenant’s host fails as with a wrong password or an unknown number', async () => {
  const [east, west] = [await subPlatform('east'), await subPlatform('west')]
  const answers = await Promise.all([
    signIn(east.phone, west.host),
    signIn(west.phone, west.host, 'Wrong2026'),
    signIn('+86-19999999999', west.host),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
  expect(
    new Set(answers.map((answer) => JSON.stringify({ ...answer.json(), traceId: '' }))).size,
  ).toBe(1)
})

test('a session is bound to its host', async () => {
  const east = await subPlatform('east')
  const { jToken, refreshToken } = (await signIn(east.phone, east.host)).json<SignedIn>()
  expect((await call('GET', `${base}/own`, { token: jToken, host: east.host })).statusCode).toBe(
    200,
  )
  expect((await call('GET', `${base}/own`, { token: jToken, host: 'localhost' })).statusCode).toBe(
    401,
  )
  const elsewhere = await server.inject({
    method: 'POST',
    url: authRoutes.refreshToken.path,
    headers: { host: 'localhost' },
    payload: { refreshToken },
  })
  expect(elsewhere.statusCode).toBe(401)
})

describe('nested brands', () => {
  test('a company below a sub-platform: its own name, the nearest logo, the sub-platform’s theme', async () => {
    const east = await subPlatform('east')
    await database.db
      .updateTable('account')
      .set({ logo_url: '/api/files/east-logo-east-logo-east-logo' })
      .where('id', '=', east.accountId)
      .execute()
    const plain = await company('plain', east)
    const branded = await company('branded', east, {
      logo_url: '/api/files/own-logo-own-logo-own-logo',
    })
    expect(await fetchTheme(plain.host)).toMatchObject({
      productName: `plain ${mark}`,
      logo: '/api/files/east-logo-east-logo-east-logo',
      name: 'default',
    })
    expect(await fetchTheme(branded.host)).toMatchObject({
      productName: `branded ${mark}`,
      logo: '/api/files/own-logo-own-logo-own-logo',
    })
  })

  test('its people sign in there and on the sub-platform’s host; those of the sub-platform only on their own', async () => {
    const [east, west] = [await subPlatform('east'), await subPlatform('west')]
    const maker = await company('maker', east)
    expect(await opens(maker, maker.host, east.host, west.host, 'localhost')).toEqual([
      maker.host,
      east.host,
    ])
    expect(await opens(east, maker.host, east.host)).toEqual([east.host])
  })

  test('without a sub-platform above: there, and on hosts of the theme of its registration', async () => {
    const thai = await company('thai', { accountId: root.id }, { theme: 'thailand' })
    expect(await fetchTheme(thai.host)).toMatchObject({
      name: 'thailand',
      defaultCountryCode: '+66',
      languages: ['th', 'en', 'zh-CN'],
      screensRemoved: ['accessory-white-list'],
    })
    expect(
      await opens(thai, thai.host, 'thailand.swath.example', 'localhost', 'korea.swath.example'),
    ).toEqual([thai.host, 'thailand.swath.example'])
  })

  test('a nested sub-platform and the outer one exclude each other’s people', async () => {
    const outer = await subPlatform('outer')
    await database.db
      .updateTable('account')
      .set({ can_create_sub: true })
      .where('id', '=', outer.accountId)
      .execute()
    const { jToken } = (await signIn(outer.phone, outer.host)).json<SignedIn>()
    const inner = await subPlatform('inner', {}, jToken, outer.host)
    expect(inner.parentId).toBe(outer.accountId)
    expect(await opens(inner, inner.host, outer.host, 'localhost')).toEqual([inner.host])
    expect(await opens(outer, inner.host, outer.host)).toEqual([outer.host])
  })
})

describe('the host of an inactive account', () => {
  test('disabled: shows the default page, refuses sign-ins, ends sessions; enabled again: as before', async () => {
    const east = await subPlatform('east')
    const maker = await company('maker', east)
    const { jToken } = (await signIn(maker.phone, maker.host)).json<SignedIn>()
    await enable(east.accountId, 'disable')
    expect((await call('GET', `${base}/own`, { token: jToken, host: maker.host })).statusCode).toBe(
      401,
    )
    for (const { host } of [east, maker])
      expect(await fetchTheme(host)).toMatchObject({
        name: 'default',
        productName: 'Swath',
        logo: null,
      })
    expect(await opens(east, east.host, 'localhost')).toEqual([])
    const other = await company('other', { accountId: root.id })
    expect(await opens(other, east.host, maker.host)).toEqual([])
    await enable(east.accountId, 'enable')
    expect(await fetchTheme(east.host)).toMatchObject({ productName: `east ${mark}` })
    expect(await opens(maker, maker.host, east.host)).toEqual([maker.host, east.host])
  })

  test('not yet approved: its people sign in where they registered; once approved, also on its host', async () => {
    const east = await subPlatform('east')
    const maker = await company('maker', east, { check_status: 1 })
    const applyId = uuidv7(Date.now())
    const { id: by } = await database.db
      .selectFrom('app_user')
      .select('id')
      .where('account_id', '=', maker.accountId)
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('account_application')
      .values({
        id: applyId,
        account_id: maker.accountId,
        type: 1,
        proposed: JSON.stringify({ accountName: 'maker', regionCode: '156330106' }),
        current: null,
        submitted_by: by,
        submitted_at: new Date(),
        reviewed_by: null,
        reviewer_name: null,
        reviewed_at: null,
        reason: null,
      })
      .execute()
    expect(await fetchTheme(maker.host)).toMatchObject({ productName: 'Swath' })
    expect(await opens(maker, maker.host, east.host)).toEqual([east.host])
    expect(
      (await call('PUT', `${base}/applyStatus`, { payload: { applyId, applyStatus: 2 } }))
        .statusCode,
    ).toBe(200)
    expect(await fetchTheme(maker.host)).toMatchObject({ productName: `maker ${mark}` })
    expect(await opens(maker, maker.host, east.host)).toEqual([maker.host, east.host])
  })

  test('deleted: the host becomes unknown', async () => {
    const east = await subPlatform('east')
    await call('DELETE', `${base}/${east.accountId}`)
    expect(await fetchTheme(east.host)).toMatchObject({ productName: 'Swath' })
    expect((await subPlatform('east')).host).toBe(east.host)
  })
})

test('in a demonstration the six shipped themes are available under their names', async () => {
  const { opened } = await open({ demo: true, production: false })
  for (const name of ['default', 'international', 'india', 'taiwan', 'thailand', 'korea']) {
    expect(
      (
        await opened.inject({
          method: 'GET',
          url: '/api/theme',
          headers: { host: `${name}.localhost:8080` },
        })
      ).json(),
    ).toMatchObject({ name, demonstration: { people: expect.any(Array) } })
  }
  await opened.close()
})
