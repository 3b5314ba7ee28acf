import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { createEventBus } from '../../platform/events/events.ts'
import { createCheckpoints } from './checkpoint.ts'
import { unpackPoints } from '../tracks/chunk.ts'
import { createCounters } from '../counters.ts'
import { decodeRecords, shardCount, type Consumption } from '../ingest-log/ingest-log.ts'
import { createPostgresLog } from '../ingest-log/ingest-log.postgres.queries.ts'
import { createLiveState } from '../live/live-state.ts'
import { createPipeline } from '../pipeline/pipeline.ts'
import { seedFleet } from '../testing.seed.ts'

const own = await ownTestDatabase()

test('after a shard is lost while its points become rows, its segments remain for the next worker', async () => {
  const { db } = own
  const log = pino({ level: 'silent' })
  const { drones } = await seedFleet(db, 'CP', 1_000)
  const counters = createCounters()
  const live = createLiveState({ db, clock: systemClock, events: createEventBus(), log })
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
    clock: systemClock,
    log,
    counters,
    pipeline,
    live,
    consumption: () => consumption,
    onLanded: () => {},
  })
  const nowMs = Date.now()
  await Promise.all(
    drones.map(({ droneId }, seq) =>
      ingestLog.append({
        receivedAtMs: nowMs,
        droneId,
        kind: 'track',
        refusal: '',
        bytes: Buffer.from(
          JSON.stringify({ boot: 'k', seq, pts: [{ t: nowMs, lng: 120, lat: 30 }] }),
        ),
      }),
    ),
  )

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

  live.stop()
  await consumption.stop()
  await ingestLog.close()
})
