import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import {
  appLogBytes,
  appLogRoutes,
  previewColumns,
  previewLines,
  type AppLog,
} from '@swath/contract/gear/app-logs'
import { issueDeviceSecret } from '../../../gateway/mqtt/device-secret.ts'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertModel,
  readCsv,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { createJob } from '../../../platform/jobs/job-kind.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import { clearRemovedLogs, removeAppLogsKind, removeAppLogs } from './app-log-cleanup.ts'
import { appLogHandlers } from './app-logs.routes.ts'
import { detectKind, readPreview, safeFileName } from './log-content.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const day = 86_400_000
type List = {
  items: AppLog[]
  total: number
  stats: { total: number; bytes: number; droneNum: number }
  kept: { days: number | null }
  can: { delete: boolean; keep: boolean }
}
type Preview = { lines: string[]; isWhole: boolean; encoding: string | null }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof appLogRoutes>>>
let stored: Map<string, Uint8Array>
let store: FileStore
let maker: TestPerson
let team: TestPerson
let drone: TestDrone
let secret: string

beforeEach(async () => {
  stored = new Map()
  store = {
    put: async (key, bytes) => void stored.set(key, bytes),
    get: async (key) => stored.get(key) ?? null,
    remove: async (key) => void stored.delete(key),
  }
  console_ = await openConsole(
    database,
    appLogRoutes,
    (services) => appLogHandlers(services, store),
    now,
  )
  maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' })
  team = await console_.person(
    { type: 'operator', operator_type: 'team', name: 'Green Team' },
    { name: 'Mei' },
  )
  drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
    name: 'North 1',
  })
  secret = await credential(drone.id)
  return () => console_.close()
})

const credential = async (droneId: string, expiresAt: Date | null = null): Promise<string> => {
  const issued = issueDeviceSecret()
  await db
    .insertInto('drone_credential')
    .values({
      drone_id: droneId,
      id: uuidv7(now),
      secret_hash: issued.hash,
      created_by: null,
      expires_at: expiresAt,
      last_used_at: null,
    })
    .execute()
  return issued.secret
}

const send = async (
  url: string,
  authorization: string | undefined,
  content: Uint8Array | string,
  {
    query = {},
    field = 'file',
    name = 'whatever.exe',
    ip = '127.0.0.1',
    language = 'en',
  }: {
    query?: Record<string, string>
    field?: string
    name?: string
    ip?: string
    language?: string
  } = {},
) => {
  const form = new FormData()
  form.append(
    field,
    new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
    name,
  )
  const request = new Request('http://x', { method: 'POST', body: form })
  return console_.server.inject({
    method: 'POST',
    url: `${url}?${new URLSearchParams(query).toString()}`,
    payload: Buffer.from(await request.arrayBuffer()),
    remoteAddress: ip,
    headers: {
      'host': 'localhost',
      language,
      'content-type': request.headers.get('content-type')!,
      ...(authorization ? { authorization } : {}),
    },
  })
}
const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
const fromDevice = (
  content: Uint8Array | string,
  given: Parameters<typeof send>[3] = {},
  authorization = basic(drone.id, secret),
) => send('/api/device/app-log', authorization, content, given)
const fromPerson = (
  person: TestPerson,
  content: Uint8Array | string,
  given: Parameters<typeof send>[3] = {},
) => send('/api/app/log/upload', `Bearer ${person.token}`, content, given)
const list = (person = maker, query: Record<string, string | number> = {}) =>
  console_.ask<List>(person, 'listAppLogs', { query })
const readId = (reply: Awaited<ReturnType<typeof send>>): string => {
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<{ logId: string }>().logId
}
/** Backdates the upload of a log by this many days. */
const age = async (logId: string, days: number): Promise<string> => {
  await db
    .updateTable('app_log')
    .set({ uploaded_at: new Date(now - days * day) })
    .where('id', '=', logId)
    .execute()
  return logId
}
const preview = (logId: string, person = maker) =>
  console_.ask<Preview>(person, 'previewAppLog', { params: { logId } })

describe('uploadDeviceLog', () => {
  test('with the drone’s MQTT secret; stored byte for byte, and visible to its maker, its owner and the platform', async () => {
    const text = 'I/App 5.2.1 started\nE/Rtk no fix\n'
    const reply = await fromDevice(text, {
      query: {
        appVersion: '5.2.1',
        platform: 'android',
        fileName: '/sdcard/swath/2026-06-15.log',
        note: 'RTK lost',
      },
    })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { logId: expect.any(String), kind: 'text', bytes: text.length },
    ])
    const { items, stats } = await list()
    expect(items).toMatchObject([
      {
        fileName: '2026-06-15.log',
        kind: 'text',
        bytes: text.length,
        sha256: createHash('sha256').update(text).digest('hex'),
        droneId: drone.id,
        droneName: 'North 1',
        accountName: 'Green Team',
        appVersion: '5.2.1',
        platform: 'android',
        note: 'RTK lost',
        byDevice: true,
        uploaderName: drone.id,
        uploadedAt: new Date(now).toISOString(),
        can: { delete: false },
      },
    ])
    expect(stats).toEqual({ total: 1, bytes: text.length, droneNum: 1 })
    const download = await console_.send(
      'downloadAppLog',
      { params: { logId: items[0]!.logId } },
      maker,
    )
    expect(download.body).toBe(text)
    const platform = await console_.person({ type: 'platform' })
    expect((await list(platform, { droneId: drone.id })).total).toBe(1)
    for (const person of [
      await console_.person({ type: 'manufacturer' }),
      await console_.person({ type: 'platform', tag: 'sub', parent: platform.account }),
    ])
      expect((await list(person)).total).toBe(0)
    expect(
      (
        await db
          .selectFrom('drone_credential')
          .select('last_used_at')
          .where('drone_id', '=', drone.id)
          .executeTakeFirstOrThrow()
      ).last_used_at,
    ).not.toBeNull()
  })

  test('is refused without a secret, with a wrong, expired or foreign one, and with a person’s token', async () => {
    const second = await insertDroneRow(db, {
      modelId: await insertModel(db, maker.account.id),
      manufacturerId: maker.account.id,
    })
    const expired = await credential(second.id, new Date(now - 1))
    const tries = [
      undefined,
      'Basic',
      'Basic !!!!',
      basic(drone.id, ''),
      basic(drone.id, 'x'),
      basic(drone.id, `${secret}x`),
      basic(second.id, secret),
      basic(second.id, expired),
      basic('nobody', secret),
      basic(`${drone.id} `, secret),
    ]
    for (const authorization of tries) {
      const reply = await send('/api/device/app-log', authorization, 'x', { language: 'th' })
      expect([reply.statusCode, reply.json()], String(authorization)).toMatchObject([
        401,
        { code: 'device_refused', message: expect.stringMatching(/[\u0e00-\u0e7f]/) },
      ])
    }
    expect((await send('/api/device/app-log', `Bearer ${maker.token}`, 'x')).statusCode).toBe(401)
    expect(stored.size).toBe(0)
  })

  test('failed attempts from an address are limited; valid requests don’t count', async () => {
    for (let i = 0; i < 20; i++)
      expect((await fromDevice(`line ${i}`, { ip: '203.0.113.7' })).statusCode).toBe(200)
    for (let i = 0; i < 100; i++)
      expect(
        (await fromDevice('x', { ip: '203.0.113.7' }, basic(drone.id, 'guess'))).statusCode,
      ).toBe(401)
    const refused = await fromDevice('x', { ip: '203.0.113.7' })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
    expect((await fromDevice('x', { ip: '203.0.113.99' })).statusCode).toBe(200)
  })

  test('is limited to thirty an hour per drone', async () => {
    for (let i = 0; i < 30; i++) expect((await fromDevice(`line ${i}`)).statusCode).toBe(200)
    expect((await fromDevice('x')).json().code).toBe('too_many_requests')
    expect((await list(maker, { pageSize: 100 })).total).toBe(30)
  })
})

describe('uploadAppLog', () => {
  test('anyone of the drone’s owner can upload, its pilot too; the upload is logged', async () => {
    const pilot = await console_.colleague(team, { user_type: 2, name: 'Li Wei' })
    const logId = readId(
      await fromPerson(pilot, gzipSync('packed'), {
        query: { droneId: drone.id, platform: 'ios' },
      }),
    )
    expect((await list()).items).toMatchObject([
      {
        logId,
        kind: 'gzip',
        fileName: 'app.log.gz',
        byDevice: false,
        uploaderName: 'Li Wei',
        platform: 'ios',
        appVersion: null,
        droneId: drone.id,
      },
    ])
    expect(
      await db
        .selectFrom('audit_log')
        .select(['action', 'details'])
        .where('object_id', '=', logId)
        .execute(),
    ).toEqual([{ action: 'app-log.upload', details: { droneId: drone.id } }])
    // Without a drone, only the uploader's own company sees it.
    readId(await fromPerson(maker, 'of the bench'))
    readId(await fromPerson(team, 'not the maker’s business'))
    expect((await list()).total).toBe(2)
  })

  test('a drone of others does not exist; requests without a form, empty and too large files are refused with a message', async () => {
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect((await fromPerson(stranger, 'x', { query: { droneId: drone.id } })).statusCode).toBe(404)
    expect((await fromPerson(team, '')).json()).toMatchObject({ code: 'file_empty' })
    expect((await fromPerson(team, 'x', { field: 'other' })).json()).toMatchObject({
      code: 'one_file',
    })
    expect((await fromPerson(team, Buffer.alloc(appLogBytes + 1))).json()).toMatchObject({
      code: 'payload_too_large',
    })
    expect((await fromPerson(team, 'x', { query: { platform: 'toaster' } })).json()).toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'query.platform' }],
    })
    expect(
      (await fromPerson(team, 'x', { query: { note: 'n'.repeat(501) } })).json(),
    ).toMatchObject({ code: 'invalid_input' })
    expect((await send('/api/app/log/upload', undefined, 'x')).statusCode).toBe(401)
    expect(stored.size).toBe(0)
    expect(
      (await fromPerson(team, Buffer.alloc(appLogBytes, 65), { query: { droneId: drone.id } }))
        .statusCode,
    ).toBe(200)
  })

  test('an account with 5 GB stored must delete some first', async () => {
    const row = {
      file_name: 'x',
      kind: 'text' as const,
      bytes: 2_000_000_000,
      sha256: Buffer.alloc(32),
      account_id: maker.account.id,
      region_code: '156330106',
      uploader_name: 'x',
      uploaded_at: new Date(now),
      stored: true,
    }
    for (let i = 0; i < 3; i++)
      await db
        .insertInto('app_log')
        .values({ ...row, id: uuidv7(now + i), key: randomBytes(32).toString('base64url') })
        .execute()
    expect((await fromPerson(maker, 'x')).json()).toMatchObject({ code: 'logs_full' })
    expect((await fromPerson(team, 'x')).statusCode).toBe(200)
  })

  test('a log that cannot be stored is not listed, and is removed', async () => {
    const put = store.put
    store.put = () => Promise.reject(new Error('disk full'))
    expect((await fromPerson(maker, 'x')).json()).toMatchObject({ code: 'unavailable' })
    store.put = put
    expect((await list()).total).toBe(0)
    console_.clock.advance(3_600_001)
    const left = () =>
      db.selectFrom('app_log').select('id').where('account_id', '=', maker.account.id).execute()
    expect(await left()).toHaveLength(1)
    await clearRemovedLogs(console_.services, store)
    expect(await left()).toEqual([])
  })
})

describe('listAppLogs', () => {
  test('filters, orders, pages and sums', async () => {
    const a = await age(
      readId(
        await fromDevice('first', {
          query: { appVersion: '5.1.0', platform: 'android', fileName: 'a_1.log' },
        }),
      ),
      2,
    )
    const b = await age(
      readId(
        await fromPerson(team, gzipSync('second second second'), {
          query: {
            droneId: drone.id,
            appVersion: '5.2.0',
            platform: 'ios',
            fileName: 'b%.gz',
            note: 'Screen froze',
          },
        }),
      ),
      1,
    )
    const c = readId(
      await fromPerson(maker, Buffer.from([0, 1, 2, 255]), { query: { fileName: 'c.bin' } }),
    )
    const found = async (query: Record<string, string | number>) =>
      (await list(maker, query)).items
        .map(({ logId }) => ({ [a]: 'a', [b]: 'b', [c]: 'c' })[logId])
        .join('')
    expect(await found({})).toBe('cba')
    expect(await found({ sortParam: 'uploadedAt' })).toBe('abc')
    expect(await found({ sortParam: '-bytes' })).toBe('bac')
    expect(await found({ sortParam: 'appVersion' })).toBe('abc')
    expect(await found({ droneId: drone.id.toLowerCase() })).toBe('ba')
    expect(await found({ appVersion: '5.2' })).toBe('b')
    expect(await found({ platform: 'android' })).toBe('a')
    expect(await found({ kind: 'binary' })).toBe('c')
    expect(await found({ source: 'device' })).toBe('a')
    expect(await found({ source: 'person' })).toBe('cb')
    expect(await found({ uploaderName: 'mei' })).toBe('b')
    expect(await found({ fileName: 'b%' })).toBe('b')
    expect(await found({ fileName: 'froze' })).toBe('b')
    expect(await found({ startTime: new Date(now - day).toISOString() })).toBe('cb')
    expect(await found({ endTime: new Date(now - day).toISOString() })).toBe('ba')
    expect(await found({ pageSize: 1, currentPage: 2 })).toBe('b')
    expect(await found({ size: 1, pageIndex: 3 })).toBe('a')
    expect((await list()).stats).toMatchObject({ total: 3, droneNum: 1 })
    expect(await console_.ask<AppLog>(maker, 'getAppLog', { params: { logId: b } })).toMatchObject({
      logId: b,
      note: 'Screen froze',
    })
  })

  test('exportAppLogs: in the caller’s language, with formulas escaped', async () => {
    await fromDevice('first', { query: { platform: 'windows', note: '=HYPERLINK("http://x")' } })
    const reply = await console_.send(
      'exportAppLogs',
      { language: 'zh-TW', query: { droneId: drone.id } },
      maker,
    )
    expect(readCsv(reply.body)).toMatchObject([
      { 序號: drone.id, 內容類型: '文字', 系統平台: 'Windows', 備註: `'=HYPERLINK("http://x")` },
    ])
  })

  test('is refused for governments, which see drones but no logs', async () => {
    const government = await console_.person({ type: 'government' })
    expect(await console_.refusal(government, 'listAppLogs')).toEqual([403, 'forbidden'])
    expect((await list(team)).total).toBe(0)
    expect((await list(await console_.colleague(maker, { user_type: 5 }))).can).toEqual({
      delete: true,
      keep: true,
    })
  })
})

describe('previewAppLog and downloadAppLog', () => {
  test('returns the first lines, without colours, control characters and direction marks', async () => {
    const text =
      '\u001B[31mE/App\u001B[0m <script>alert(1)</script>\r\nbell\u0007 and \u202Egnp.exe\nไทย 中文 한국어\n'
    const logId = readId(await fromDevice(text))
    expect(await preview(logId)).toEqual({
      lines: [
        'E/App <script>alert(1)</script>',
        'bell\uFFFD and \uFFFDgnp.exe',
        'ไทย 中文 한국어',
      ].map((line) => line),
      isWhole: true,
      encoding: 'utf-8',
    })
    const reply = await console_.send('downloadAppLog', { params: { logId } }, maker)
    expect(reply.rawPayload.equals(Buffer.from(text))).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
  })

  test('returns no more lines and columns than requested, even if a file unpacks to a gigabyte', async () => {
    const lines = Array.from({ length: previewLines + 50 }, (_, i) => `line ${i}`)
    expect(await readPreview(Buffer.from(lines.join('\n')))).toMatchObject({
      isWhole: false,
      lines: lines.slice(0, previewLines),
    })
    const {
      lines: [long],
    } = await readPreview(Buffer.from('x'.repeat(5000)))
    expect(long).toHaveLength(previewColumns + 1)
    const started = process.memoryUsage.rss()
    const bomb = gzipSync(Buffer.alloc(300_000_000, 'a\n'), { level: 9 })
    const before = Date.now()
    expect((await readPreview(bomb)).lines).toHaveLength(previewLines)
    expect(Date.now() - before).toBeLessThan(3000 * slowness())
    expect(process.memoryUsage.rss() - started).toBeLessThan(700_000_000)
  })

  test.each([
    ['UTF-8', Buffer.from('灌溉 started'), 'text', 'utf-8'],
    ['UTF-8 with its mark', Buffer.from('\uFEFF灌溉'), 'text', 'utf-8'],
    ['UTF-16', Buffer.from('\uFEFF灌溉', 'utf16le'), 'text', 'utf-16le'],
    ['Chinese Windows', Buffer.from([0xb9, 0xe0, 0xb8, 0xc8, 0x0a]), 'text', 'gb18030'],
    ['gzip of text', gzipSync('灌溉'), 'gzip', 'utf-8'],
    [
      'gzip that is cut off',
      gzipSync(randomBytes(9000).toString('hex')).subarray(0, 4000),
      'gzip',
      'utf-8',
    ],
    ['gzip of a program', gzipSync(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1])), 'gzip', null],
    ['ZIP', Buffer.from('PK\x03\x04evil'), 'zip', null],
    ['a program', Buffer.from('MZ\x90\x00\x03\x00', 'latin1'), 'binary', null],
    ['noise', randomBytes(5000), 'binary', null],
  ])('%s', async (_what, content, kind, encoding) => {
    expect(detectKind(content)).toBe(kind)
    expect((await readPreview(content)).encoding).toBe(encoding)
    const logId = readId(await fromDevice(content))
    expect(await preview(logId)).toMatchObject(
      kind === 'text' || kind === 'gzip' ? { encoding } : { encoding: null, lines: [] },
    )
  })

  test('file names are sanitized: no path, no hidden characters, no header injection', async () => {
    expect(
      [
        '../../etc/passwd',
        'C:\\logs\\a.log',
        '...',
        '',
        'a\r\nset-cookie: x',
        '“灌溉”.log',
        '\u202Egnp.exe',
        '.htaccess',
        'x"; filename="y',
      ].map((name) => safeFileName(name, 'text')),
    ).toEqual([
      'passwd',
      'a.log',
      'app.log',
      'app.log',
      'aset-cookie x',
      '“灌溉”.log',
      'gnp.exe',
      'htaccess',
      'x; filename=y',
    ])
    const logId = readId(await fromDevice('x', { query: { fileName: "“灌溉” (1)'.log" } }))
    const { headers } = await console_.send('downloadAppLog', { params: { logId } }, maker)
    expect(headers['content-disposition']).toBe(
      'attachment; filename="app-log"; filename*=UTF-8\'\'%E2%80%9C%E7%81%8C%E6%BA%89%E2%80%9D%20%281%29%27.log',
    )
  })

  test('a log of others does not exist', async () => {
    const logId = readId(await fromDevice('x'))
    const other = await console_.person({ type: 'manufacturer' })
    for (const operation of [
      'getAppLog',
      'previewAppLog',
      'downloadAppLog',
      'deleteAppLog',
    ] as const) {
      expect(await console_.refusal(other, operation, { params: { logId } }), operation).toEqual([
        404,
        'not_found',
      ])
    }
  })
})

describe('deleteAppLog and deleteOldAppLogs', () => {
  const runJobs = () =>
    runDueJobs(db, [createJob(removeAppLogsKind, () => removeAppLogs(console_.services, store))])

  test('one, by its owner: hidden at once, its bytes removed soon, and logged; of two deletions one succeeds', async () => {
    const logId = readId(await fromDevice('x', { query: { fileName: 'bad.log' } }))
    const reader = await console_.colleague(team, { user_type: 3 })
    expect((await console_.refusal(reader, 'deleteAppLog', { params: { logId } }))[0]).toBe(403)
    expect((await console_.ask<AppLog>(team, 'getAppLog', { params: { logId } })).can).toEqual({
      delete: true,
    })
    const answers = await Promise.all(
      [1, 2].map(() => console_.refusal(team, 'deleteAppLog', { params: { logId } })),
    )
    expect(answers.toSorted(([one], [other]) => one - other)).toEqual([
      [204, undefined],
      [404, 'not_found'],
    ])
    expect((await list()).total).toBe(0)
    await runJobs()
    expect(stored.size).toBe(0)
    expect(
      await db
        .selectFrom('audit_log')
        .select(['action', 'object_name', 'details'])
        .where('object_id', '=', logId)
        .execute(),
    ).toMatchObject([
      {
        action: 'app-log.delete',
        object_name: 'bad.log',
        details: { droneId: drone.id, bytes: 1 },
      },
    ])
    expect(await verifyChain(db, team.account.id)).toMatchObject({ whole: true })
  })

  test('the maker of the drone can read its owner’s logs, but not delete them', async () => {
    const logId = readId(await fromDevice('kept'))
    expect((await list(maker)).items[0]).toMatchObject({ logId, can: { delete: false } })
    expect(await console_.refusal(maker, 'deleteAppLog', { params: { logId } })).toEqual([
      403,
      'forbidden',
    ])
    const before = new Date(now + day).toISOString()
    expect(await console_.ask(maker, 'deleteOldAppLogs', { body: { before } })).toEqual({
      deleted: 0,
      bytes: 0,
    })
    const download = await console_.send('downloadAppLog', { params: { logId } }, team)
    expect([download.statusCode, download.body]).toEqual([200, 'kept'])
  })

  test('by age: the account’s logs before the given time; returns number and bytes', async () => {
    await age(readId(await fromPerson(maker, 'old one')), 10)
    await age(readId(await fromPerson(maker, 'old two')), 10)
    await age(readId(await fromDevice('its owner’s')), 10)
    const foreign = await console_.person({ type: 'manufacturer' })
    await age(readId(await fromPerson(foreign, 'not theirs')), 10)
    await fromDevice('new')
    const before = new Date(now - 5 * day).toISOString()
    expect(await console_.ask(maker, 'deleteOldAppLogs', { body: { before } })).toEqual({
      deleted: 2,
      bytes: 14,
    })
    expect(await console_.ask(maker, 'deleteOldAppLogs', { body: { before } })).toEqual({
      deleted: 0,
      bytes: 0,
    })
    expect([(await list()).total, (await list(foreign)).total]).toEqual([2, 1])
    await runJobs()
    expect(stored.size).toBe(3)
    const audit = await db
      .selectFrom('audit_log')
      .select(['object_name', 'details'])
      .where('account_id', '=', maker.account.id)
      .where('action', '=', 'app-log.delete-old')
      .execute()
    expect(audit).toMatchObject([
      { object_name: '2', details: { olderThan: before, days: 5, count: 2, bytes: 14 } },
    ])
    expect(
      await console_.refusal(maker, 'deleteOldAppLogs', { body: { before: 'yesterday' } }),
    ).toEqual([400, 'invalid_input'])
  })

  test('keepAppLogs: older logs of this account are removed automatically', async () => {
    const [ofDrone, ofPeople] = [
      readId(await fromDevice('of its drone')),
      readId(await fromPerson(maker, 'of its people')),
    ]
    const foreign = await console_.person({ type: 'manufacturer' })
    await age(readId(await fromPerson(foreign, 'not theirs')), 400)
    expect((await list()).kept).toEqual({ days: null })
    expect(await console_.ask(maker, 'keepAppLogs', { body: { days: 30 } })).toEqual({ days: 30 })
    await console_.ask(maker, 'keepAppLogs', { body: { days: 30 } })
    expect((await list()).kept).toEqual({ days: 30 })
    for (const days of [0, 3651, 1.5, '30'])
      expect(await console_.refusal(maker, 'keepAppLogs', { body: { days } })).toEqual([
        400,
        'invalid_input',
      ])
    for (const logId of [ofDrone, ofPeople]) await age(logId, 30)
    await removeAppLogs(console_.services, store)
    expect((await list()).total).toBe(2)
    await fromDevice('new')
    for (const logId of [ofDrone, ofPeople]) await age(logId, 30.01)
    await removeAppLogs(console_.services, store)
    expect([(await list()).total, (await list(foreign)).total]).toEqual([1, 1])
    expect(await console_.ask(maker, 'keepAppLogs', { body: { days: null } })).toEqual({
      days: null,
    })
    const audit = await db
      .selectFrom('audit_log')
      .select('details')
      .where('account_id', '=', maker.account.id)
      .where('action', '=', 'app-log.keep')
      .orderBy('number')
      .execute()
    expect(audit.map(({ details }) => details)).toEqual([
      { before: { days: null }, after: { days: 30 } },
      { before: { days: 30 }, after: { days: null } },
    ])
  })
})
