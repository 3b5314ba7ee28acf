import { CsvReader } from './csv/csv-reader.ts'
import { DataflashReader } from './dataflash/dataflash-reader.ts'
import { DETECT_BYTES, detectFormat } from './detect-format.ts'
import { ArchiveReader } from './archive-reader.ts'
import { LIMITS } from './flight-log.ts'
import type {
  FlightLog,
  LogFormat,
  LogReader,
  ReadBudget,
  ReadOptions,
  SeriesValues,
  UnreadFormat,
} from './flight-log.ts'
import { DeviceJsonReader } from './json/device-json-reader.ts'
import { GeoJsonReader } from './json/geojson-reader.ts'
import { TrackJsonReader } from './json/track-json-reader.ts'
import { LogBuilder } from './log-builder.ts'
import { TlogReader } from './mavlink/tlog-reader.ts'
import { UlogReader } from './ulog/ulog-reader.ts'
import { GpxReader } from './xml/gpx-reader.ts'
import { KmlReader } from './xml/kml-reader.ts'

/** The bytes of a file: in one piece, in several, or as they come from a stream. */
export type LogBytes = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>

type ReadFormat = Exclude<LogFormat, UnreadFormat>

const READERS: Readonly<Record<ReadFormat, (to: LogBuilder) => LogReader>> = {
  'tlog': (to) => new TlogReader(to),
  'dataflash': (to) => new DataflashReader(to),
  'ulog': (to) => new UlogReader(to),
  'csv': (to) => new CsvReader(to),
  'gpx': (to) => new GpxReader(to),
  'kml': (to) => new KmlReader(to),
  'kmz': (to) => new ArchiveReader(to, readDocument),
  'zip': (to) => new ArchiveReader(to, readDocument),
  'device-json': (to) => new DeviceJsonReader(to),
  'track-json': (to) => new TrackJsonReader(to),
  'geojson': (to) => new GeoJsonReader(to),
}

const pickReader = (format: LogFormat, to: LogBuilder): LogReader => {
  if (format in READERS) return READERS[format as ReadFormat](to)
  const note = format === 'ed-269' ? 'zones_not_flights' : 'format_not_read'
  return { push: () => undefined, finish: () => to.note(note) }
}

const wholeBudget = (): ReadBudget => ({
  left: { bytes: LIMITS.documentBytes, points: LIMITS.points },
  depth: 0,
})

/** Pieces are cut to this size, so that one huge piece needs as little memory as a stream. */
const PIECE_BYTES = 1_048_576

/**
 * Reads a flight log of any known format, detected by its content. Null for any other file. Never
 * throws because of content: unreadable data is counted in the report. Errors of the source are
 * passed through.
 */
export async function readFlightLog(
  source: LogBytes,
  options: ReadOptions = {},
): Promise<FlightLog | null> {
  return readDocument(source, new LogBuilder(options, null, wholeBudget()))
}

async function readDocument(source: LogBytes, builder: LogBuilder): Promise<FlightLog | null> {
  const format = await read(source, builder)
  return format === null ? null : builder.log(format)
}

/**
 * The values of some of the series that `readFlightLog` listed, by a second pass over the same
 * bytes. Unknown names are left out.
 */
export async function readSeries(
  source: LogBytes,
  names: readonly string[],
  options: ReadOptions = {},
): Promise<SeriesValues[]> {
  const builder = new LogBuilder(options, names, wholeBudget())
  await read(source, builder)
  return builder.series()
}

async function read(source: LogBytes, builder: LogBuilder): Promise<LogFormat | null> {
  let held = new Uint8Array(0)
  let format: LogFormat | null = null
  let reader: LogReader | null = null
  const begin = (): void => {
    format = detectFormat(held)
    reader = format === null ? null : pickReader(format, builder)
    reader?.push(held)
  }
  for await (const whole of source instanceof Uint8Array ? [source] : source) {
    for (let at = 0; at < whole.length; at += PIECE_BYTES) {
      const piece = whole.subarray(at, at + PIECE_BYTES)
      builder.report.bytes += piece.length
      if (reader !== null) {
        ;(reader as LogReader).push(piece)
        continue
      }
      const joined = new Uint8Array(held.length + piece.length)
      joined.set(held)
      joined.set(piece, held.length)
      held = joined
      if (held.length < DETECT_BYTES) continue
      begin()
      if (reader === null) return null
    }
  }
  if (reader === null) begin()
  return (await (reader as LogReader | null)?.finish()) ?? format
}
