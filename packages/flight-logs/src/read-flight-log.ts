import { CsvReader } from './csv/csv-reader.ts'
import { DataflashReader } from './dataflash/dataflash-reader.ts'
import { DETECT_BYTES, detectFormat } from './detect-format.ts'
import type { FlightLog, LogFormat, LogReader, ReadOptions, SeriesValues } from './flight-log.ts'
import { DeviceJsonReader } from './json/device-json-reader.ts'
import { GeoJsonReader } from './json/geojson-reader.ts'
import { TrackJsonReader } from './json/track-json-reader.ts'
import { LogBuilder } from './log-builder.ts'
import { TlogReader } from './mavlink/tlog-reader.ts'
import { UlogReader } from './ulog/ulog-reader.ts'
import { GpxReader } from './xml/gpx-reader.ts'
import { KmlReader } from './xml/kml-reader.ts'
import { KmzReader } from './xml/kmz-reader.ts'

/** The bytes of a file: in one piece, in several, or as they come from a stream. */
export type LogBytes = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>

const READERS: Readonly<Record<LogFormat, (to: LogBuilder) => LogReader>> = {
  'tlog': (to) => new TlogReader(to),
  'dataflash': (to) => new DataflashReader(to),
  'ulog': (to) => new UlogReader(to),
  'csv': (to) => new CsvReader(to),
  'gpx': (to) => new GpxReader(to),
  'kml': (to) => new KmlReader(to),
  'kmz': (to) => new KmzReader(to),
  'device-json': (to) => new DeviceJsonReader(to),
  'track-json': (to) => new TrackJsonReader(to),
  'geojson': (to) => new GeoJsonReader(to),
  'ed-269': (to) => ({ push: () => undefined, finish: () => to.note('zones_not_flights') }),
}

/** Pieces are cut to this size, so that one huge piece costs no more memory than a stream. */
const PIECE_BYTES = 1_048_576

/**
 * Reads a flight log of any of the known formats, told by its content. Null for a file that is none
 * of them. Never throws on content: what could not be read is counted in the report. Throws what
 * the source itself throws.
 */
export async function readFlightLog(
  source: LogBytes,
  options: ReadOptions = {},
): Promise<FlightLog | null> {
  const builder = new LogBuilder(options, null)
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
  const builder = new LogBuilder(options, names)
  await read(source, builder)
  return builder.series()
}

async function read(source: LogBytes, builder: LogBuilder): Promise<LogFormat | null> {
  let held = new Uint8Array(0)
  let format: LogFormat | null = null
  let reader: LogReader | null = null
  const begin = (): void => {
    format = detectFormat(held)
    reader = format === null ? null : READERS[format](builder)
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
  await (reader as LogReader | null)?.finish()
  return format
}
