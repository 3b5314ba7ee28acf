import { beforeEach, describe, expect, test } from 'vitest'
import { systemLogRoutes, type SystemLog } from '@swath/contract/people/system-logs'
import {
  recordAudit,
  signInLog,
  changeLog,
  type AuditEntry,
} from '../../../platform/audit/audit.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { tx } from '../../../platform/database/database.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { readCsv } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { systemLogHandlers } from './system-logs.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const minute = 60_000
type List = {
  items: SystemLog[]
  total: number
  more: boolean
  pageIndex: number
  size: number
  actions: { action: string; label: string }[]
}

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof systemLogRoutes>>>
let boss: TestPerson

beforeEach(async () => {
  console_ = await openConsole(database, systemLogRoutes, systemLogHandlers, now)
  boss = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
  return () => console_.close()
})

const did = (person: TestPerson, action: string, given: Partial<AuditEntry> = {}) =>
  tx(db, (trx) =>
    recordAudit(trx, {
      accountId: person.account.id,
      atMs: now,
      logType: changeLog,
      user: { id: person.id, name: 'Boss' },
      ip: '203.0.113.9',
      action,
      object: { type: 'member', id: 'x', name: 'Zhao' },
      ...given,
    }),
  )
const list = (query: Record<string, string | number> = {}, person = boss, language = 'en') =>
  console_.ask<List>(person, 'listSystemLogs', { query, language })
const actions = async (query: Record<string, string | number> = {}, person = boss) =>
  (await list(query, person)).items.map(({ action }) => action)

describe('listSystemLogs', () => {
  test('shows actions in the reader’s language, with names and differences', async () => {
    await did(boss, 'member.update', {
      details: {
        before: { userName: 'Zhao', userType: 3, rights: null, note: { a: 1, b: 2 } },
        after: { userType: 5, userName: 'Zhao', rights: ['task.manage'], note: { b: 2, a: 1 } },
      },
    })
    const [row] = (await list()).items
    expect(row).toMatchObject({
      number: 1,
      logType: 2,
      accountName: 'Green Team',
      userName: 'Boss',
      ip: '203.0.113.9',
      action: 'member.update',
      sentence: 'Changed the member “Zhao”',
      changes: expect.arrayContaining([
        { field: 'userType', before: 3, after: 5 },
        { field: 'rights', before: null, after: ['task.manage'] },
      ]),
      details: {},
    })
    const sentencesIn = (language: string) =>
      list({}, boss, language).then(({ items }) => items[0]!.sentence)
    expect(await Promise.all(['zh-CN', 'zh-TW', 'th', 'ko'].map(sentencesIn))).toEqual([
      '修改成员“Zhao”',
      '修改成員「Zhao」',
      'แก้ไขสมาชิก “Zhao”',
      '구성원 “Zhao” 변경',
    ])
  })

  test('why a sign-in was refused, and on which device', async () => {
    await did(boss, 'session.refuse', {
      logType: signInLog,
      object: undefined as never,
      details: {
        host: 'swath.example',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
        reason: 'console_not_for_pilots',
      },
    })
    expect((await list()).items[0]).toMatchObject({
      sentence: 'Sign-in refused: pilots can’t use the console',
      device: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
      deviceName: { kind: 'computer', browser: 'Chrome', system: 'Linux' },
      details: { host: 'swath.example', reason: 'console_not_for_pilots' },
    })
  })

  test('shows a deleted object by its old name, and an unknown action by its key', async () => {
    await did(boss, 'member.delete', { details: { before: { userName: 'Zhao', userType: 2 } } })
    await did(boss, 'nobody.knows')
    const { items } = await list()
    expect(items.map(({ sentence }) => sentence)).toEqual([
      'nobody.knows: Zhao',
      'Deleted the member “Zhao”',
    ])
    expect(items[1]!.changes).toEqual([
      { field: 'userName', before: 'Zhao', after: null },
      { field: 'userType', before: 2, after: null },
    ])
  })

  test('the own account and those below it; a government only its own; the platform all', async () => {
    const platform = await console_.person({ type: 'platform', name: 'Platform' })
    const county = await console_.person({ type: 'government', region_code: '156330106' })
    const sub = await console_.person({
      type: 'operator',
      operator_type: 'team',
      parent: boss.account,
      name: 'Sub Team',
    })
    const stranger = await console_.person({
      type: 'operator',
      operator_type: 'team',
      name: 'Stranger',
    })
    for (const person of [boss, sub, stranger, county])
      await did(person, 'member.create', {
        atMs: now + 1,
        object: { type: 'member', id: person.id },
      })
    const objects = async (person: TestPerson, query = {}) =>
      (await list(query, person)).items
        .map(({ objectId }) => String(objectId))
        .toSorted((a, b) => a.localeCompare(b))
    expect(await objects(boss)).toEqual([boss.id, sub.id].toSorted())
    expect(await objects(boss, { accountName: 'sub' })).toEqual([sub.id])
    expect(await objects(sub)).toEqual([sub.id])
    expect(await objects(county)).toEqual([county.id])
    expect(await objects(platform, { startTime: new Date(now + 1).toISOString() })).toEqual(
      expect.arrayContaining([boss.id, sub.id, stranger.id, county.id]),
    )
    const many = await Promise.all(
      Array.from({ length: 40 }, () =>
        console_.person({ type: 'operator', operator_type: 'team', parent: boss.account }),
      ),
    )
    await did(many[39]!, 'member.create', { object: { type: 'member', id: 'last' } })
    console_.clock.advance(6_000) // the cached scopes of those above expire
    expect(await objects(boss)).toEqual([boss.id, sub.id, 'last'].toSorted())
  })

  test('requires the right to view system logs', async () => {
    for (const userType of [3, 5, 6] as const) {
      const person = await console_.colleague(boss, { user_type: userType })
      for (const operation of ['listSystemLogs', 'exportSystemLogs', 'checkSystemLog'] as const)
        expect(await console_.refusal(person, operation)).toEqual([403, 'forbidden'])
    }
    const named = await console_.colleague(boss, { user_type: 5, rights: ['systemLog.view'] })
    expect(await list({}, named)).toMatchObject({ total: 0, more: false })
  })

  test('filters, order and pages, newest first', async () => {
    await did(boss, 'session.open', { logType: signInLog, atMs: now - 3 * minute })
    await did(boss, 'member.create', { atMs: now - 2 * minute, user: { id: null, name: 'Qian' } })
    await did(boss, 'member.delete', { atMs: now - minute })
    expect(await actions()).toEqual(['member.delete', 'member.create', 'session.open'])
    expect(await actions({ order: 'time' })).toEqual([
      'session.open',
      'member.create',
      'member.delete',
    ])
    expect(await actions({ logType: '1' })).toEqual(['session.open'])
    expect(await actions({ logType: '1,2', userName: 'qi' })).toEqual(['member.create'])
    expect(await actions({ action: 'member.delete' })).toEqual(['member.delete'])
    expect(
      await actions({
        startTime: new Date(now - 2 * minute).toISOString(),
        endTime: new Date(now - 2 * minute).toISOString(),
      }),
    ).toEqual(['member.create'])
    expect(await list({ pageIndex: 2, size: 2 })).toMatchObject({
      items: [{ action: 'session.open' }],
      total: 3,
      stats: { 1: 1, 2: 2 },
      more: false,
      pageIndex: 2,
      size: 2,
    })
    expect((await list({}, boss, 'zh-CN')).actions).toContainEqual({
      action: 'member.delete',
      label: '删除成员“…”',
    })
  })

  test('a page beyond ten thousand rows is refused, not read', async () => {
    expect(
      await console_.refusal(boss, 'listSystemLogs', { query: { pageIndex: 501, size: 20 } }),
    ).toEqual([400, 'invalid_input'])
    expect((await list({ pageIndex: 500, size: 20 })).items).toEqual([])
  })
})

describe('exportSystemLogs', () => {
  test('continues where a batch ends, in either order, even with many rows at the same moment', async () => {
    await did(boss, 'member.create')
    const row = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('account_id', '=', boss.account.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('audit_log')
      .values(
        Array.from({ length: 2399 }, (_, i) => ({
          ...row,
          details: '{}',
          number: i + 2,
          at: new Date(now + Math.floor(i / 700)),
        })),
      )
      .execute()
    for (const order of ['time', '-time']) {
      const numbers = readCsv(
        (await console_.send('exportSystemLogs', { query: { order } }, boss)).body,
      ).map((each) => Number(each['Number']))
      expect(numbers).toHaveLength(2400)
      expect(numbers).toEqual(numbers.toSorted((a, b) => (order === 'time' ? a - b : b - a)))
    }
  })

  test('uses the language and time zone of its reader', async () => {
    await did(boss, 'member.create', { details: { userAgent: 'Mozilla/5.0' } })
    expect(
      readCsv(
        (
          await console_.send(
            'exportSystemLogs',
            { query: { action: 'member.create' }, language: 'th' },
            boss,
          )
        ).body,
      ),
    ).toEqual([
      expect.objectContaining({
        'เวลา (Asia/Shanghai)': '2026/06/15 12:00:00',
        'บัญชี': 'Green Team',
        'รายการที่ทำ': 'เพิ่มสมาชิก “Zhao”',
        'ประเภท': 'การเปลี่ยนแปลง',
        'อุปกรณ์': 'Mozilla/5.0',
        'ที่อยู่ IP': '203.0.113.9',
      }),
    ])
  })
})

describe('checkSystemLog', () => {
  const check = () =>
    console_.ask<{ whole: boolean; number: number; checkedAt: string }>(boss, 'checkSystemLog')

  test('reports the last verified entry of the own log; verifies at most once a minute', async () => {
    await did(boss, 'member.create')
    await did(boss, 'member.delete')
    const first = {
      whole: true,
      number: 2,
      checkedAt: new Date(now).toISOString(),
      othersListed: false,
    }
    expect(await check()).toEqual(first)
    await did(boss, 'member.create')
    console_.clock.advance(minute - 1)
    expect(await Promise.all([check(), check()])).toEqual([first, first])
    console_.clock.advance(1)
    expect(await check()).toEqual({
      whole: true,
      number: 3,
      checkedAt: new Date(now + minute).toISOString(),
      othersListed: false,
    })
  })

  test('names the last entry before a changed one', async () => {
    for (const action of ['member.create', 'member.update', 'member.delete'])
      await did(boss, action)
    await db
      .updateTable('audit_log')
      .set({ user_name: 'Nobody' })
      .where('account_id', '=', boss.account.id)
      .where('number', '=', 2)
      .execute()
    expect(await check()).toMatchObject({ whole: false, number: 1 })
  })
})
