// Tracks as blobs compared with rows, in one PostgreSQL (fsync on): 1,000 sorties of ten minutes at
// 1 Hz.
//   packed   as the product stores a closed sortie: one row of track_chunk (decision 139)
//   columns  the same as it was stored before: columns of delta of delta, varint, zstd
//   rows     a plain table with a row a point and a primary key of drone, time and number
// Measured: bytes a point packed, and on disk with all indexes (pg_total_relation_size after VACUUM),
// processor time to pack and unpack, time to load, time to fetch one track and to fetch all, each
// until its points are in columns in memory.
import pg from 'pg'
import { PointColumns } from '@swath/domain/telemetry-point'
import { packPoints, packTrack, unpackPoints } from '@swath/server/gateway/tracks/public'
import { uuidv7 } from '@swath/server/platform/database/uuid'
import { flags, interleaved, measureCpuMs, median, report, reportRatio, say } from './measure.ts'
import { createPointTable, insertPoints, selectTracks } from './point-table.ts'
import { pointOfRow, pointsATrack, startMs, toPoint, track } from './sampled-tracks.ts'
import { scratchDatabase } from './scratch-database.ts'

const bench = 'track-blob'
const tracks = flags.quick ? 100 : 1_000
const rowsAtOnce = 5_000
const tracksAtOnce = 50
const packs = { packed: packTrack, columns: packPoints } as const
const tableOf = { packed: 'track_chunk', columns: 'track_columns', rows: 'track_points' } as const
type Blob = keyof typeof packs
type Way = keyof typeof tableOf

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

const measurePacking = async (all: readonly PointColumns[]): Promise<void> => {
  const points = all.reduce((sum, one) => sum + one.length, 0)
  const measure = (way: Blob) => async () => {
    let blobs: Buffer[] = []
    const packMs = await measureCpuMs(() => (blobs = all.map((one) => packs[way](one))))
    const unpackMs = await measureCpuMs(() => blobs.forEach((one) => unpackPoints(one)))
    return { packMs, unpackMs, bytes: blobs.reduce((sum, one) => sum + one.length, 0) }
  }
  const results = await interleaved(flags.rounds, {
    packed: measure('packed'),
    columns: measure('columns'),
  })
  for (const way of ['packed', 'columns'] as const) {
    const of = (name: 'packMs' | 'unpackMs' | 'bytes'): number =>
      median(results[way].map((one) => one[name]))
    const about = { tracks: all.length, points }
    report(bench, way, 'packed', of('bytes') / points, 'bytes/point', 1, about)
    report(bench, way, 'pack', (of('packMs') * 1e6) / points, 'ns/point', flags.rounds, about)
    report(bench, way, 'unpack', (of('unpackMs') * 1e6) / points, 'ns/point', flags.rounds, about)
  }
}

const database = await scratchDatabase()
try {
  await database.fleet('BLOB', tracks)
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  await createPointTable(pool, tableOf.rows)
  await pool.query(`create table ${tableOf.columns} (like track_chunk including all)`)
  say(`${bench}: making ${tracks} tracks`)
  const all = Array.from({ length: tracks }, (_, i) => track(i))
  const points = all.reduce((sum, one) => sum + one.length, 0)

  say(`${bench}: packing`)
  await measurePacking(all.map((one) => PointColumns.of(one.map(toPoint))))

  const loadBlobs = async (way: Blob): Promise<void> => {
    for (let from = 0; from < tracks; from += tracksAtOnce) {
      const part = all
        .slice(from, from + tracksAtOnce)
        .map((one) => ({
          droneId: one[0]!.droneId,
          fromMs: one[0]!.t,
          untilMs: one.at(-1)!.t,
          count: one.length,
          columns: packs[way](PointColumns.of(one.map(toPoint))),
        }))
      await pool.query(
        `insert into ${tableOf[way]} (drone_id, id, sortie_id, from_at, until_at, point_count, columns)
         select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::int[], $7::bytea[])`,
        [
          part.map((one) => one.droneId),
          part.map(() => uuidv7(startMs)),
          part.map(() => uuidv7(startMs)),
          part.map((one) => new Date(one.fromMs).toISOString()),
          part.map((one) => new Date(one.untilMs).toISOString()),
          part.map((one) => one.count),
          part.map((one) => one.columns),
        ],
      )
    }
  }
  const loadRows = async (): Promise<void> => {
    const flat = all.flat()
    for (let from = 0; from < flat.length; from += rowsAtOnce)
      await insertPoints(pool, tableOf.rows, flat.slice(from, from + rowsAtOnce))
  }
  say(`${bench}: loading`)
  // Once each: a second load would find the pages of the first one.
  const loadMs = {
    packed: await timed(() => loadBlobs('packed')),
    columns: await timed(() => loadBlobs('columns')),
    rows: await timed(loadRows),
  }
  const measureTableBytes = async (table: string): Promise<number> => {
    await pool.query(`vacuum analyze ${table}`)
    return Number(
      (await pool.query<{ bytes: string }>('select pg_total_relation_size($1) as bytes', [table]))
        .rows[0]!.bytes,
    )
  }
  const bytes = {
    packed: await measureTableBytes(tableOf.packed),
    columns: await measureTableBytes(tableOf.columns),
    rows: await measureTableBytes(tableOf.rows),
  }

  const fetchBlobs = async (way: Blob, droneIds: readonly string[]): Promise<number> => {
    const { rows } = await pool.query<{ columns: Buffer }>({
      name: way,
      text: `select columns from ${tableOf[way]} where drone_id = any($1) order by drone_id, from_at`,
      values: [droneIds],
    })
    return rows.reduce((sum, row) => sum + unpackPoints(row.columns).length, 0)
  }
  const fetchRows = async (droneIds: readonly string[]): Promise<number> => {
    const rows = await selectTracks(pool, tableOf.rows, droneIds)
    const columns = new PointColumns(pointsATrack)
    for (const row of rows) columns.append(pointOfRow(row))
    return columns.length
  }
  const ids = all.map((one) => one[0]!.droneId)
  const fetch = async (count: number, repeats: number): Promise<Record<Way, number>> => {
    const wanted = ids.slice(0, count).reduce((sum, _, i) => sum + all[i]!.length, 0)
    const run =
      (way: (droneIds: readonly string[]) => Promise<number>) => async (): Promise<number> =>
        (await timed(async () => {
          for (let i = 0; i < repeats; i++) {
            const from = count === 1 ? Math.floor((i / repeats) * ids.length) : 0
            const got = await way(ids.slice(from, from + count))
            if (count > 1 && got !== wanted)
              throw new Error(`${got} points came back, ${wanted} are there`)
          }
        })) / repeats
    const results = await interleaved(flags.rounds, {
      packed: run((droneIds) => fetchBlobs('packed', droneIds)),
      columns: run((droneIds) => fetchBlobs('columns', droneIds)),
      rows: run(fetchRows),
    })
    return {
      packed: median(results.packed),
      columns: median(results.columns),
      rows: median(results.rows),
    }
  }
  say(`${bench}: fetching`)
  await fetch(1, 20) // warm up the JIT compiler and PostgreSQL's plans
  const [oneMs, allMs] = [await fetch(1, 50), await fetch(tracks, 1)]

  const about = { tracks, points }
  for (const way of ['packed', 'columns', 'rows'] as const) {
    report(bench, way, 'on disk', bytes[way] / points, 'bytes/point', 1, about)
    report(bench, way, 'load', loadMs[way], 'ms', 1, about)
    report(bench, way, 'fetch one track', oneMs[way], 'ms', flags.rounds, about)
    report(bench, way, `fetch ${tracks} tracks`, allMs[way], 'ms', flags.rounds, about)
  }
  reportRatio(bench, 'on disk', 'rows', 'packed', bytes.rows / bytes.packed, 1)
  reportRatio(bench, 'load', 'rows', 'packed', loadMs.rows / loadMs.packed, 1)
  reportRatio(bench, 'fetch one track', 'rows', 'packed', oneMs.rows / oneMs.packed, flags.rounds)
  reportRatio(
    bench,
    `fetch ${tracks} tracks`,
    'rows',
    'packed',
    allMs.rows / allMs.packed,
    flags.rounds,
  )
  await pool.end()
} finally {
  await database.stop()
}
process.exit(0)
