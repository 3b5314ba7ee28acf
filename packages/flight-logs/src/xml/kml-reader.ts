import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { pickDecoder } from '@swath/file-syntax/text-decoder'
import type { Decoder } from '@swath/file-syntax/text-decoder'
import { LIMITS } from '../flight-log.ts'
import type { LogReader } from '../flight-log.ts'
import type { LogBuilder } from '../log-builder.ts'
import { isTime, readTime } from '../time-text.ts'
import type { WrittenTime } from '../time-text.ts'
import { parseNumber, readValue, findTrackField } from '../track-fields.ts'
import { XmlScanner } from '@swath/file-syntax/xml-scanner'

type Place = { readonly lng: number; readonly lat: number; readonly altitude: number }

type Placemark = {
  places: Place[][]
  stamp: WrittenTime
  begin: WrittenTime
  end: WrittenTime
  aboveGround: boolean
}

/** One gx:Track. */
type Shape = {
  places: Place[]
  times: string[]
  arrays: Map<string, string[]>
  aboveGround: boolean
}

const NO_TIME: WrittenTime = { tMs: NaN }

const shape = (): Shape => ({ places: [], times: [], arrays: new Map(), aboveGround: false })

/**
 * KML: gx:Track with its times and gx:SimpleArrayData, and Placemarks of points and lines with a
 * TimeStamp or TimeSpan (OGC 12-007r2). The positions of a line have no times: the first gets the
 * stamp, or the begin of the span and the last its end. A KML of drawings has no points, and
 * reports that (`no_times`).
 */
export class KmlReader implements LogReader {
  readonly #to: LogBuilder
  readonly #scanner: XmlScanner
  #decoder: Decoder | null = null
  #track: Shape | null = null
  #placemark: Placemark | null = null
  #array: string[] | null = null
  #values = 0
  #timed = false

  constructor(to: LogBuilder) {
    this.#to = to
    this.#scanner = new XmlScanner(
      {
        open: (name, attributes) => this.#open(name, attributes),
        close: (name, text) => this.#close(name, text.trim()),
      },
      (problem) => to.note(problem),
    )
  }

  push(bytes: Uint8Array): void {
    this.#decoder ??= pickDecoder(bytes)
    this.#scanner.push(this.#decoder.decode(bytes, { stream: true }))
  }

  finish(): void {
    this.#scanner.push(this.#decoder?.decode() ?? '')
    if (this.#scanner.finish()) this.#to.report.truncatedAtByte = this.#to.report.bytes
    // a truncated track is read as far as possible
    if (this.#track !== null) this.#trackPoints(this.#track)
    this.#to.report.badRecords += this.#scanner.mismatches
    if (!this.#timed) this.#to.note('no_times')
  }

  #open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'Placemark')
      this.#placemark = {
        places: [],
        stamp: NO_TIME,
        begin: NO_TIME,
        end: NO_TIME,
        aboveGround: false,
      }
    else if (name === 'Track') this.#track = shape()
    else if (name === 'SimpleArrayData' && this.#track !== null) {
      this.#array = []
      if (this.#track.arrays.size < LIMITS.fieldsAFormat)
        this.#track.arrays.set(attributes.get('name') ?? '', this.#array)
    }
  }

  #close(name: string, text: string): void {
    if (this.#track !== null) return this.#insideTrack(this.#track, name, text)
    const placemark = this.#placemark
    // linked files, on this machine or next to the file, are not part of it
    if (name === 'NetworkLink') this.#to.note('links_elsewhere')
    if (placemark === null) return
    if (name === 'when') placemark.stamp = readTime(text)
    else if (name === 'begin') placemark.begin = readTime(text)
    else if (name === 'end') placemark.end = readTime(text)
    else if (name === 'altitudeMode') placemark.aboveGround ||= text === 'relativeToGround'
    else if (name === 'coordinates')
      placemark.places.push(
        text
          .split(/\s+/)
          .filter(Boolean)
          .map((tuple) => parsePlace(tuple.split(','))),
      )
    else if (name === 'Placemark') {
      this.#placemark = null
      this.#placemarkPoints(placemark)
    }
  }

  #insideTrack(track: Shape, name: string, text: string): void {
    if (name === 'Track') {
      this.#track = null
      return this.#trackPoints(track)
    }
    if (name === 'altitudeMode') track.aboveGround = text === 'relativeToGround'
    if (name !== 'when' && name !== 'coord' && name !== 'value') return
    if (this.#values++ > LIMITS.points * 20) {
      this.#to.report.overLimit++
      return
    }
    if (name === 'when') track.times.push(text)
    else if (name === 'coord') track.places.push(parsePlace(text.split(/\s+/)))
    else this.#array?.push(text)
  }

  #trackPoints(track: Shape): void {
    const fields = [...track.arrays].flatMap(([name, values]) => {
      const field = findTrackField(name)
      return field === undefined ? [] : [{ field, values }]
    })
    // a KML place must have a height; our own files state which heights are known
    const altitudes = track.aboveGround && !fields.some(({ field }) => field.key === 'heightM')
    // the nth time belongs to the nth place; a time without a place is ignored
    for (const [i, place] of track.places.entries()) {
      const point: { -readonly [K in keyof TelemetryPoint]?: TelemetryPoint[K] } = {}
      if (altitudes && !Number.isNaN(place.altitude)) point.heightM = place.altitude
      for (const { field, values } of fields) {
        const value = readValue(values[i] ?? '', field)
        if (value !== null) (point as Record<string, unknown>)[field.key] = value
      }
      this.#add(place, readTime(track.times[i] ?? ''), point, !track.aboveGround)
    }
  }

  #placemarkPoints({ places, stamp, begin, end, aboveGround }: Placemark): void {
    for (const line of places) {
      for (const [i, place] of line.entries()) {
        const time =
          i === 0 ? (isTime(stamp) ? stamp : begin) : i === line.length - 1 ? end : NO_TIME
        this.#add(
          place,
          time,
          aboveGround && !Number.isNaN(place.altitude) ? { heightM: place.altitude } : {},
          !aboveGround,
        )
      }
    }
  }

  #add(
    place: Place,
    time: WrittenTime,
    fields: Partial<TelemetryPoint>,
    isAboveSea: boolean,
  ): void {
    if (isTime(time)) this.#timed = true
    const altitudeM = isAboveSea ? place.altitude : NaN
    this.#to.addPoint(
      0,
      { ...fields, ...time, lng: place.lng, lat: place.lat, altitudeM },
      -1,
      NaN,
      'told',
    )
  }
}

function parsePlace(parts: readonly string[]): Place {
  return {
    lng: parseNumber(parts[0] ?? ''),
    lat: parseNumber(parts[1] ?? ''),
    altitude: parseNumber(parts[2] ?? ''),
  }
}
