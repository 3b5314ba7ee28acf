// Alarms of flights that depend on their task: area that another flight of the task had covered,
// and a crop that differs from the task's, in any order of changes and arrival.
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { ANOMALY_TYPES } from '@swath/domain/anomaly-rules'
import { startGateway, type Gateway } from '../../../gateway/gateway.ts'
import { createPostgresLog } from '../../../gateway/ingest-log/public.ts'
import { seedFleet, type TestFleet } from '../../../gateway/testing.seed.ts'
import { settableClock } from '../../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { createEventBus } from '../../../platform/events/events.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { assignFlights } from './assign-again.ts'
import { measureTasks } from './measure-tasks.ts'

const start = Date.UTC(2026, 5, 1, 1)
const hourMs = 3_600_000
const later = start + 24 * hourMs
const [first, second] = ['TA-0', 'TA-1'] as const
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const clock = settableClock(start)
const log = pino({ level: 'silent' })
const quiet = new AbortController().signal
let fleet: TestFleet
let gateway: Gateway
let taskId: number

const metreLng = 1 / 96_262
const metreLat = 1 / 110_861
const [west, south, east, north] = [
  120.15 - 10 * metreLng,
  30.25 - 10 * metreLat,
  120.15 + 140 * metreLng,
  30.25 + 60 * metreLat,
]

const insertPlot = () =>
  db
    .insertInto('plot')
    .values({
      id: crypto.randomUUID(),
      account_id: fleet.operatorId,
      name: 'East field',
      region_code: '156330100',
      parts: JSON.stringify([
        [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      ]),
      bounds: `(${east},${north}),(${west},${south})`,
      area_m2: 150 * 70,
      crop_id: 'rice',
      created_by: null,
      shape_at: new Date(0),
    })
    .execute()

const insertTask = async (): Promise<number> => {
  const days = { start_day: '2026-05-30', end_day: '2026-06-20' }
  const { id } = await db
    .insertInto('unified_task')
    .values({
      account_id: fleet.operatorId,
      name: 'Rice blast, June',
      region_code: '156330100',
      time_zone: 'Asia/Shanghai',
      type: 1,
      crop_id: 'rice',
      state: 'open',
      ...days,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('unified_task_drone')
    .values(
      [first, second].map((drone_id) => ({
        task_id: id,
        drone_id,
        data_start_day: days.start_day,
        data_end_day: days.end_day,
      })),
    )
    .execute()
  return id
}

beforeEach(async () => {
  for (const table of [
    'unified_task',
    'plot',
    'anomaly',
    'work_record',
    'sortie',
    'track_chunk',
    'device_event',
    'recompute',
    'drone_total',
  ] as const)
    await db.deleteFrom(table).execute()
  fleet = await seedFleet(db, 'TA', 2)
  await insertPlot()
  taskId = await insertTask()
  clock.set(start)
  gateway = await startGateway({
    db,
    clock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events: createEventBus(),
    log,
    door: false,
  })
  return () => gateway.stop()
})

/** Lanes of 120 m, 5 m apart, in alternating directions. */
const fly = async (droneId: string, fromMs: number, firstLane = 0): Promise<void> => {
  const points = Array.from({ length: 4 * 25 + 40 }, (_, i) => {
    const flown = i - 20
    const isUp = flown >= 0 && flown < 100
    const [lane, along] = [firstLane + Math.floor(flown / 25), flown % 25]
    const x = isUp ? (lane % 2 === 0 ? along : 24 - along) * 5 : 0
    return {
      t: fromMs + i * 1000,
      lng: 120.15 + x * metreLng,
      lat: 30.25 + (isUp ? lane * 5 : 0) * metreLat,
      height: isUp ? 3 : 0,
      speed: isUp ? 5 : 0,
      heading: 90,
      flow: isUp ? 2.4 : 0,
      pump: isUp,
    }
  })
  const ingest = createPostgresLog(db)
  const boot = `k${fromMs}`
  const append = (kind: 'track' | 'event', fields: object) =>
    ingest.append({
      receivedAtMs: clock.now(),
      droneId,
      kind,
      refusal: '',
      bytes: Buffer.from(JSON.stringify({ v: 1, boot, ...fields })),
    })
  clock.set(fromMs + points.length * 1000)
  await append('event', {
    seq: 1_000,
    t: fromMs + 20_000,
    type: 'takeoff',
    sortie: 1,
    crop: 'rice',
  })
  for (let from = 0; from < points.length; from += 20)
    await append('track', { seq: from, pts: points.slice(from, from + 20) })
  await gateway.drain()
  clock.set(clock.now() + 600_000)
  await gateway.drain()
  await ingest.close()
}

const settle = async (): Promise<void> => {
  clock.set(later)
  await assignFlights({ db }, { taskId }, quiet)
  await measureTasks({ db, clock, log }, quiet)
  await gateway.drain()
  // The gateway's own jobs may still be processing the last of them.
  await expect.poll(() => db.selectFrom('flight_again').selectAll().execute()).toEqual([])
}

const alarms = async () => {
  const rows = await db
    .selectFrom('anomaly')
    .where('closed_reason', 'is', null)
    .where('type', 'in', [ANOMALY_TYPES.wrong_acres.code, ANOMALY_TYPES.wrong_crops.code])
    .select(['drone_id', 'cause', 'evidence'])
    .orderBy('drone_id')
    .orderBy('cause')
    .execute()
  return rows.map(({ drone_id, cause }) => `${drone_id} ${cause}`)
}

test('a drone that sprays area already sprayed by another drone of the task raises one alarm', async () => {
  await fly(first, start)
  await fly(second, start + 2 * hourMs)
  await settle()
  expect(await alarms()).toEqual([`${second} already_covered`])
  const [one] = await db.selectFrom('anomaly').select('evidence').execute()
  expect(one!.evidence).toMatchObject({
    alreadyCoveredShare: expect.closeTo(1, 1) as number,
    limitAlreadyRatio: 0.2,
  })
  await settle()
  expect(await alarms()).toEqual([`${second} already_covered`])
})

test('if the earlier flight arrives late, the later one still raises the alarm', async () => {
  await fly(second, start + 2 * hourMs)
  await settle()
  expect(await alarms()).toEqual([])
  await fly(first, start)
  await settle()
  expect(await alarms()).toEqual([`${second} already_covered`])
})

test('lanes next to those of another drone raise no alarm', async () => {
  await fly(first, start, 4)
  await fly(second, start + 2 * hourMs)
  await settle()
  expect(await alarms()).toEqual([])
})

test('the alarm is withdrawn when the flight leaves the task', async () => {
  await fly(first, start)
  await fly(second, start + 2 * hourMs)
  await settle()
  await db.deleteFrom('unified_task_drone').where('drone_id', '=', first).execute()
  await assignFlights({ db }, { taskId, droneIds: [first] }, quiet)
  await settle()
  expect(await alarms()).toEqual([])
})

test('when the crop of the task changes, alarms are raised and withdrawn', async () => {
  await fly(first, start)
  await settle()
  expect(await alarms()).toEqual([])
  const grow = (crop: string | null) =>
    db.updateTable('unified_task').set({ crop_id: crop }).where('id', '=', taskId).execute()
  await grow('wheat')
  await settle()
  expect(await alarms()).toEqual([`${first} task`])
  await grow(null)
  await settle()
  expect(await alarms()).toEqual([])
})
