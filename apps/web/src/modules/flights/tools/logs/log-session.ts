// Reads one file in a worker, so that a log of hundreds of megabytes does not block the page.
import { distanceBetweenM } from '@swath/domain/lng-lat'
import type { PointColumns } from '@swath/domain/telemetry-point'
import type {
  BatteryFigures,
  FlightLog,
  HeightSource,
  LogEvent,
  LogFormat,
  ReadOptions,
  LogIdentity,
  ReadReport,
} from '@swath/flight-logs/flight-log'
import { readFlightLog, readSeries } from '@swath/flight-logs/read-flight-log'
import { TRACK_FIELDS } from '@swath/flight-logs/track-fields'
import { writeCsv } from '@swath/flight-logs/write/csv'
import { writeGeoJson } from '@swath/flight-logs/write/geojson'
import { writeGpx } from '@swath/flight-logs/write/gpx'
import type { WrittenSortie } from '@swath/flight-logs/write/written-sortie'
import { thin, type ThinSeries } from './thin.ts'

export type LogField = {
  /** Unique in the log; series are requested by it. */ readonly name: string
  readonly label: string
  readonly unit: string | null
  readonly count: number
}
/** One kind of record; `track`: the positions with the values that Swath derives. */
export type LogKind = {
  readonly name: string
  readonly count: number
  readonly fields: readonly LogField[]
}

export type ThinTrack = {
  readonly tMs: readonly number[]
  readonly lng: readonly number[]
  readonly lat: readonly number[]
  readonly pumpOn: readonly boolean[]
}

export type OpenedLog = {
  readonly format: LogFormat
  readonly pointCount: number
  readonly startMs: number | null
  readonly endMs: number | null
  readonly distanceM: number
  /** Null without at least two positions. */
  readonly track: ThinTrack | null
  readonly heights: Readonly<Partial<Record<HeightSource, number>>>
  readonly events: readonly LogEvent[]
  readonly eventCount: number
  readonly identity: Readonly<LogIdentity>
  readonly batteries: readonly BatteryFigures[]
  readonly report: Readonly<ReadReport>
  readonly kinds: readonly LogKind[]
}

export const writtenForms = ['gpx', 'geojson', 'csv'] as const
export type WrittenForm = (typeof writtenForms)[number]

/** Kind of the series derived from the positions instead of from a record of the log. */
export const trackKind = 'track'

const pieceBytes = 4_194_304
const mostTrackPlaces = 5_000
const mostSamples = 4_000
const mostEvents = 1_000

const mediaTypes: Readonly<Record<WrittenForm, string>> = {
  gpx: 'application/gpx+xml',
  geojson: 'application/geo+json',
  csv: 'text/csv',
}

async function* readPieces(
  file: Blob,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += pieceBytes) {
    yield new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer())
    onProgress(Math.min(file.size, at + pieceBytes))
  }
}

/**
 * Keeps positions that are at least a tolerance apart, doubling it until few enough are left.
 * Points where the pump switches are kept.
 */
export const thinTrack = (
  {
    length,
    tMs,
    lng,
    lat,
    pumpOn,
  }: Pick<PointColumns, 'length' | 'tMs' | 'lng' | 'lat' | 'pumpOn'>,
  most: number,
): ThinTrack | null => {
  if (length < 2) return null
  let kept: number[] = []
  for (let apartM = length > most ? 0.25 : 0; ; apartM *= 2) {
    kept = [0]
    for (let i = 1; i < length; i++) {
      const last = kept.at(-1)!
      const isSwitch = (pumpOn[i]! === 1) !== (pumpOn[i - 1]! === 1)
      if (
        i === length - 1 ||
        (isSwitch && apartM < 50) ||
        apartM === 0 ||
        distanceBetweenM(lng[last]!, lat[last]!, lng[i]!, lat[i]!) >= apartM
      )
        kept.push(i)
    }
    // The tolerance has reached the size of the earth: nothing more can be omitted.
    if (kept.length <= most || apartM > 1e7) break
  }
  const of = (column: Float64Array): number[] => kept.map((i) => column[i]!)
  return { tMs: of(tMs), lng: of(lng), lat: of(lat), pumpOn: kept.map((i) => pumpOn[i] === 1) }
}

const listKinds = (log: FlightLog): LogKind[] => {
  const { points } = log
  const own = TRACK_FIELDS.filter(({ kind }) => kind !== 'text')
    .map(({ key, name, unit }): LogField => {
      const column = points[key as keyof PointColumns] as Float64Array
      let count = 0
      for (let i = 0; i < points.length; i++) if (!Number.isNaN(column[i]!)) count++
      return { name: `${trackKind}.${name}`, label: name, unit, count }
    })
    .filter(({ count }) => count > 0)
  const kinds = new Map<string, { count: number; fields: LogField[] }>()
  for (const { name, unit, count } of log.series) {
    const dot = name.indexOf('.')
    const kind = name.slice(0, dot)
    const known = kinds.get(kind) ?? { count: 0, fields: [] }
    known.count = Math.max(known.count, count)
    known.fields.push({ name, label: name.slice(dot + 1), unit, count })
    kinds.set(kind, known)
  }
  return [
    ...(own.length > 0 ? [{ name: trackKind, count: points.length, fields: own }] : []),
    ...[...kinds].map(([name, { count, fields }]) => ({ name, count, fields })),
  ]
}

export class LogSession {
  #file: File | null = null
  #startMs: number | undefined
  #log: FlightLog | null = null

  /**
   * Null if the file is no flight log. Rethrows the browser's error if the file can no longer be
   * read.
   */
  async open(
    file: File,
    startMs: number | null,
    onProgress: (bytes: number) => void,
  ): Promise<OpenedLog | null> {
    this.#file = file
    this.#startMs = startMs ?? undefined
    this.#log = null
    const log = await readFlightLog(readPieces(file, onProgress), this.#options())
    this.#log = log
    if (log === null) return null
    const { points } = log
    let distanceM = 0
    for (let i = 1; i < points.length; i++)
      distanceM += distanceBetweenM(
        points.lng[i - 1]!,
        points.lat[i - 1]!,
        points.lng[i]!,
        points.lat[i]!,
      )
    return {
      format: log.format,
      pointCount: points.length,
      startMs: points.length > 0 ? points.tMs[0]! : null,
      endMs: points.length > 0 ? points.tMs[points.length - 1]! : null,
      distanceM,
      track: thinTrack(points, mostTrackPlaces),
      heights: log.heights,
      events: log.events.slice(0, mostEvents),
      eventCount: log.events.length,
      identity: log.identity,
      batteries: log.batteries,
      report: log.report,
      kinds: listKinds(log),
    }
  }

  async series(
    names: readonly string[],
    onProgress: (bytes: number) => void,
  ): Promise<ThinSeries[]> {
    if (this.#file === null || this.#log === null) return []
    const { points } = this.#log
    const own = TRACK_FIELDS.filter(({ name }) => names.includes(`${trackKind}.${name}`)).map(
      ({ key, name, unit }) =>
        thin(
          {
            name: `${trackKind}.${name}`,
            unit,
            absolute: true,
            tMs: points.tMs.subarray(0, points.length),
            values: (points[key as keyof PointColumns] as Float64Array).subarray(0, points.length),
          },
          mostSamples,
        ),
    )
    const asked = names.filter((name) => !name.startsWith(`${trackKind}.`))
    const read =
      asked.length === 0
        ? []
        : await readSeries(readPieces(this.#file, onProgress), asked, this.#options())
    return [...own, ...read.map((series) => thin(series, mostSamples))].filter(
      (series) => series !== null,
    )
  }

  async write(form: WrittenForm): Promise<Blob> {
    const log = this.#log
    const parts: string[] = []
    if (log !== null && this.#file !== null && log.points.length > 0) {
      const { points, identity } = log
      const sortie: WrittenSortie = {
        id: this.#file.name,
        name: this.#file.name,
        droneId: identity.serial ?? '',
        model: null,
        firmware: identity.firmware,
        startMs: points.tMs[0]!,
        endMs: points.tMs[points.length - 1]!,
        points,
        swathWidthM: 0,
        record: null,
        pilot: null,
        customer: null,
        plot: null,
      }
      const writer =
        form === 'gpx'
          ? writeGpx([sortie])
          : form === 'geojson'
            ? writeGeoJson([sortie])
            : writeCsv([sortie])
      for await (const part of writer) parts.push(part)
    }
    return new Blob(parts, { type: mediaTypes[form] })
  }

  /** Rereading an open log uses the same settings for its times. */
  #options(): ReadOptions {
    const { timeZone, dateOrder } = this.#log?.report.times ?? {}
    return {
      ...(this.#startMs === undefined ? {} : { startMs: this.#startMs }),
      ...(timeZone ? { timeZone } : {}),
      ...(dateOrder ? { dateOrder } : {}),
    }
  }
}
