import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { pickDecoder } from '@swath/file-syntax/text-decoder'
import type { Decoder } from '@swath/file-syntax/text-decoder'
import type { LogReader } from '../flight-log.ts'
import type { LogBuilder } from '../log-builder.ts'
import { isTime, readTime } from '../time-text.ts'
import { readValue, TRACK_FIELDS } from '../track-fields.ts'
import { JsonObjects } from './json-objects.ts'

type Fields = Readonly<Record<string, unknown>>

/** The list of features may come after other members of the collection. */
const FEATURES = /"features"\s*:\s*\[/
const LONGEST_HEAD = 1_048_576

/**
 * Lines with a time per place: `properties.coordinateProperties.times` as @tmcw/togeojson and
 * Mapbox write it, `coordTimes` or `times` as older tools do, and points with `properties.time`.
 * Our own values per place are next to the times, under their names.
 */
export class GeoJsonReader implements LogReader {
  readonly #to: LogBuilder
  readonly #objects: JsonObjects
  #decoder: Decoder | null = null
  #head: string | null = ''
  #timed = false

  constructor(to: LogBuilder) {
    this.#to = to
    this.#objects = new JsonObjects((value) => this.#feature(value as Fields))
  }

  push(bytes: Uint8Array): void {
    this.#decoder ??= pickDecoder(bytes)
    this.#text(this.#decoder.decode(bytes, { stream: true }))
  }

  finish(): void {
    this.#text(this.#decoder?.decode() ?? '')
    if (this.#head !== null) this.#objects.push(this.#head)
    if (this.#objects.finish() !== '') this.#to.report.truncatedAtByte = this.#to.report.bytes
    this.#to.report.badRecords += this.#objects.bad
    if (this.#objects.tooLarge) this.#to.note('too_large')
    if (!this.#timed) this.#to.note('no_times')
  }

  #text(piece: string): void {
    if (this.#head === null) return this.#objects.push(piece)
    this.#head += piece
    const match = FEATURES.exec(this.#head)
    if (match === null && this.#head.length < LONGEST_HEAD) return
    const rest = match === null ? this.#head : this.#head.slice(match.index + match[0].length)
    this.#head = null
    this.#objects.push(rest)
  }

  #feature(feature: Fields): void {
    const geometry = (
      feature['type'] === 'Feature' ? feature['geometry'] : feature
    ) as Fields | null
    const properties = (feature['properties'] ?? {}) as Fields
    if (typeof geometry !== 'object' || geometry === null) return
    const perPlace = (properties['coordinateProperties'] ?? {}) as Fields
    const times = perPlace['times'] ?? properties['coordTimes'] ?? properties['times']
    const coordinates = geometry['coordinates']
    if (geometry['type'] === 'Point')
      return this.#point(
        coordinates,
        properties['time'] ?? properties['timestamp'],
        properties,
        null,
      )
    if (geometry['type'] === 'LineString') return this.#line(coordinates, times, perPlace, null)
    if (geometry['type'] !== 'MultiLineString' || !Array.isArray(coordinates)) return
    for (const [i, line] of coordinates.entries()) this.#line(line, listAt(times, i), perPlace, i)
  }

  /** `part` selects a line's own list if a value has one list per line. */
  #line(coordinates: unknown, times: unknown, perPlace: Fields, part: number | null): void {
    if (!Array.isArray(coordinates)) return
    const fields =
      part === null
        ? perPlace
        : Object.fromEntries(
            Object.entries(perPlace).map(([name, list]) => [name, listAt(list, part)]),
          )
    for (const [i, place] of coordinates.entries()) this.#point(place, listAt(times, i), fields, i)
  }

  #point(place: unknown, time: unknown, fields: Fields, i: number | null): void {
    if (!Array.isArray(place)) return
    const read =
      typeof time === 'string' ? readTime(time) : { tMs: typeof time === 'number' ? time : NaN }
    if (isTime(read)) this.#timed = true
    const point: { -readonly [K in keyof TelemetryPoint]?: TelemetryPoint[K] } = {}
    for (const field of TRACK_FIELDS) {
      const value = i === null ? fields[field.name] : listAt(fields[field.name], i)
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
        continue
      const parsed = readValue(String(value), field)
      if (parsed !== null) (point as Record<string, unknown>)[field.key] = parsed
    }
    const [lng, lat, altitudeM] = place as unknown[]
    this.#to.addPoint(
      0,
      {
        ...point,
        ...read,
        lng: typeof lng === 'number' ? lng : NaN,
        lat: typeof lat === 'number' ? lat : NaN,
        altitudeM: typeof altitudeM === 'number' ? altitudeM : NaN,
      },
      -1,
      NaN,
      'told',
    )
  }
}

function listAt(list: unknown, i: number): unknown {
  return Array.isArray(list) ? list[i] : undefined
}
