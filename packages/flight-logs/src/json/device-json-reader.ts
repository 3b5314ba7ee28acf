import { readPoint } from '@swath/domain/point-fields'
import { pickDecoder } from '@swath/file-syntax/text-decoder'
import type { Decoder } from '@swath/file-syntax/text-decoder'
import type { LogReader } from '../flight-log.ts'
import type { LogBuilder } from '../log-builder.ts'
import { parseTime } from '../time-text.ts'
import { JsonObjects } from './json-objects.ts'

type Fields = Readonly<Record<string, unknown>>

/** Longest run name of docs/device-protocol.md. */
const BOOT_CHARACTERS = 32

/**
 * Track, event and state messages of docs/device-protocol.md, as a device stores them: one per
 * line, or in a list.
 */
export class DeviceJsonReader implements LogReader {
  readonly #to: LogBuilder
  readonly #objects: JsonObjects
  #decoder: Decoder | null = null

  constructor(to: LogBuilder) {
    this.#to = to
    this.#objects = new JsonObjects(
      (value) => this.#message(value as Fields),
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
  }

  /**
   * Reads the complete points of a batch that is truncated or damaged. Their sequence numbers
   * cannot be determined reliably.
   */
  #salvage(text: string): void {
    for (const [point] of text.matchAll(/\{[^{}]*\}/g)) {
      let value: unknown
      try {
        value = JSON.parse(point)
      } catch {
        // the damaged one
        this.#to.report.badRecords++
        continue
      }
      const fields = value as Fields
      if (typeof fields['lng'] === 'number' && typeof fields['lat'] === 'number')
        this.#point(fields, null, null)
    }
  }

  #message(fields: Fields): void {
    if (Array.isArray(fields['pts'])) return this.#track(fields, fields['pts'])
    if (
      fields['type'] === 'takeoff' ||
      fields['type'] === 'landing' ||
      fields['type'] === 'disarm'
    ) {
      const tMs = timeValue(fields['t'])
      if (Number.isNaN(tMs)) this.#to.report.badRecords++
      else
        this.#to.addEvent(
          fields['type'],
          fields['type'] === 'takeoff' && fields['simulated'] === true ? 'simulated' : null,
          -1,
          NaN,
          tMs,
        )
      return
    }
    if (typeof fields['online'] !== 'boolean') this.#to.report.badRecords++
    else if (typeof fields['firmware'] === 'string')
      this.#to.identity.firmware = fields['firmware'].slice(0, 64)
  }

  #track(fields: Fields, points: readonly unknown[]): void {
    if (fields['v'] !== undefined && fields['v'] !== 1) {
      this.#to.report.badRecords++
      return
    }
    const boot =
      typeof fields['boot'] === 'string'
        ? fields['boot'].slice(0, BOOT_CHARACTERS)
        : typeof fields['boot'] === 'number'
          ? String(fields['boot'])
          : null
    const first = Number.isSafeInteger(fields['seq']) ? (fields['seq'] as number) : null
    for (const [i, value] of points.entries()) {
      if (typeof value !== 'object' || value === null) this.#to.report.badRecords++
      else this.#point(value as Fields, boot, first === null ? null : first + i)
    }
  }

  #point(from: Fields, boot: string | null, seq: number | null): void {
    const number = (name: string): number | null =>
      typeof from[name] === 'number' && Number.isFinite(from[name]) ? from[name] : null
    const [lng, lat] = [number('lng') ?? NaN, number('lat') ?? NaN]
    const point = readPoint({ tMs: timeValue(from['t']), lng, lat, boot, seq }, from)
    this.#to.addPoint(0, point, -1, NaN, 'told')
    if (this.#to.capture !== null) return
    this.#to.catalog.count('points', () => [])
    if (point.batteryPercent === null) return
    const battery = this.#to.battery(0)
    battery.firstPercent ??= point.batteryPercent
    battery.lastPercent = point.batteryPercent
  }
}

/** Ten digits are seconds, as in the protocol. */
function timeValue(value: unknown): number {
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? Math.round(value >= 1e9 && value < 1e10 ? value * 1000 : value)
      : NaN
  return typeof value === 'string' && value.length <= 40 ? parseTime(value) : NaN
}
