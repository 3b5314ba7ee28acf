import { beforeEach, describe, expect, test } from 'vitest'
import { rosterRoutes, type OnDuty, type Roster } from '@swath/contract/alarms/rosters'
import type { Answer } from '@swath/contract/kit'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { rosterHandlers } from './rosters.routes.ts'

/** Monday noon in Shanghai. */
const now = Date.parse('2026-06-15T04:00:00Z')
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof rosterRoutes>>>
let boss: TestPerson
let second: TestPerson

beforeEach(async () => {
  console_ = await openConsole(database, rosterRoutes, rosterHandlers, now)
  boss = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
  second = await console_.colleague(boss, { user_type: 5, name: 'Second' })
  return () => console_.close()
})

const shift = (from: string, until: string, days = [1, 2, 3, 4, 5]) => ({
  days,
  from,
  until,
  userIds: [boss.id, second.id],
})
const body = (changed: object = {}) => ({
  rosterName: 'Days',
  region: null,
  minutes: 10,
  shifts: [shift('08:00', '18:00')],
  ...changed,
})
const add = (changed: object = {}) =>
  console_.ask<Roster>(boss, 'addRoster', { body: body(changed) })
const list = () => console_.ask<Answer<typeof rosterRoutes.listRosters>>(boss, 'listRosters')
const listOnDuty = async () =>
  (await console_.ask<{ items: OnDuty[] }>(boss, 'getOnDuty')).items.map(
    ({ rosterName, people }) => [rosterName, people.map(({ userName }) => userName)],
  )
/** Fields and messages of a refusal. */
const mistakes = async (changed: object) => {
  const reply = await console_.send('addRoster', { body: body(changed) }, boss)
  return reply.json<{ details: { path: string; message: string }[] }>().details
}

test('a roster is added, changed and deleted, and the smallest region comes first', async () => {
  const everywhere = await add()
  expect(everywhere).toMatchObject({ ...body(), regionPath: [], version: 1 })
  const county = await add({ rosterName: 'County', region: '156330106' })
  expect(county.regionPath).toHaveLength(4)
  await add({ rosterName: 'City', region: '156330100' })
  expect((await list()).items.map(({ rosterName }) => rosterName)).toEqual([
    'County',
    'City',
    'Days',
  ])
  const { rosterId, version } = everywhere
  const changed = await console_.ask<Roster>(boss, 'updateRoster', {
    body: { ...body({ minutes: 20 }), rosterId, version },
  })
  expect(changed).toMatchObject({ minutes: 20, version: 2 })
  expect(
    await console_.refusal(boss, 'updateRoster', { body: { ...body(), rosterId, version } }),
  ).toEqual([409, 'conflict'])
  await console_.ask(boss, 'deleteRoster', { params: { rosterId } })
  expect((await list()).items).toHaveLength(2)
  const rows = await db
    .selectFrom('audit_log')
    .where('account_id', '=', boss.account.id)
    .where('object_type', '=', 'roster')
    .select('action')
    .orderBy('number')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual([
    'roster.add',
    'roster.add',
    'roster.add',
    'roster.update',
    'roster.delete',
  ])
})

describe('is refused with the field', () => {
  test('if shifts overlap', async () => {
    const shifts = [shift('08:00', '18:00'), shift('17:59', '20:00', [5])]
    expect(await mistakes({ shifts })).toMatchObject([{ path: 'shifts' }])
    await add({ shifts: [shift('08:00', '18:00'), shift('18:00', '08:00')] })
  })
  test('if the region has a roster, or does not exist', async () => {
    await add()
    expect(await mistakes({})).toMatchObject([{ path: 'region' }])
    expect(await mistakes({ region: '156999999' })).toMatchObject([{ path: 'region' }])
  })
  test.each([
    { minutes: 0 },
    { minutes: 121 },
    { shifts: [] },
    { rosterName: ' ' },
    { shifts: [{ days: [], from: '08:00', until: '09:00', userIds: [] }] },
  ])('if it is outside the limits: %j', async (changed) => {
    expect(await mistakes(changed)).not.toEqual([])
  })
  test('if a shift has one person, or the same person twice', async () => {
    for (const userIds of [[boss.id], [boss.id, boss.id]])
      expect(await mistakes({ shifts: [{ ...shift('08:00', '09:00'), userIds }] })).toHaveLength(1)
  })
})

test('people of other accounts do not exist, and rosters neither', async () => {
  const stranger = await console_.person({ type: 'operator', operator_type: 'team', name: 'Blue' })
  const userIds = [boss.id, stranger.id]
  expect(
    await console_.refusal(boss, 'addRoster', {
      body: body({ shifts: [{ ...shift('08:00', '09:00'), userIds }] }),
    }),
  ).toEqual([404, 'not_found'])
  const { rosterId } = await add()
  for (const [operation, request] of [
    ['updateRoster', { body: { ...body(), rosterId } }],
    ['deleteRoster', { params: { rosterId } }],
  ] as const)
    expect(await console_.refusal(stranger, operation, request)).toEqual([404, 'not_found'])
})

test('an account has at most 20 rosters', async () => {
  const { rosterId } = await add()
  const row = { account_id: boss.account.id, minutes: 5, shifts: '[]' }
  for (let i = 1; i < 20; i++)
    await db
      .insertInto('duty_roster')
      .values({ ...row, id: crypto.randomUUID(), name: `${i}`, region_code: `1563301${10 + i}` })
      .execute()
  expect(
    await console_.refusal(boss, 'addRoster', { body: body({ region: '156330106' }) }),
  ).toEqual([409, 'too_many_rosters'])
  await console_.ask(boss, 'updateRoster', { body: { ...body({ minutes: 1 }), rosterId } })
})

test('people with the right manage rosters; members without it read them', async () => {
  const reader = await console_.colleague(boss, { user_type: 4, rights: ['alarm.sms'] })
  await add()
  const { items, can } = await console_.ask<Answer<typeof rosterRoutes.listRosters>>(
    reader,
    'listRosters',
  )
  expect([items[0]?.can, can]).toEqual([{ update: false, delete: false }, { create: false }])
  expect(await console_.refusal(reader, 'addRoster', { body: body() })).toEqual([403, 'forbidden'])
})

test('who is on duty changes exactly at the times of the shifts', async () => {
  await add({ shifts: [shift('08:00', '12:01', [1])] })
  expect(await listOnDuty()).toEqual([['Days', [expect.any(String), 'Second']]])
  console_.clock.set(now + 59_999)
  expect(await listOnDuty()).toMatchObject([['Days', { length: 2 }]])
  console_.clock.set(now + 60_000)
  expect(await listOnDuty()).toEqual([['Days', []]])
})

test('people who cannot be notified are shown with the reason', async () => {
  const others = []
  for (const name of ['Deleted', 'Disabled', 'No right', 'Silent'])
    others.push(await console_.colleague(boss, { user_type: 5, name }))
  const [deleted, disabled, noRight, silent] = others as [
    TestPerson,
    TestPerson,
    TestPerson,
    TestPerson,
  ]
  await add({
    shifts: [
      { ...shift('08:00', '12:00'), userIds: [deleted.id, disabled.id] },
      { ...shift('12:00', '18:00'), userIds: [noRight.id, silent.id, second.id] },
    ],
  })
  const update = (id: string, set: object) =>
    db.updateTable('app_user').set(set).where('id', '=', id).execute()
  const erased = { phone: null, email: null, password_hash: null, enabled: false }
  await update(deleted.id, { ...erased, deleted_at: new Date(now) })
  await update(disabled.id, { enabled: false })
  await update(noRight.id, { rights: [] })
  await update(silent.id, { settings: JSON.stringify({ alarmChannels: [] }) })
  const { people } = await list()
  expect(people.map(({ userName, state }) => [userName, state])).toEqual([
    ['Deleted', 'deleted'],
    ['Disabled', 'disabled'],
    ['No right', 'noRight'],
    ['Second', 'ready'],
    ['Silent', 'unreachable'],
  ])
  const session = await db
    .selectFrom('session')
    .where('user_id', '=', silent.id)
    .select('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('push_subscription')
    .values({
      id: silent.id,
      user_id: silent.id,
      session_id: session.id,
      endpoint: 'https://push.example/silent',
      p256dh: Buffer.alloc(65),
      auth: Buffer.alloc(16),
      user_agent: 'test',
      created_at: new Date(now),
    })
    .execute()
  expect((await list()).people.at(-1)).toMatchObject({ userName: 'Silent', state: 'ready' })
})
