// Ten years of tracks: an existing table becomes partitions while 1,000 drones send a point a second
// to a gateway of the version before the months (--from REF); then the oldest month moves into
// Parquet files, by the command that operators use, and back, with the gateway of this version.
//
// `--records` is the number of flights, over 120 months: ten minutes each, 600 points of 17 values.
// Those of the first month (another number of them with `--flown`) have separate tracks at their own
// times, records, and valid hash chains.
// The flights of the other 119 months are copied in SQL: their rows of flights, records and tracks
// are as large as real ones, but records have invented hashes and no chain, and tracks have the
// bytes of 1,000 flights of the first month, with their times. Of the indexes that only lists of
// flights need, none is built. The devices that send points are others.
//
// Compared are all points, values, hash chains and bytes of the month before, in the files and
// after, sums by DuckDB over the files, and the acknowledged points with the stored ones.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { COLUMNS } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { checkRecord } from '@swath/server/gateway/recompute/public'
import {
  attachArchives,
  createMonths,
  listArchivedMonths,
  monthOf,
  pointsIn,
  readStoredPoints,
  sha256,
  parquetName,
} from '@swath/server/gateway/tracks/public'
import { applyMigrations } from '@swath/server/apply-migrations'
import { migrate } from '@swath/server/platform/database/migrate'
import { openTraffic, type Traffic } from './archive/traffic.ts'
import { checkChains, copyMonths, writeFlownMonth, type World } from './archive/world.ts'
import { databaseMb, readStoredBytes } from './archive/world.queries.ts'
import { flags, report, say } from './measure.ts'
import { recountChunks, scratchDatabase } from './scratch-database.ts'
import { checkOut, migrateAs, thisVersion } from './upgrade/versions.ts'

const bench = 'archive'
const { values: given } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  // The last commit before the months: its newest migration is 0025.
  options: { from: { type: 'string', default: '909e75e4' }, flown: { type: 'string' } },
})
const wanted = flags.records ?? (flags.quick ? 20_000 : 1_000_000)
const months = 120
const drones = Math.min(1_000, Math.max(8, Math.round(wanted / months / 20)))
const flightsOfDrone = Math.max(1, Math.round(wanted / months / drones))
const flownOfDrone =
  typeof given['flown'] === 'string'
    ? Math.max(1, Math.round(Number(given['flown']) / drones))
    : flightsOfDrone
const flights = drones * ((months - 1) * flightsOfDrone + flownOfDrone)
const sendingDrones = flags.quick ? 200 : 1_000
/** Flights that are read one after the other, as a person opens them. */
const sampled = 500
/** The last migration before the months, and those that make the months. */
const lastBefore = 25
const ofMonths = [26, 27, 28]

const month = monthOf(new Date(), -(months + 1))
const size = { drones, months, flights: flightsOfDrone, flown: flownOfDrone, month }
const about = { flights, drones }

const timed = async <T>(what: string, work: () => Promise<T>): Promise<[T, seconds: number]> => {
  const startedMs = performance.now()
  const result = await work()
  const seconds = (performance.now() - startedMs) / 1000
  say(`${bench}: ${what} ${seconds.toFixed(1)} s`)
  return [result, seconds]
}

const same = (what: string, one: unknown, other: unknown): void => {
  if (JSON.stringify(one) !== JSON.stringify(other))
    throw new Error(`${what}: ${JSON.stringify(one)} is not ${JSON.stringify(other)}`)
  say(`${bench}: ${what} are equal`)
}

const database = await scratchDatabase((db) => migrate(db, { last: lastBefore }))
const { db, url, folder } = database
attachArchives(db, { dataFolder: folder, s3: undefined })
const client = new pg.Client({ connectionString: url })
await client.connect()

const runCommand = async (...args: string[]): Promise<void> => {
  const cli = new URL('../apps/server/src/cli.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [cli, ...args], {
    stdio: ['ignore', 2, 'inherit'], // standard output has the results
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
}

const convert = async (traffic: Traffic): Promise<void> => {
  await traffic.during('before', () => sleep(19_000))
  for (const last of ofMonths) {
    const variant = `migration 00${last}`
    await traffic.during(variant, async () => {
      const [, seconds] = await timed(variant, () => migrate(db, { last }))
      report(bench, variant, 'time', seconds, 's', 1, about)
    })
  }
  await traffic.during('later migrations', async () => {
    await applyMigrations(db)
    await createMonths(db, Date.now())
  })
}

const sumsByDuckDb = async (): Promise<string[]> => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const measured = COLUMNS.filter(({ name }) => name !== 'boot').map(({ name, scale }) =>
    name === 'tMs'
      ? 'sum(epoch_ms("time"))::varchar'
      : `coalesce(sum((${parquetName(name)} * ${scale})::bigint), 0)::varchar`,
  )
  const result = await connection.runAndReadAll(`select count(*)::varchar, ${measured.join(', ')}
    from read_parquet('${folder}/files/tr/track-archive-*')`)
  const sums = result.getRows()[0]!.map(String)
  connection.closeSync()
  instance.closeSync()
  return sums
}

/** Each flight as its readers get it: its points have the hash with which they were written. */
const checkSample = async ({ flights: flown }: World): Promise<void> => {
  const step = Math.max(1, Math.floor(flown.length / sampled))
  const some = flown.filter((_, i) => i % step === 0)
  const [, seconds] = await timed(`reading ${some.length} flights`, async () => {
    for (const { droneId, id, startAt, endAt, trackHash } of some) {
      const stored = await readStoredPoints(db, droneId, { id, start_at: startAt, end_at: endAt })
      if (!sha256(encodeTrack(pointsIn(stored))).equals(trackHash))
        throw new Error(`${id} has other points`)
    }
  })
  report(bench, 'reading', 'a flight', (seconds * 1000) / some.length, 'ms', 1, about)
  for (const { droneId, id } of some) {
    const { points } = await checkRecord(db, droneId, id)
    if (points.state !== 'intact') throw new Error(`${id}: ${points.state} ${points.fault}`)
  }
}

const archiveAndRestore = async (traffic: Traffic, world: World): Promise<void> => {
  const name = month.from.toISOString().slice(0, 7)
  const aboutMonth = { ...about, flightsOfMonth: world.flights.length, points: world.points }
  const [before] = await timed('bytes of the month', () => readStoredBytes(client, month))
  const tell = (variant: string, seconds: number): void => {
    report(bench, variant, 'time', seconds, 's', 1, aboutMonth)
    report(bench, variant, 'points', world.points / seconds, 'points/s', 1, aboutMonth)
  }
  await traffic.during('archive', async () => {
    const [, seconds] = await timed('archive', () => runCommand('archive', 'month', name))
    tell('archive', seconds)
  })
  const [sum] = await listArchivedMonths(db)
  same(
    'flights and points in files',
    [sum?.flights, sum?.points],
    [world.flights.length, world.points],
  )
  report(bench, 'archive', 'size', sum!.bytes / world.points, 'bytes/point', 1, aboutMonth)
  const [sums, duckS] = await timed('sums by DuckDB', sumsByDuckDb)
  same('sums of all values by DuckDB', sums, world.sums)
  report(bench, 'duckdb', 'sums of all values', duckS, 's', 1, aboutMonth)
  await checkChains(db, world, month)
  await checkSample(world)

  await traffic.during('restore', async () => {
    const [, seconds] = await timed('restore', () => runCommand('archive', 'restore', name))
    tell('restore', seconds)
  })
  same('bytes of the month', await readStoredBytes(client, month), before)
  await checkChains(db, world, month)
  await checkSample(world)
}

try {
  const before = checkOut(String(given['from']), folder)
  migrateAs(before, url) // what its modules generate
  const [world, flownS] = await timed('flights of the first month', () => writeFlownMonth(db, size))
  const [, copiedS] = await timed('copies of the others', () => copyMonths(url, world, size))
  report(bench, 'filling', 'time', flownS + copiedS, 's', 1, about)
  report(bench, 'database', 'size', await databaseMb(client), 'MB', 1, about)
  say(`${bench}: from ${before.name} to ${thisVersion.name}`)
  const traffic = await openTraffic(bench, database, before, sendingDrones)
  await convert(traffic)
  await traffic.replace(thisVersion)
  await runCommand('finish-upgrade')
  await archiveAndRestore(traffic, world)
  const acknowledged = join(folder, 'acknowledged.jsonl')
  await traffic.stop(acknowledged)
  const { lost, ...counted } = await recountChunks(db, 'LOAD', acknowledged)
  report(bench, 'all', 'acknowledged points not stored', lost, 'points', 1, {
    ...about,
    ...counted,
  })
  report(bench, 'database', 'size at the end', await databaseMb(client), 'MB', 1, about)
} finally {
  await client.end()
  await database.stop()
}
process.exit(0)
