import { beforeEach, describe, expect, test } from 'vitest'
import { sessionRoutes, type OwnSession } from '@swath/contract/people/sessions'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { createSessions, type Sessions } from '../../../platform/auth/sessions.ts'
import { insertRegions } from '../../../platform/auth/testing.queries.ts'
import { createThemes } from '../../../platform/auth/themes.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { sessionHandlers } from './sessions.routes.ts'

const database = await ownTestDatabase(insertRegions)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof sessionRoutes>>>
let sessions: Sessions
let li: TestPerson
let heard: (readonly string[])[]
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

beforeEach(async () => {
  console_ = await openConsole(database, sessionRoutes, sessionHandlers, Date.now())
  sessions = createSessions(console_.services, createThemes(console_.services))
  li = await console_.person({ type: 'operator', name: 'Fields' })
  heard = []
  console_.services.events.on('accessChanged', ({ userIds }) => void heard.push(userIds))
  return () => console_.close()
})

/** Signs in the same person on another device. */
const also = async (
  where: Partial<{ host: string; ip: string; userAgent: string }> = {},
): Promise<TestPerson & { refreshToken: string }> => {
  const { jToken, refreshToken } = await tx(db, (trx) =>
    sessions.open(
      trx,
      li.id,
      { host: 'localhost', ip: '203.0.113.9', userAgent: phone, ...where },
      true,
    ),
  )
  return { ...li, token: jToken, refreshToken }
}
const list = async (person: TestPerson = li) =>
  (await console_.ask<{ items: OwnSession[] }>(person, 'listOwnSessions')).items
const status = async (person: TestPerson) =>
  (await console_.send('listOwnSessions', {}, person)).statusCode
const log = () =>
  db
    .selectFrom('audit_log')
    .select(['action', 'object_type', 'object_id', 'log_type', 'details', 'user_id', 'ip'])
    .where('account_id', '=', li.account.id)
    .orderBy('number')
    .execute()

describe('listOwnSessions', () => {
  test('lists device, address, host and times, last used first, and marks the caller’s own', async () => {
    console_.clock.advance(120_000)
    await also()
    await also({ ip: '::ffff:192.168.1.7', userAgent: 'curl/8', host: 'india.example' })
    const items = await list()
    expect(items).toHaveLength(3)
    expect(
      items.map(({ ip, localNetwork, host, current, device }) => ({
        ip,
        localNetwork,
        host,
        current,
        device,
      })),
    ).toEqual(
      expect.arrayContaining([
        {
          ip: '127.0.0.1',
          localNetwork: true,
          host: 'localhost',
          current: true,
          device: { kind: 'program', browser: null, system: null },
        },
        {
          ip: '203.0.113.9',
          localNetwork: false,
          host: 'localhost',
          current: false,
          device: { kind: 'phone', browser: 'Chrome', system: 'Android' },
        },
        {
          ip: '192.168.1.7',
          localNetwork: true,
          host: 'india.example',
          current: false,
          device: { kind: 'program', browser: null, system: null },
        },
      ]),
    )
    expect(items.map((one) => one.lastUsedAt)).toEqual(
      items
        .map((one) => one.lastUsedAt)
        .sort()
        .reverse(),
    )
    const own = items.find((one) => one.current)!
    expect(Date.parse(own.lastUsedAt) - Date.parse(own.signedInAt)).toBe(120_000)
  })

  test('leaves out expired sessions, and those of others', async () => {
    await also()
    await console_.colleague(li, {})
    await db
      .updateTable('session')
      .set({ idle_until: new Date(console_.clock.now() - 1) })
      .where('user_id', '=', li.id)
      .where('user_agent', '=', phone)
      .execute()
    expect(await list()).toHaveLength(1)
  })

  test('stores the last use of a session to the minute, with at most one write a minute', async () => {
    const used = async () => (await list())[0]!.lastUsedAt
    const first = await used()
    console_.clock.advance(30_000)
    expect(await used()).toBe(first)
    console_.clock.advance(31_000)
    expect(await used()).toBe(new Date(console_.clock.now()).toISOString())
    const there = await also()
    console_.clock.advance(10_000)
    await sessions.refresh(there.refreshToken, {
      host: 'localhost',
      ip: '203.0.113.10',
      userAgent: phone,
    })
    expect((await list()).find((one) => !one.current)).toMatchObject({
      ip: '203.0.113.10',
      lastUsedAt: new Date(console_.clock.now()).toISOString(),
    })
  })
})

describe('endOwnSession', () => {
  test('ends one at once, notifies open pages, and is logged', async () => {
    const there = await also()
    const { sessionId } = (await list()).find((one) => !one.current)!
    expect(await status(there)).toBe(200)
    await console_.ask(li, 'endOwnSession', { params: { sessionId } })
    expect([await status(there), await status(li)]).toEqual([401, 200])
    expect(
      await sessions.refresh(there.refreshToken, {
        host: 'localhost',
        ip: '203.0.113.9',
        userAgent: phone,
      }),
    ).toBeNull()
    expect(heard).toEqual([[li.id]])
    expect(await log()).toMatchObject([
      {
        action: 'session.end-other',
        object_type: 'session',
        object_id: sessionId,
        log_type: 1,
        user_id: li.id,
        ip: '127.0.0.1',
      },
    ])
    expect(await verifyChain(db, li.account.id)).toMatchObject({ whole: true })
  })

  test('may end the caller’s own session, which signs them out', async () => {
    const [own] = await list()
    await console_.ask(li, 'endOwnSession', { params: { sessionId: own!.sessionId } })
    expect(await status(li)).toBe(401)
    expect(await log()).toMatchObject([{ action: 'session.end' }])
  })

  test('of a colleague does not exist', async () => {
    const wang = await console_.colleague(li, {})
    const [wangs] = await list(wang)
    const foreign = await console_.send(
      'endOwnSession',
      { params: { sessionId: wangs!.sessionId } },
      li,
    )
    const unknown = await console_.send(
      'endOwnSession',
      { params: { sessionId: crypto.randomUUID() } },
      li,
    )
    const same = ({ traceId: _, ...body }: Record<string, unknown>) => body
    expect([foreign.statusCode, same(foreign.json())]).toEqual([404, same(unknown.json())])
    expect(await status(wang)).toBe(200)
    expect(await log()).toEqual([])
  })
})

describe('endOtherSessions', () => {
  test('ends all except the caller’s own', async () => {
    const others = [await also(), await also(), await also({ host: 'india.example' })]
    const wang = await console_.colleague(li, {})
    expect(await console_.ask(li, 'endOtherSessions')).toEqual({ ended: 3 })
    expect(await Promise.all([...others.slice(0, 2), li, wang].map(status))).toEqual([
      401, 401, 200, 200,
    ])
    expect(await list()).toHaveLength(1)
    expect(await log()).toMatchObject([
      { action: 'session.end-others', object_id: li.id, details: { count: 3, host: 'localhost' } },
    ])
    expect(heard).toEqual([[li.id]])
  })

  test('logs nothing without other sessions', async () => {
    expect(await console_.ask(li, 'endOtherSessions')).toEqual({ ended: 0 })
    expect([await log(), heard]).toEqual([[], []])
  })
})

test('are available to people whose account waits for review', async () => {
  const waiting = await console_.person({ type: 'operator', check_status: 1 })
  expect((await list(waiting))[0]).toMatchObject({ current: true })
})
