import { beforeEach, describe, expect, test } from 'vitest'
import {
  alarmDeskRoutes,
  type Alarm,
  type AlarmDetail,
  type AlarmFigures,
} from '@swath/contract/alarms/alarm-desk'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import type { Events } from '../../../platform/events/events.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { alarmDeskHandlers } from './alarm-desk.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
const place = '156330106'
type List = { items: Alarm[]; total: number; stats: Record<Alarm['state'], number>; levels: object }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof alarmDeskRoutes>>>
let maker: TestPerson
let team: TestPerson
let drone: TestDrone

beforeEach(async () => {
  console_ = await openConsole(database, alarmDeskRoutes, alarmDeskHandlers, now)
  maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' })
  team = await console_.person(
    { type: 'operator', operator_type: 'team', name: 'Green Team' },
    { name: 'Wang Fang' },
  )
  drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
    region_code: place,
  })
  return () => console_.close()
})

const raise = async ({
  atMs = now - hour,
  type = 2,
}: { atMs?: number; type?: 1 | 2 } = {}): Promise<string> => {
  const id = crypto.randomUUID()
  const sortieId = await insertFlight(db, drone, { startMs: atMs - 60_000 })
  await db
    .insertInto('anomaly')
    .values({
      drone_id: drone.id,
      id,
      sortie_id: sortieId,
      type,
      level: type,
      cause: type === 1 ? crypto.randomUUID() : 'flow',
      at: new Date(atMs),
      lng: 120.15,
      lat: 30.25,
      manufacturer_id: drone.manufacturerId,
      operator_id: drone.operatorId,
      tenant_id: drone.tenantId,
      region_code: drone.regionCode,
      created_at: new Date(atMs),
    })
    .execute()
  return id
}
const inPath = (anomalyId: string) => ({ params: { anomalyId } })
const list = (person: TestPerson, query: Record<string, string> = {}): Promise<List> =>
  console_.ask<List>(person, 'listAlarms', { query })
const listIds = async (person: TestPerson, query: Record<string, string> = {}) =>
  (await list(person, query)).items.map(({ anomalyId }) => anomalyId)
const read = (person: TestPerson, anomalyId: string) =>
  console_.ask<AlarmDetail>(person, 'getAlarm', inPath(anomalyId))
const take = (
  person: TestPerson,
  call: 'acknowledgeAlarm' | 'assignAlarm' | 'commentAlarm' | 'closeAlarm' | 'reopenAlarm',
  anomalyId: string,
  body: object = {},
) => console_.ask<AlarmDetail>(person, call, { ...inPath(anomalyId), body })

describe('an alarm on the desk', () => {
  test('is acknowledged, assigned to a colleague, discussed, closed with a reason and reopened', async () => {
    const colleague = await console_.colleague(team, { name: 'Li Wei', user_type: 3 })
    const id = await raise()
    expect(await take(team, 'acknowledgeAlarm', id, { version: 1 })).toMatchObject({
      state: 'acknowledged',
      acknowledgedAt: new Date(now).toISOString(),
      can: { acknowledge: false, close: true, reopen: false },
    })
    await take(team, 'assignAlarm', id, { userId: colleague.id, version: 2 })
    await take(colleague, 'commentAlarm', id, { text: 'The pump was being rinsed.' })
    console_.clock.set(now + hour / 6)
    expect(
      await take(colleague, 'closeAlarm', id, { reason: 'technical', version: 3 }),
    ).toMatchObject({
      state: 'closed',
      closedReason: 'technical',
      assigneeName: 'Li Wei',
      commentNum: 1,
      can: { acknowledge: false, assign: false, comment: true, close: false, reopen: true },
    })
    const again = await take(team, 'reopenAlarm', id, { text: 'It came back.', version: 4 })
    expect(again).toMatchObject({ state: 'open', closedReason: null, closedAt: null })
    expect(
      again.steps.map(({ kind, userName, text, reason, assigneeName }) => [
        kind,
        userName,
        text || reason || assigneeName,
      ]),
    ).toEqual([
      ['acknowledge', 'Wang Fang', null],
      ['assign', 'Wang Fang', 'Li Wei'],
      ['comment', 'Li Wei', 'The pump was being rinsed.'],
      ['close', 'Li Wei', 'technical'],
      ['reopen', 'Wang Fang', 'It came back.'],
    ])
  })

  test('is closed for everyone; for people of other accounts, only their account is shown', async () => {
    const id = await raise()
    const county = await console_.person({ type: 'government', name: 'Xihu', region_code: place })
    await take(team, 'closeAlarm', id, { reason: 'allowed', text: 'Permit 7.' })
    const seen = await read(county, id)
    expect(seen.state).toBe('closed')
    expect(seen.steps).toMatchObject([
      { kind: 'close', userName: null, accountName: 'Green Team', text: 'Permit 7.' },
    ])
    await take(county, 'reopenAlarm', id, { text: 'Show the permit.' })
    expect((await read(team, id)).steps.at(-1)).toMatchObject({
      userName: null,
      accountName: 'Xihu',
    })
  })

  test('of two people who act on the same version, the second gets a conflict and nothing is lost', async () => {
    const id = await raise()
    await take(team, 'acknowledgeAlarm', id, { version: 1 })
    expect(
      await console_.refusal(maker, 'closeAlarm', {
        ...inPath(id),
        body: { reason: 'real', version: 1 },
      }),
    ).toEqual([409, 'conflict'])
    // A comment does not change the decision, so it conflicts with no one.
    await take(maker, 'commentAlarm', id, { text: 'We look into it.' })
    await take(team, 'closeAlarm', id, { reason: 'real', version: 2 })
    expect((await read(team, id)).steps.map(({ kind }) => kind)).toEqual([
      'acknowledge',
      'comment',
      'close',
    ])
  })

  test.each([
    ['acknowledgeAlarm', {}],
    ['closeAlarm', { reason: 'real' }],
    ['assignAlarm', { userId: null }],
  ] as const)('cannot be changed by %s once it is closed', async (call, body) => {
    const id = await raise()
    await take(team, 'closeAlarm', id, { reason: 'real' })
    expect(await console_.refusal(team, call, { ...inPath(id), body })).toEqual([409, 'conflict'])
  })

  test('cannot be assigned to another account, nor to a person without the right to handle alarms', async () => {
    const id = await raise()
    const pilot = await console_.colleague(team, { user_type: 2 })
    for (const userId of [maker.id, pilot.id])
      expect(
        await console_.refusal(team, 'assignAlarm', { ...inPath(id), body: { userId } }),
      ).toEqual([404, 'not_found'])
    expect((await read(team, id)).steps).toEqual([])
  })

  test('cannot be closed for reason "other" without an explanation', async () => {
    const id = await raise()
    expect(
      await console_.refusal(team, 'closeAlarm', { ...inPath(id), body: { reason: 'other' } }),
    ).toEqual([400, 'invalid_input'])
    await take(team, 'closeAlarm', id, { reason: 'other', text: 'A show flight.' })
  })

  test('can be read but not changed without the right to handle alarms', async () => {
    const id = await raise()
    const looker = await console_.colleague(team, { user_type: 5, rights: ['alarm.sms'] })
    expect((await read(looker, id)).can).toEqual({
      acknowledge: false,
      assign: false,
      comment: false,
      close: false,
      reopen: false,
    })
    expect(await console_.refusal(looker, 'acknowledgeAlarm', inPath(id))).toEqual([
      403,
      'forbidden',
    ])
  })

  test('notifies other consoles of each step, and its new handler', async () => {
    const heard: Events['alarmChanged'][] = []
    console_.services.events.on('alarmChanged', (event) => void heard.push(event))
    const colleague = await console_.colleague(team, { user_type: 3 })
    const id = await raise()
    await take(team, 'assignAlarm', id, { userId: colleague.id })
    await take(team, 'assignAlarm', id, { userId: colleague.id }) // it is assigned already
    await take(team, 'acknowledgeAlarm', id)
    expect(heard).toEqual([
      { droneId: drone.id, anomalyId: id, byUserId: team.id, assigneeId: colleague.id },
      { droneId: drone.id, anomalyId: id, byUserId: team.id, assigneeId: null },
    ])
  })
})

describe('listAlarms', () => {
  test('counts by state add up, and each filter narrows list and counts', async () => {
    const [open, mine, done, grave] = [
      await raise({ atMs: now - 4 * hour }),
      await raise({ atMs: now - 3 * hour }),
      await raise({ atMs: now - 2 * hour }),
      await raise({ atMs: now - hour, type: 1 }),
    ]
    await take(team, 'assignAlarm', mine, { userId: team.id })
    await take(team, 'acknowledgeAlarm', mine)
    await take(team, 'closeAlarm', done, { reason: 'false_alarm' })
    const all = await list(team)
    expect(all.stats).toEqual({ open: 2, acknowledged: 1, closed: 1 })
    expect(all.total).toBe(4)
    expect(all.levels).toEqual({ level1: 1, level2: 3, level3: 0 })
    expect(await listIds(team, { state: 'unclosed' })).toEqual([grave, mine, open])
    expect(await list(team, { state: 'closed', level: '2' })).toMatchObject({
      total: 1,
      stats: { open: 1, acknowledged: 1, closed: 1 },
      levels: { level1: 0, level2: 1, level3: 0 },
    })
    expect(await listIds(team, { assignee: 'me' })).toEqual([mine])
    expect(await listIds(team, { assignee: 'nobody', state: 'open' })).toEqual([grave, open])
    expect(await listIds(team, { closedReason: 'false_alarm' })).toEqual([done])
    expect(await listIds(team, { drone: drone.id.slice(2).toLowerCase() })).toHaveLength(4)
    expect(await listIds(team, { zzAccountName: 'alpha', yyAccountName: 'beta' })).toEqual([])
    expect(await listIds(team, { order: 'level', state: 'unclosed' })).toEqual([grave, mine, open])
    expect(
      await listIds(team, {
        startTime: new Date(now - 3 * hour).toISOString(),
        endTime: new Date(now - hour).toISOString(),
      }),
    ).toEqual([done, mine])
    expect(await listIds(team, { region: '156330000' })).toHaveLength(4)
    expect(await listIds(team, { region: '156440000' })).toEqual([])
  })

  test('exports as a file', async () => {
    await raise()
    await db
      .updateTable('anomaly')
      .set({ evidence: JSON.stringify({ zoneName: 'Field 7', leftByM: 40 }) })
      .where('id', '=', await raise({ type: 1 }))
      .execute()
    const file = await console_.send('exportAlarms', { query: { format: 'csv' } }, team)
    expect(file.body).toMatch(/Left the flight area Field 7/)
    expect(file.body).not.toMatch(/no-fly zone Field 7/)
    expect(file.body).toMatch(/Abnormal spraying/)
    expect(file.body).toMatch(/Open/)
  })
})

test('figures: the times within which 50% and 90% of a level were acknowledged and closed', async () => {
  for (let minutes = 1; minutes <= 10; minutes++) {
    const id = await raise({ atMs: now - hour })
    console_.clock.set(now - hour + minutes * 60_000)
    await take(team, 'acknowledgeAlarm', id)
    if (minutes > 2) continue
    console_.clock.set(now)
    await take(team, 'closeAlarm', id, { reason: 'real' })
  }
  // An alarm that closed automatically within a minute must not improve response times.
  await db
    .updateTable('anomaly')
    .set({ state: 'closed', closed_reason: 'expired', closed_at: new Date(now - hour + 60_000) })
    .where('id', '=', await raise({ atMs: now - hour }))
    .execute()
  const { levels } = await console_.ask<{ levels: AlarmFigures[] }>(team, 'getAlarmFigures')
  expect(levels.map(({ level, raised }) => [level, raised])).toEqual([
    [1, 0],
    [2, 11],
    [3, 0],
  ])
  expect(levels[0]).toMatchObject({ acknowledgeMedianS: null, closeMedianS: null })
  expect(levels[1]).toMatchObject({
    acknowledged: 10,
    acknowledgeMedianS: 330,
    acknowledgeP90S: 546,
    closed: 2,
    closeMedianS: 3600,
  })
})
