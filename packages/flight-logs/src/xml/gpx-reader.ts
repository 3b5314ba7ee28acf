import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { pickDecoder } from '@swath/file-syntax/text-decoder'
import type { Decoder } from '@swath/file-syntax/text-decoder'
import type { LogReader } from '../flight-log.ts'
import type { LogBuilder } from '../log-builder.ts'
import { parseTime } from '../time-text.ts'
import { parseNumber, readValue, findTrackField } from '../track-fields.ts'
import { XmlScanner } from '@swath/file-syntax/xml-scanner'

/** xsd fixType of GPX 1.1 as MAVLink's GPS_FIX_TYPE. */
const FIXES: Readonly<Record<string, number>> = { 'none': 1, '2d': 2, '3d': 3, 'dgps': 4, 'pps': 3 }

/**
 * Names outside our own extension: `speed` and `course` of GPX 1.0 and of Garmin's
 * TrackPointExtension v2, in m/s and degrees.
 */
const ALIASES: Readonly<Record<string, string>> = { course: 'heading', sat: 'satellites' }

type Fields = { -readonly [K in keyof TelemetryPoint]?: TelemetryPoint[K] }

/**
 * Track points of GPX 1.0 and 1.1. Their elevation is above the sea.
 */
export class GpxReader implements LogReader {
  readonly #to: LogBuilder
  readonly #scanner: XmlScanner
  #decoder: Decoder | null = null
  #point: { lng: number; lat: number; tMs: number; altitudeM: number; fields: Fields } | null = null
  #timed = false

  constructor(to: LogBuilder) {
    this.#to = to
    this.#scanner = new XmlScanner(
      {
        open: (name, attributes) => {
          if (name === 'trkpt')
            this.#point = {
              lng: parseNumber(attributes.get('lon') ?? ''),
              lat: parseNumber(attributes.get('lat') ?? ''),
              tMs: NaN,
              altitudeM: NaN,
              fields: {},
            }
        },
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
    this.#to.report.badRecords += this.#scanner.mismatches
    if (!this.#timed) this.#to.note('no_times')
  }

  #close(name: string, text: string): void {
    const point = this.#point
    if (point === null) return
    if (name === 'trkpt') {
      this.#point = null
      if (!Number.isNaN(point.tMs)) this.#timed = true
      this.#to.addPoint(
        0,
        {
          ...point.fields,
          tMs: point.tMs,
          lng: point.lng,
          lat: point.lat,
          altitudeM: point.altitudeM,
        },
        -1,
        NaN,
        'told',
      )
      return
    }
    if (name === 'time') point.tMs = parseTime(text)
    else if (name === 'ele') point.altitudeM = parseNumber(text)
    else if (name === 'fix') point.fields.fix ??= FIXES[text.toLowerCase()] ?? null
    else this.#field(point.fields, ALIASES[name] ?? name, text)
  }

  #field(fields: Fields, name: string, text: string): void {
    const field = findTrackField(name)
    if (field === undefined) return
    const value = readValue(text, field)
    if (value !== null) (fields as Record<string, unknown>)[field.key] = value
  }
}
