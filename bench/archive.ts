// Years of tracks: an existing table becomes partitions while points come in, and old months move
// into Parquet files and back. `--records` is the number of flights of ten minutes, over twelve
// months. Compared are points, hash chains and tracks before and after, and sums by DuckDB over the
// files.
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { checkRecord, checkRecordChain } from '@swath/server/gateway/recompute/public'
import {
  archiveMonth,
  attachArchives,
  monthOf,
  pointsIn,
  readStoredPoints,
  restoreMonth,
  sha256,
  type Archived,
  type Month,
} from '@swath/server/gateway/tracks/public'
import { encodeTrack } from '@swath/domain/track-columns'
import { applyMigrations } from '@swath/server/apply-migrations'
import { migrate } from '@swath/server/platform/database/migrate'
import type { Db } from '@swath/server/platform/database/database'
import { uuidv7 } from '@swath/server/platform/database/uuid'
import { writeFlownTracks } from './flown-tracks.ts'
import { flags, report, say } from './measure.ts'
import { scratchDatabase } from './scratch-database.ts'

const bench = 'archive'
const flights = flags.records ?? (flags.quick ? 240 : 2_000)
const drones = 40
const months = 12
const load = `${flights} flights`
/** The last migration before the months. */
const lastBefore = 25

const database = await scratchDatabase((db) => migrate(db, { last: lastBefore }))
const { db, url, folder } = database
attachArchives(db, { dataFolder: folder, s3: undefined })
const first = monthOf(new Date(), -40)
const all: Month[] = Array.from({ length: months }, (_, i) => monthOf(first.from, i))

const timed = async <T>(what: string, work: () => Promise<T>): Promise<[T, seconds: number]> => {
  const startedMs = performance.now()
  const result = await work()
  const seconds = (performance.now() - startedMs) / 1000
  say(`${bench}: ${what} ${seconds.toFixed(1)} s`)
  return [result, seconds]
}

/** Writes a chunk each few milliseconds, as a checkpoint does. @returns the longest wait, ms */
const writeMeanwhile = async (droneId: string, at: Date, work: () => Promise<unknown>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let [isDone, longestMs, chunks] = [false, 0, 0]
  const writing = (async () => {
    while (!isDone) {
      const startedMs = performance.now()
      await client.query(
        `insert into track_chunk (drone_id, id, from_at, until_at, point_count, columns)
         values ($1, $2, $3, $3, 5, '\\x00')`,
        [droneId, uuidv7(Date.now()), at.toISOString()],
      )
      longestMs = Math.max(longestMs, performance.now() - startedMs)
      chunks++
      await sleep(2)
    }
  })()
  try {
    await Promise.race([work(), writing])
  } finally {
    isDone = true
    await writing
    await client.query('delete from track_chunk where drone_id = $1 and point_count = 5', [droneId])
    await client.end()
  }
  return { longestMs, chunks }
}

type Flight = Awaited<ReturnType<typeof writeFlownTracks>>[number]

/** The hash of all tracks, as readers get them, and whether all records and chains are whole. */
const readAll = async (of: Db, written: readonly Flight[]) => {
  const hashes: Buffer[] = []
  for (const { droneId, id, startAt, endAt } of written) {
    const stored = await readStoredPoints(of, droneId, { id, start_at: startAt, end_at: endAt })
    hashes.push(sha256(encodeTrack(pointsIn(stored))))
  }
  return sha256(...hashes).toString('hex')
}
const checkAll = async (written: readonly Flight[]): Promise<void> => {
  for (const droneId of new Set(written.map((flight) => flight.droneId))) {
    const { broken } = await checkRecordChain(db, droneId)
    if (broken.length > 0) throw new Error(`${droneId}: ${broken.length} broken records`)
  }
  for (const { droneId, id } of written) {
    const { points } = await checkRecord(db, droneId, id)
    if (points.state !== 'intact') throw new Error(`${id}: ${points.state} ${points.fault}`)
  }
}
const same = (what: string, one: unknown, other: unknown): void => {
  if (JSON.stringify(one) !== JSON.stringify(other))
    throw new Error(`${what}: ${JSON.stringify(one)} is not ${JSON.stringify(other)}`)
  say(`${bench}: ${what} are equal`)
}

/** Sums of the steps in which values are stored. */
const sumsOf = (tracks: Iterable<PointColumns>) => {
  const sum = { points: 0, time: 0n, lng: 0n, flow: 0n }
  for (const points of tracks)
    for (let i = 0; i < points.length; i++) {
      sum.points++
      sum.time += BigInt(points.tMs[i]!)
      sum.lng += BigInt(Math.round(points.lng[i]! * 1e7))
      sum.flow += Number.isNaN(points.flowLMin[i]!)
        ? 0n
        : BigInt(Math.round(points.flowLMin[i]! * 1e3))
    }
  return Object.values(sum).map(String)
}
const sumsByDuckDb = async (): Promise<[sums: string[], seconds: number]> => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const [result, seconds] = await timed('sums by DuckDB', () =>
    connection.runAndReadAll(`select count(*)::varchar, sum(epoch_ms("time"))::varchar,
        sum((lng * 10000000)::bigint)::varchar, coalesce(sum((flow_l_min * 1000)::bigint), 0)::varchar
      from read_parquet('${folder}/files/tr/track-archive-*')`),
  )
  const sums = result.getRows()[0]!.map(String)
  connection.closeSync()
  instance.closeSync()
  return [sums, seconds]
}

/** With `isPacked` without space that later rows may take. */
const tableBytes = async ({ isPacked = false } = {}): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  if (isPacked) await client.query('vacuum full track_chunk')
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits
     where inhparent = 'track_chunk'::regclass`,
  )
  await client.end()
  return Number(rows[0]!.bytes)
}

try {
  const [written] = await timed(load, () => writeFlownTracks(db, { flights, drones, months: all }))
  const points = written.reduce((sum, one) => sum + one.points.length, 0)
  const about = { flights, points }

  const pauses = await writeMeanwhile(written[0]!.droneId, new Date(), async () => {
    const [, seconds] = await timed('partitions', () => applyMigrations(db))
    report(bench, 'partitions', 'time', seconds, 's', 1, about)
  })
  report(bench, 'partitions', 'longest wait', pauses.longestMs, 'ms', 1, { chunks: pauses.chunks })

  const before = await readAll(db, written)
  await checkAll(written)
  const bytesBefore = await tableBytes()
  const moveAll = async (move: (month: Month) => Promise<Archived>): Promise<Archived> => {
    const sum = { files: 0, flights: 0, points: 0, bytes: 0 }
    for (const month of all) {
      const one = await move(month)
      for (const name of ['files', 'flights', 'points', 'bytes'] as const) sum[name] += one[name]
    }
    return sum
  }
  const run = { db, now: () => new Date() }
  let archived: Archived | undefined
  // Of a later month than those of the first partition, which would be written anew for ever else.
  const later = monthOf(new Date(), 3).from
  const waits = await writeMeanwhile(written[0]!.droneId, later, async () => {
    const [sum, seconds] = await timed('archiving', () =>
      moveAll((month) => archiveMonth(run, month)),
    )
    archived = sum
    report(bench, 'archive', 'time', seconds, 's', 1, { ...about, files: sum.files })
    report(bench, 'archive', 'points', points / seconds, 'points/s', 1, about)
    report(bench, 'archive', 'size', sum.bytes / points, 'bytes/point', 1, about)
  })
  report(bench, 'archive', 'longest wait', waits.longestMs, 'ms', 1, { chunks: waits.chunks })
  same('the archived points', archived?.points, points)
  report(bench, 'table', 'size before', bytesBefore / points, 'bytes/point', 1, about)
  report(bench, 'table', 'size after', (await tableBytes()) / points, 'bytes/point', 1, about)

  const rowBytes = (await tableBytes({ isPacked: true })) / flights
  report(bench, 'table', 'what stays of a flight', rowBytes, 'bytes', 1, about)

  const [after, readS] = await timed('reading all from archives', () => readAll(db, written))
  same('tracks', after, before)
  report(bench, 'archive', 'read a flight', (readS * 1000) / flights, 'ms', 1, about)
  await timed('records and chains', () => checkAll(written))
  const [sums, duckS] = await sumsByDuckDb()
  same('sums by DuckDB', sums, sumsOf(written.map((one) => one.points)))
  report(bench, 'duckdb', 'sums', duckS, 's', 1, about)

  const [back, restoreS] = await timed('restoring', () =>
    moveAll((month) => restoreMonth(run, month)),
  )
  same('the restored points', back.points, points)
  report(bench, 'restore', 'time', restoreS, 's', 1, about)
  same('tracks', await readAll(db, written), before)
  await checkAll(written)
} finally {
  await database.stop()
}
