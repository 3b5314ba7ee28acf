// JSON messages of docs/device-protocol.md. Never throws.
import { readPoint } from '@swath/domain/point-fields'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import {
  bootOf,
  countOf,
  numberOf,
  pointsAMessage,
  sequenceOf,
  textOf,
  timeOf,
  unreadable,
  uuidOf,
  type Decoded,
} from '../decoded.ts'

type Fields = Readonly<Record<string, unknown>>

export const decodeJson = (bytes: Buffer, channel: 'track' | 'event' | 'state'): Decoded => {
  let message: unknown
  try {
    message = JSON.parse(bytes.toString('utf8'))
  } catch {
    return unreadable('malformed')
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return unreadable('malformed')
  const fields = message as Fields
  if (fields['v'] !== undefined && fields['v'] !== 1) return unreadable('unknown_version')
  return channel === 'track'
    ? trackOf(fields)
    : channel === 'event'
      ? eventOf(fields)
      : stateOf(fields)
}

/** Also reads the objects that Protobuf gives, whose missing fields are absent too. */
export const trackOf = (fields: Fields): Decoded => {
  const pts = fields['pts']
  if (!Array.isArray(pts)) return unreadable('malformed')
  if (pts.length > pointsAMessage) return unreadable('too_many_points')
  const boot = bootOf(fields['boot'])
  const firstSeq = sequenceOf(fields['seq'])
  const points: TelemetryPoint[] = []
  for (let i = 0; i < pts.length; i++) {
    const point = pointOf(pts[i], boot, firstSeq === null ? null : firstSeq + i)
    if (point !== null) points.push(point)
  }
  return { type: 'track', boot, points, unreadablePoints: pts.length - points.length }
}

/**
 * Null where time or place are missing or no numbers. A measurement that is no number is a missing
 * one.
 */
const pointOf = (
  value: unknown,
  boot: string | null,
  seq: number | null,
): TelemetryPoint | null => {
  if (typeof value !== 'object' || value === null) return null
  const from = value as Fields
  const tMs = timeOf(from['t'])
  const lng = numberOf(from['lng'])
  const lat = numberOf(from['lat'])
  if (tMs === null || lng === null || lat === null) return null
  return readPoint({ tMs, lng, lat, boot, seq }, from)
}

const eventTypes = new Set(['takeoff', 'landing', 'disarm'] as const)
type EventType = 'takeoff' | 'landing' | 'disarm'

export const eventOf = (fields: Fields): Decoded => {
  const type = fields['type'] as EventType
  const tMs = timeOf(fields['t'])
  if (tMs === null || !eventTypes.has(type)) return unreadable('not_an_event')
  const claimed = numberOf(fields['areaM2'])
  return {
    type: 'event',
    event: {
      type,
      tMs,
      boot: bootOf(fields['boot']),
      seq: sequenceOf(fields['seq']),
      number: countOf(fields['sortie']),
      claimedAreaM2: claimed !== null && claimed >= 0 && claimed < 1e9 ? claimed : null,
      pilotId: uuidOf(fields['pilot']),
      cropId: textOf(fields['crop'], 64),
      chemical: textOf(fields['chemical'], 200),
      plotId: uuidOf(fields['plot']),
      ...(type === 'takeoff' && fields['simulated'] === true ? { simulated: true } : {}),
    },
  }
}

export const stateOf = (fields: Fields): Decoded =>
  typeof fields['online'] === 'boolean'
    ? {
        type: 'state',
        online: fields['online'],
        boot: bootOf(fields['boot']),
        firmware: textOf(fields['firmware'], 64),
      }
    : unreadable('not_a_state')
