import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { pickDecoder } from '@swath/file-syntax/text-decoder'
import type { Decoder } from '@swath/file-syntax/text-decoder'
import type { LogReader } from '../flight-log.ts'
import type { LogBuilder } from '../log-builder.ts'
import { isTime, readTime } from '../time-text.ts'
import type { WrittenTime } from '../time-text.ts'
import { parseNumber, readValue, findTrackField } from '../track-fields.ts'
import type { TrackField } from '../track-fields.ts'
import { JsonObjects } from './json-objects.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * In lower case, without `_`, `-` and blanks. The names of track fields themselves need no entry.
 */
const NAMES: Readonly<Record<string, string>> = {
  lat: 'lat',
  latitude: 'lat',
  lng: 'lng',
  lon: 'lng',
  long: 'lng',
  longitude: 'lng',
  t: 'time',
  ts: 'time',
  time: 'time',
  timestamp: 'time',
  date: 'time',
  datetime: 'time',
  utc: 'time',
  gpstime: 'time',
  recordtime: 'time',
  alt: 'altitude',
  altitude: 'altitude',
  relativealtitude: 'height',
  relativeheight: 'height',
  relalt: 'height',
  agl: 'height',
  velocity: 'speed',
  groundspeed: 'speed',
  hspeed: 'speed',
  xspeed: 'speed',
  yaw: 'heading',
  course: 'heading',
  bearing: 'heading',
  flowrate: 'flow',
  sprayflow: 'flow',
  spray: 'pump',
  spraying: 'pump',
  isspraying: 'pump',
  sprayon: 'pump',
  spraystate: 'pump',
  spraystatus: 'pump',
  pumpon: 'pump',
  spraywidth: 'width',
  swath: 'width',
  swathwidth: 'width',
  sats: 'satellites',
  numsats: 'satellites',
}
/** Members in which an object may nest its coordinates, with the time outside. */
const PLACES: ReadonlySet<string> = new Set(['position', 'location', 'coordinate', 'gps', 'pos'])
const SERIALS: ReadonlySet<string> = new Set(['serial', 'serialnumber', 'sn', 'dronesn', 'droneid'])

const toFieldName = (key: string): string => {
  const plain = key.toLowerCase().replaceAll(/[\s_-]/g, '')
  return NAMES[plain] ?? plain
}

/**
 * Waypoints with a latitude, a longitude and a time each, as ground stations of agricultural drones
 * write them: in one list or several, alone or inside a report of the job. The names and units in
 * such files are undocumented; metres, metres per second and degrees are assumed. An altitude is
 * above the sea unless the place also has a height.
 */
export class TrackJsonReader implements LogReader {
  readonly #to: LogBuilder
  readonly #objects: JsonObjects
  #decoder: Decoder | null = null
  #timed = false

  constructor(to: LogBuilder) {
    this.#to = to
    this.#objects = new JsonObjects(
      (value) => this.#walk(value),
      (text) => this.#salvage(text),
    )
  }

  push(bytes: Uint8Array): void {
    this.#decoder ??= pickDecoder(bytes)
    this.#objects.push(this.#decoder.decode(bytes, { stream: true }))
  }

  finish(): void {
    this.#objects.push(this.#decoder?.decode() ?? '')
    const rest = this.#objects.finish()
    if (rest !== '') {
      this.#to.report.truncatedAtByte = this.#to.report.bytes
      this.#salvage(rest)
    }
    this.#to.report.badRecords += this.#objects.bad
    this.#to.report.bytesSkipped += this.#objects.skipped
    if (this.#objects.tooLarge) this.#to.note('too_large')
    if (!this.#timed) this.#to.note('no_times')
  }

  /** In document order, without recursion, since a file may nest to any depth. */
  #walk(root: unknown): void {
    const open: unknown[] = [root]
    while (open.length > 0) {
      const value = open.pop()
      if (typeof value !== 'object' || value === null) continue
      const within: readonly unknown[] = Array.isArray(value)
        ? value
        : this.#placeOf(value as Fields)
          ? []
          : Object.values(value)
      for (let i = within.length - 1; i >= 0; i--) open.push(within[i])
    }
  }

  /** Reads the complete places of a text that is truncated or damaged. */
  #salvage(text: string): void {
    for (const [object] of text.matchAll(/\{[^{}]*\}/g)) {
      try {
        this.#placeOf(JSON.parse(object) as Fields)
      } catch {
        // the damaged one
        this.#to.report.badRecords++
      }
    }
  }

  /** Adds the object if it is a place; returns whether it is one. */
  #placeOf(object: Fields): boolean {
    const values = new Map<string, unknown>()
    for (const [key, value] of Object.entries(object)) {
      const name = toFieldName(key)
      if (PLACES.has(name) && typeof value === 'object' && value !== null)
        for (const [inner, innerValue] of Object.entries(value))
          values.set(toFieldName(inner), innerValue)
      else if (!values.has(name)) values.set(name, value)
    }
    if (!values.has('lat') || !values.has('lng')) {
      for (const [name, value] of values)
        if (SERIALS.has(name) && typeof value === 'string' && value !== '')
          this.#to.identity.serial ??= value.slice(0, 64)
      return false
    }
    const point: { -readonly [K in keyof TelemetryPoint]?: TelemetryPoint[K] } = {}
    for (const [name, value] of values) {
      const field = findTrackField(name)
      const read = field === undefined ? null : parseValue(value, field)
      if (read !== null) (point as Record<string, unknown>)[field!.key] = read
    }
    if (typeof point.headingDeg === 'number' && point.headingDeg < 0) point.headingDeg += 360
    const time = timeValue(values.get('time'))
    if (isTime(time)) this.#timed = true
    this.#to.addPoint(
      0,
      {
        ...point,
        ...time,
        lng: numeric(values.get('lng')),
        lat: numeric(values.get('lat')),
        altitudeM: numeric(values.get('altitude')),
      },
      -1,
      NaN,
      'told',
    )
    return true
  }
}

const numeric = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' ? parseNumber(value) : NaN

const parseValue = (value: unknown, field: TrackField): ReturnType<typeof readValue> =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
    ? readValue(String(value), field)
    : null

/** Seconds, milliseconds or microseconds since 1970, or text. */
const timeValue = (value: unknown): WrittenTime => {
  if (typeof value === 'string') return readTime(value)
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return { tMs: NaN }
  return { tMs: Math.round(value < 1e11 ? value * 1000 : value < 1e14 ? value : value / 1000) }
}
