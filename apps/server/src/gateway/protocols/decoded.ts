// A decoded message, the same for every wire format: the only input of the pipeline.
import type { DeviceEvent } from '@swath/domain/device-event'
import type { DronePart } from '@swath/domain/drone-parts'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'

/**
 * Why a message, or a part of it, could not be read. Implausible values are detected by the domain.
 */
export type Unreadable =
  | 'malformed'
  | 'unknown_version'
  | 'too_many_points'
  | 'not_a_point'
  | 'not_an_event'
  | 'not_a_state'

export type Decoded =
  | {
      readonly type: 'track'
      readonly boot: string | null
      readonly points: readonly TelemetryPoint[]
      readonly unreadablePoints: number
    }
  | { readonly type: 'event'; readonly event: DeviceEvent }
  | {
      readonly type: 'state'
      readonly online: boolean
      readonly boot: string | null
      readonly firmware: string | null
      /** Absent: not reported. */
      readonly parts?: readonly DronePart[]
      /** Null: the drone offers none; absent: not reported. */
      readonly video?: string | null
    }
  | { readonly type: 'unreadable'; readonly reason: Unreadable }

export const pointsAMessage = 5_000

export const unreadable = (reason: Unreadable): Decoded => ({ type: 'unreadable', reason })

/** A number, or null for anything else. */
export const parseNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/**
 * Milliseconds since 1970 UTC from a number or ISO 8601 text; text without an offset is UTC. A
 * number of ten digits is seconds: as milliseconds it would be in 1970, before any of these
 * devices.
 */
export const parseTime = (value: unknown): number | null => {
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? Math.round(value >= 1e9 && value < 1e10 ? value * 1000 : value)
      : null
  if (typeof value !== 'string' || value.length > 40) return null
  const timeMs = Date.parse(
    /[zZ]$|[+-]\d\d:?\d\d$/.test(value) || !value.includes('T') ? value : `${value}Z`,
  )
  return Number.isNaN(timeMs) ? null : timeMs
}

/** A name without characters that a database or a log cannot store; null if nothing is left. */
export const parseText = (value: unknown, longest: number): string | null => {
  if (typeof value !== 'string') return null
  const text = value
    .slice(0, longest)
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- control characters are removed
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
  return text === '' ? null : text
}

export const parseBoot = (value: unknown): string | null =>
  parseText(typeof value === 'number' ? String(value) : value, 32)

export const parseUuid = (value: unknown): string | null =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    ? value.toLowerCase()
    : null

/** A count that fits a database integer. */
export const parseCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 2_147_483_647
    ? value
    : null
/** A count of messages or points. */
export const parseSequence = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
