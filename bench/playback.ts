// A day of 20 drones, eight hours at 1 Hz each, from the tables to bytes on the wire, as the
// product sends it and as JSON columns.
//   columns  the stored columns with the unwanted ones cut out; nothing is decoded
//   json     every track decoded and written as getTracks answers it
// Measured: processor time of this process and elapsed time until the answer is in memory, its
// bytes before and after gzip.
import { gzipSync } from 'node:zlib'
import { pointsIn, readStoredPoints } from '@swath/server/gateway/tracks/public'
import { computeView } from '@swath/server/modules/flights/flights/flight-view'
import { playbackTracks } from '@swath/server/modules/flights/flights/playback'
import { flightsDuring } from '@swath/server/modules/flights/flights/playback.queries'
import { toTrack } from '@swath/server/modules/flights/flights/tracks'
import { measureCpuMs, flags, interleaved, median, report, reportRatio, say } from './measure.ts'
import { flightsADay, pointsAFlight, seedDay, pickSpan } from './played-day.ts'
import { scratchDatabase } from './scratch-database.ts'

const bench = 'playback'
const count = flags.quick ? 4 : 20
const dayMs = Date.parse('2026-06-01T00:00:00+08:00')

const database = await scratchDatabase()
try {
  await database.fleet('PLAY', count)
  const drones = await database.db
    .selectFrom('drone')
    .select(['id', 'manufacturer_id', 'operator_id', 'region_code'])
    .execute()
  say(`${bench}: making ${count} drones × ${flightsADay} flights × ${pointsAFlight} points`)
  await seedDay(database.db, drones, dayMs, [119, 30])
  const flights = () =>
    flightsDuring(
      database.db,
      { kind: 'all' },
      drones.map(({ id }) => id),
      pickSpan(dayMs),
    )

  const ways = {
    columns: async () =>
      playbackTracks(
        database.db,
        await flights(),
        async (stored) =>
          computeView({ stored, view: { kind: 'played', readsPacked: true } }) as Uint8Array,
      ),
    json: async () => {
      const tracks = []
      for (const flight of await flights())
        tracks.push(
          toTrack(
            pointsIn(await readStoredPoints(database.db, flight.drone_id, flight)),
            flight.id,
            flight.drone_id,
          ),
        )
      return Buffer.from(JSON.stringify({ tracks }))
    },
  }
  const timed = (way: () => Promise<Buffer>) => async () => {
    let answer: Buffer = Buffer.alloc(0)
    const startedMs = performance.now()
    const cpuMs = await measureCpuMs(async () => {
      answer = await way()
    })
    return {
      elapsedMs: performance.now() - startedMs,
      cpuMs,
      bytes: answer.length,
      packed: flags.quick ? 0 : gzipSync(answer, { level: 6 }).length,
    }
  }
  await ways.columns() // warm up the JIT compiler and PostgreSQL's plans
  const results = await interleaved(flags.rounds, {
    columns: timed(ways.columns),
    json: timed(ways.json),
  })
  const points = count * flightsADay * pointsAFlight
  const of = (way: 'columns' | 'json', name: 'elapsedMs' | 'cpuMs' | 'bytes' | 'packed'): number =>
    median(results[way].map((one) => one[name]))
  for (const way of ['columns', 'json'] as const) {
    report(
      bench,
      way,
      'until the answer lies in memory',
      of(way, 'elapsedMs'),
      'ms',
      flags.rounds,
      { points },
    )
    report(bench, way, 'processor time of the server', of(way, 'cpuMs'), 'ms', flags.rounds, {
      points,
    })
    report(bench, way, 'answer', of(way, 'bytes') / points, 'bytes/point', flags.rounds, { points })
    if (!flags.quick)
      report(bench, way, 'answer, gzip', of(way, 'packed') / points, 'bytes/point', flags.rounds, {
        points,
      })
  }
  reportRatio(
    bench,
    'processor time of the server',
    'json',
    'columns',
    of('json', 'cpuMs') / of('columns', 'cpuMs'),
    flags.rounds,
  )
  reportRatio(
    bench,
    'answer',
    'json',
    'columns',
    of('json', 'bytes') / of('columns', 'bytes'),
    flags.rounds,
  )
} finally {
  await database.stop()
}
process.exit(0)
