// Flight logs of each format, read and written: megabytes a second of elapsed and of processor
// time, and growth of memory.
//   read   a file of about 40 MB (4 quick) made of one field flight at 5 Hz, streamed from disk in
//          pieces of 64 KiB
//   write  sorties of 3,000 points, one at a time, until as many bytes are written
// Each measurement has a separate process. Peak memory is the maximum resident memory, less that
// before the first byte.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { canonicalPoints } from '@swath/domain/canonical-points'
import { PointColumns } from '@swath/domain/telemetry-point'
import { sprayingTrack } from '@swath/domain/track-samples'
import { readFlightLog } from '@swath/flight-logs/read-flight-log'
import { agriculturalFlight } from '@swath/flight-logs/testing-flight'
import { TEST_LOGS, type TestFormat } from '@swath/flight-logs/testing-logs'
import { writeCsv } from '@swath/flight-logs/write/csv'
import { writeGeoJson } from '@swath/flight-logs/write/geojson'
import { writeGpx } from '@swath/flight-logs/write/gpx'
import { writeKml } from '@swath/flight-logs/write/kml'
import { writeTaskData } from '@swath/flight-logs/write/task-data'
import type { WrittenSortie, WrittenSorties } from '@swath/flight-logs/write/written-sortie'
import { answer, memoryMb, peakMemoryMb, startScript } from './processes.ts'
import { flags, median, report, say } from './measure.ts'

const bench = 'flight-logs'
const megabytes = flags.quick ? 4 : 40
const startMs = 1_767_225_600_000
const pieceBytes = 65_536

type Measured = { bytes: number; ms: number; cpuMs: number; peakMb: number; points: number }

const writers: Readonly<
  Record<string, (sorties: WrittenSorties) => AsyncIterable<string | Uint8Array>>
> = {
  gpx: writeGpx,
  kml: (sorties) => writeKml(sorties, bench),
  geojson: writeGeoJson,
  csv: writeCsv,
  isoxml: (sorties) =>
    writeTaskData(sorties, { utcOffsetMinAt: () => 480, softwareVersion: '0.1.0' }),
}
const written = ['geojson', 'kml', 'csv'] as const
const readNames = [
  'tlog',
  'dataflash',
  'ulog',
  'airdata csv',
  'gpx',
  'device json',
  ...written.map((name) => `our ${name}`),
]

const buildSortie = (number: number, points: PointColumns): WrittenSortie => ({
  id: String(number),
  name: `Sortie ${number}`,
  droneId: 'SW-0001',
  model: 'Agri 40',
  firmware: '2.4.1',
  startMs: points.tMs[0]!,
  endMs: points.tMs[points.length - 1]!,
  points,
  swathWidthM: 5.5,
  record: null,
  pilot: 'Li Wei',
  customer: null,
  plot: null,
})
const track = (): PointColumns =>
  canonicalPoints(PointColumns.of(sprayingTrack({ minutes: 10, hz: 5, seed: 1, startMs })))

/** The track again and again, each time a day later, until its file is large enough. */
const sortiesUntil = function* (isEnough: () => boolean): Generator<WrittenSortie> {
  const points = track()
  for (let number = 1; number === 1 || !isEnough(); number++) {
    yield buildSortie(number, points)
    for (let i = 0; i < points.length; i++) points.tMs[i] = points.tMs[i]! + 86_400_000
  }
}

async function* counted<T extends string | Uint8Array>(
  pieces: AsyncIterable<T>,
  count: (bytes: number) => void,
): AsyncGenerator<T> {
  for await (const piece of pieces) {
    count(typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length)
    yield piece
  }
}

/** A log of one long flight, of the wanted size. */
const makeLog = function* (name: TestFormat): Generator<Uint8Array> {
  const ofLanes = (lanes: number) => TEST_LOGS[name](agriculturalFlight({ lanes, laneM: 120 }))
  const { head, records } = ofLanes(10)
  const recordBytes = records.reduce((sum, record) => sum + record.length, 0)
  const whole = ofLanes(Math.ceil((megabytes * 1e6) / recordBytes) * 10)
  yield* head
  yield* whole.records
}

const makeFile = async (name: string, path: string): Promise<void> => {
  if (!name.startsWith('our '))
    return pipeline(Readable.from(makeLog(name as TestFormat)), createWriteStream(path))
  let bytes = 0
  const pieces = writers[name.slice(4)]!(sortiesUntil(() => bytes >= megabytes * 1e6))
  await pipeline(
    Readable.from(
      counted(pieces, (more) => {
        bytes += more
      }),
    ),
    createWriteStream(path),
  )
}

/** Runs the work and measures memory, in a separate process. */
const measured = async (
  work: () => Promise<{ bytes: number; points: number }>,
): Promise<Measured> => {
  globalThis.gc?.()
  const beforeMb = memoryMb(process.pid)
  const cpuBefore = process.cpuUsage()
  const startedMs = performance.now()
  const { bytes, points } = await work()
  const ms = performance.now() - startedMs
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    bytes,
    points,
    ms,
    cpuMs: (user + system) / 1000,
    peakMb: Math.max(0, peakMemoryMb(process.pid) - beforeMb),
  }
}

const readFile = async (path: string) => {
  const log = await readFlightLog(createReadStream(path, { highWaterMark: pieceBytes }))
  return { bytes: log?.report.bytes ?? 0, points: log?.points.length ?? 0 }
}

const writeFormat = async (name: string) => {
  let [bytes, points] = [0, 0]
  const sorties = function* () {
    for (const sortie of sortiesUntil(() => bytes >= megabytes * 1e6)) {
      points += sortie.points.length
      yield sortie
    }
  }
  for await (const piece of writers[name]!(sorties()))
    bytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length
  return { bytes, points }
}

if (process.argv.includes('--worker')) {
  await answer(async (command) => {
    if (command.do === 'end') return null
    return command.do === 'read'
      ? measured(() => readFile(String(command['path'])))
      : measured(() => writeFormat(String(command['name'])))
  })
  process.exit()
} else {
  const folder = await mkdtemp(join(tmpdir(), 'swath-flight-logs-'))
  const ask = async (command: object): Promise<Measured> => {
    const worker = startScript(
      new URL(import.meta.url),
      ['--worker', ...(flags.quick ? ['--quick'] : [])],
      ['--expose-gc'],
    )
    const figures = await worker.ask<Measured>(command)
    await worker.ask({ do: 'end' })
    await worker.ended
    return figures
  }
  const tell = (variant: string, rounds: readonly Measured[]): void => {
    const middle = (figure: (one: Measured) => number) => median(rounds.map(figure))
    const { bytes, points } = rounds[0]!
    report(
      bench,
      variant,
      'speed',
      middle(({ ms }) => bytes / 1e6 / (ms / 1000)),
      'MB/s',
      rounds.length,
      { bytes, points },
    )
    report(
      bench,
      variant,
      'speed of processor time',
      middle(({ cpuMs }) => bytes / 1e6 / (cpuMs / 1000)),
      'MB/s',
      rounds.length,
    )
    report(
      bench,
      variant,
      'points',
      middle(({ cpuMs }) => points / (cpuMs / 1000)),
      'points/core-s',
      rounds.length,
    )
    report(
      bench,
      variant,
      'peak memory',
      middle(({ peakMb }) => peakMb),
      'MB',
      rounds.length,
    )
  }
  try {
    for (const name of readNames) {
      const path = join(folder, name.replace(' ', '-'))
      await makeFile(name, path)
      say(`${bench}: read ${name}, ${Math.round((await stat(path)).size / 1e6)} MB`)
      const rounds: Measured[] = []
      for (let round = 0; round < flags.rounds; round++)
        rounds.push(await ask({ do: 'read', path }))
      tell(`read ${name}`, rounds)
      await rm(path)
    }
    for (const name of Object.keys(writers)) {
      say(`${bench}: write ${name}`)
      const rounds: Measured[] = []
      for (let round = 0; round < flags.rounds; round++)
        rounds.push(await ask({ do: 'write', name }))
      tell(`write ${name}`, rounds)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
