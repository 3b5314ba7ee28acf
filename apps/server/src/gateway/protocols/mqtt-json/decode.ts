// Decodes the JSON messages of docs/device-protocol.md. Never throws.
import { partsAtMost, toHwId, toPartKind, type DronePart } from '@swath/domain/drone-parts'
import { readPoint } from '@swath/domain/point-fields'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import {
  parseBoot,
  parseCount,
  parseNumber,
  pointsAMessage,
  parseSequence,
  parseText,
  parseTime,
  unreadable,
  parseUuid,
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
    ? decodeTrack(fields)
    : channel === 'event'
      ? decodeEvent(fields)
      : decodeState(fields)
}

/** Also reads the objects decoded from Protobuf, which omit missing fields too. */
export const decodeTrack = (fields: Fields): Decoded => {
  const pts = fields['pts']
  if (!Array.isArray(pts)) return unreadable('malformed')
  if (pts.length > pointsAMessage) return unreadable('too_many_points')
  const boot = parseBoot(fields['boot'])
  const firstSeq = parseSequence(fields['seq'])
  const points: TelemetryPoint[] = []
  for (let i = 0; i < pts.length; i++) {
    const point = decodePoint(pts[i], boot, firstSeq === null ? null : firstSeq + i)
    if (point !== null) points.push(point)
  }
  return { type: 'track', boot, points, unreadablePoints: pts.length - points.length }
}

/**
 * Null if time or position are missing or not numbers. A measurement that is not a number counts as
 * missing.
 */
const decodePoint = (
  value: unknown,
  boot: string | null,
  seq: number | null,
): TelemetryPoint | null => {
  if (typeof value !== 'object' || value === null) return null
  const from = value as Fields
  const tMs = parseTime(from['t'])
  const lng = parseNumber(from['lng'])
  const lat = parseNumber(from['lat'])
  if (tMs === null || lng === null || lat === null) return null
  return readPoint({ tMs, lng, lat, boot, seq }, from)
}

const eventTypes = new Set(['takeoff', 'landing', 'disarm'] as const)
type EventType = 'takeoff' | 'landing' | 'disarm'

export const decodeEvent = (fields: Fields): Decoded => {
  const type = fields['type'] as EventType
  const tMs = parseTime(fields['t'])
  if (tMs === null || !eventTypes.has(type)) return unreadable('not_an_event')
  const claimed = parseNumber(fields['areaM2'])
  return {
    type: 'event',
    event: {
      type,
      tMs,
      boot: parseBoot(fields['boot']),
      seq: parseSequence(fields['seq']),
      number: parseCount(fields['sortie']),
      claimedAreaM2: claimed !== null && claimed >= 0 && claimed < 1e9 ? claimed : null,
      pilotId: parseUuid(fields['pilot']),
      cropId: parseText(fields['crop'], 64),
      chemical: parseText(fields['chemical'], 200),
      plotId: parseUuid(fields['plot']),
      ...(type === 'takeoff' && fields['simulated'] === true ? { simulated: true } : {}),
    },
  }
}

export const decodeState = (fields: Fields): Decoded =>
  typeof fields['online'] === 'boolean'
    ? {
        type: 'state',
        online: fields['online'],
        boot: parseBoot(fields['boot']),
        firmware: parseText(fields['firmware'], 64),
        ...(Array.isArray(fields['parts']) ? { parts: decodeParts(fields['parts']) } : {}),
        ...(fields['video'] === undefined ? {} : { video: decodeWebAddress(fields['video']) }),
      }
    : unreadable('not_a_state')

/** Removes duplicates; a part without a number cannot be compared and is left out. */
const decodeParts = (reported: readonly unknown[]): DronePart[] => {
  const parts = new Map<string, DronePart>()
  for (const one of reported.slice(0, partsAtMost)) {
    if (typeof one !== 'object' || one === null) continue
    const { type, hwId: number, firmware } = one as Fields
    const hwId = toHwId(parseText(number, 80) ?? '')
    const kind = toPartKind(parseText(type, 32) ?? '')
    if (hwId !== null)
      parts.set(`${kind} ${hwId}`, { kind, hwId, firmware: parseText(firmware, 64) })
  }
  return [...parts.values()]
}

/** Null if it is not a web address: the drone offers no video. */
const decodeWebAddress = (reported: unknown): string | null => {
  const text = parseText(reported, 500)
  if (text === null || !URL.canParse(text)) return null
  const { protocol, href } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
