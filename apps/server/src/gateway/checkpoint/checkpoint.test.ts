import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { createEventBus } from '../../platform/events/events.ts'
import { followAwaitedPoints } from './awaited-points.ts'
import { createCheckpoints } from './checkpoint.ts'
import { awaitNewPoints } from '../tracks/awaited-points.queries.ts'
import { unpackPoints } from '../tracks/chunk.ts'
import { createCounters } from '../counters.ts'
import { decodeRecords, shardCount, type Consumption } from '../ingest-log/ingest-log.ts'
import { createPostgresLog } from '../ingest-log/ingest-log.postgres.queries.ts'
import { createLiveState } from '../live/live-state.ts'
import { createPipeline } from '../pipeline/pipeline.ts'
import { seedFleet } from '../testing.seed.ts'

const own = await ownTestDatabase()

/** A worker with a fleet, whose devices send points at a time of the clock. */
const startWorker = async (prefix: string, count: number, clock = systemClock) => {
  const { db } = own
  const log = pino({ level: 'silent' })
  const { drones } = await seedFleet(db, prefix, count)
  const counters = createCounters()
  const live = createLiveState({ db, clock, events: createEventBus(), log })
  await live.load()
  const pipeline = createPipeline({
    live,
    counters,
    onLanded: () => {},
    onAlarm: () => {},
    onBroken: (_record, error) => {
      throw error
    },
  })
  const ingestLog = createPostgresLog(db, { pollMs: 60_000 })
  const consumption: Consumption = await ingestLog.consume(pipeline.sink)
  const checkpoints = createCheckpoints({
    db,
    clock,
    log,
    counters,
    pipeline,
    live,
    consumption: () => consumption,
    onLanded: () => {},
  })
  let seq = 0
  const send = (tMs: number): Promise<unknown> =>
    Promise.all(
      drones.map(({ droneId }) =>
        ingestLog.append({
          receivedAtMs: clock.now(),
          droneId,
          kind: 'track',
          refusal: '',
          bytes: Buffer.from(
            JSON.stringify({ boot: 'k', seq: seq++, pts: [{ t: tMs, lng: 120, lat: 30 }] }),
          ),
        }),
      ),
    )
  const stop = async (): Promise<void> => {
    live.stop()
    await consumption.stop()
    await ingestLog.close()
    await db.deleteFrom('ingest_segment').execute() // the next worker would read them
  }
  return { db, log, drones, pipeline, consumption, checkpoints, send, stop }
}

test('after a shard is lost while its points become rows, its segments remain for the next worker', async () => {
  const { db, drones, pipeline, checkpoints, send, stop } = await startWorker('CP', 1_000)
  await send(Date.now())

  const written = checkpoints.all()
  setImmediate(() => {
    for (let shard = 0; shard < shardCount; shard++) pipeline.sink.lost(shard)
  })
  await written
  const chunks = await db.selectFrom('track_chunk').select(['drone_id', 'columns']).execute()
  const segments = await db.selectFrom('ingest_segment').select('payload').execute()
  const kept = new Set(
    chunks
      .filter((chunk) => unpackPoints(chunk.columns).length === 1)
      .map((chunk) => chunk.drone_id),
  )
  expect(kept.size).toBeLessThan(drones.length) // the shard was lost halfway
  for (const { payload } of segments)
    for (const record of decodeRecords(payload)) kept.add(record.droneId)
  expect(drones.filter(({ droneId }) => !kept.has(droneId))).toEqual([])

  await stop()
})

test('the mark of a flight moves when it would soon be due, and keeps the whole time range', async () => {
  let nowMs = Date.now()
  const { db, drones, checkpoints, send, stop } = await startWorker('MK', 1, { now: () => nowMs })
  const { droneId } = drones[0]!
  const readMark = () =>
    db
      .selectFrom('recompute')
      .where('drone_id', '=', droneId)
      .select(['from_at', 'until_at', 'due_at'])
      .executeTakeFirst()
  const startMs = nowMs
  const flyFor = async (seconds: number): Promise<void> => {
    for (let i = 0; i < seconds; i += 5) {
      await send(nowMs)
      await checkpoints.all()
      nowMs += 5_000
    }
  }
  await flyFor(5)
  const first = await readMark()
  expect(first).toMatchObject({ from_at: new Date(startMs), until_at: new Date(startMs) })
  expect(first!.due_at.getTime() - startMs).toBeGreaterThan(120_000)
  await flyFor(60)
  expect(await readMark()).toEqual(first)
  await flyFor(10)
  const moved = await readMark()
  expect(moved!.from_at).toEqual(new Date(startMs))
  expect(moved!.due_at.getTime() - moved!.until_at.getTime()).toBeGreaterThan(120_000)
  expect(moved!.until_at.getTime()).toBeGreaterThan(startMs + 60_000)

  // before a recomputation, everything stored is marked, also if nothing waits
  await flyFor(5)
  await checkpoints.one(droneId)
  expect((await readMark())!.until_at).toEqual(new Date(nowMs - 5_000))
  // late points are marked at once, and are due after a pause
  await send(startMs - 60_000)
  await checkpoints.all()
  const late = await readMark()
  expect(late!.from_at).toEqual(new Date(startMs - 60_000))
  expect(late!.due_at.getTime() - nowMs).toBeLessThan(60_000)
  await stop()
})

test('points wait for the turn of their drone, and their segments with them', async () => {
  const { db, drones, pipeline, consumption, checkpoints, send, stop } = await startWorker('TU', 30)
  const stored = async () => {
    const chunks = await db
      .selectFrom('track_chunk')
      .where('drone_id', 'like', 'TU%')
      .select(['drone_id', 'point_count'])
      .execute()
    const segments = await db.selectFrom('ingest_segment').select('payload').execute()
    return { chunks, inLog: segments.flatMap(({ payload }) => decodeRecords(payload)).length }
  }
  const startMs = Date.now()
  const rounds = 2 * consumption.heldCheckpoints
  for (let round = 0; round < rounds; round++) {
    await send(startMs + round)
    await checkpoints.next()
    const { chunks, inLog } = await stored()
    const points = chunks.reduce((sum, chunk) => sum + chunk.point_count, 0)
    const sent = drones.length * (round + 1)
    expect(pipeline.waitingPoints()).toBe(sent - points)
    expect(inLog).toBeGreaterThanOrEqual(sent - points)
    expect(inLog).toBeLessThanOrEqual(drones.length * consumption.heldCheckpoints)
  }
  const { chunks } = await stored()
  expect(Math.max(...chunks.map((chunk) => chunk.point_count))).toBe(consumption.heldCheckpoints)
  const chunksOf = drones.map(
    ({ droneId }) => chunks.filter((chunk) => chunk.drone_id === droneId).length,
  )
  expect([...new Set(chunksOf)]).toEqual([2]) // of twelve checkpoints

  await checkpoints.all()
  const last = await stored()
  expect(last.inLog).toBe(0)
  expect(last.chunks.reduce((sum, chunk) => sum + chunk.point_count, 0)).toBe(
    drones.length * rounds,
  )
  await stop()
})

test('late points are written by the next checkpoint', async () => {
  const { db, drones, checkpoints, send, stop } = await startWorker('LT', 12)
  const nowMs = Date.now()
  await send(nowMs)
  await send(nowMs - 3_600_000)
  await checkpoints.next()
  const { points } = await db
    .selectFrom('track_chunk')
    .where('drone_id', 'like', 'LT%')
    .select((eb) => eb.fn.sum<number>('point_count').as('points'))
    .executeTakeFirstOrThrow()
  expect(Number(points)).toBe(2 * drones.length)
  await stop()
})

test('a shard that was lost takes its waiting points with it, and the log keeps them', async () => {
  const { db, drones, pipeline, checkpoints, send, stop } = await startWorker('WL', 12)
  await send(Date.now())
  await checkpoints.next()
  const waiting = pipeline.waitingPoints()
  expect(waiting).toBeGreaterThan(0)
  for (let shard = 0; shard < shardCount; shard++) pipeline.sink.lost(shard)
  expect(pipeline.waitingPoints()).toBe(0)
  await checkpoints.all()
  const segments = await db.selectFrom('ingest_segment').select('payload').execute()
  const inLog = segments.flatMap(({ payload }) => decodeRecords(payload))
  const isWaiting = new Set(
    inLog.map((record) => record.droneId).filter((id) => id.startsWith('WL')),
  )
  const written = await db
    .selectFrom('track_chunk')
    .where('drone_id', 'like', 'WL%')
    .select('drone_id')
    .execute()
  expect(written).toHaveLength(drones.length - waiting)
  for (const { drone_id } of written) isWaiting.add(drone_id)
  expect(isWaiting.size).toBe(drones.length)
  await stop()
})

test('a reader gets points that wait', async () => {
  const { db, log, drones, checkpoints, consumption, send, stop } = await startWorker('AW', 12)
  const droneIds = drones.map(({ droneId }) => droneId)
  const awaited = followAwaitedPoints({ db, log, checkpoints, consumption })
  await send(Date.now())
  await checkpoints.next()
  await awaitNewPoints(db, droneIds)
  const written = await db
    .selectFrom('track_chunk')
    .where('drone_id', 'in', droneIds)
    .select('drone_id')
    .execute()
  expect(written).toHaveLength(drones.length)
  expect(await db.selectFrom('awaited_points').selectAll().execute()).toEqual([])
  await awaited.stop()
  await stop()
})
