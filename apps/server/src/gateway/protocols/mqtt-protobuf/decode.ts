// Decodes the Protobuf messages of docs/device-protocol.md by the schema in this folder. Never
// throws.
import type protobuf from 'protobufjs'
import { decodeEvent, decodeState, decodeTrack } from '../mqtt-json/decode.ts'
import { unreadable, type Decoded } from '../decoded.ts'
import { schema } from './schema.ts'

const types = {
  track: schema.lookupType('swath.device.v1.Track'),
  event: schema.lookupType('swath.device.v1.Event'),
  state: schema.lookupType('swath.device.v1.State'),
}

export const decodeProtobuf = (bytes: Buffer, channel: 'track' | 'event' | 'state'): Decoded => {
  let message: protobuf.Message
  try {
    message = types[channel].decode(bytes)
  } catch {
    return unreadable('malformed')
  }
  const fields = present(message)
  if (fields['v'] !== undefined && fields['v'] !== 1) return unreadable('unknown_version')
  if (channel === 'event') return decodeEvent(fields)
  // A missing list and an empty one look the same on the wire: both count as not reported.
  if (channel === 'state') {
    const { parts, ...said } = fields
    return decodeState(Array.isArray(parts) && parts.length > 0 ? fields : said)
  }
  const pts = fields['pts']
  return decodeTrack({
    ...fields,
    pts: Array.isArray(pts)
      ? pts.map((point) => ({ ...origin, ...present(point as protobuf.Message) }))
      : [],
  })
}

/** Zeros are not on the wire, but the prime meridian and the equator are valid. */
const origin = { lng: 0, lat: 0 }

/** Only the fields on the wire: a decoded message inherits its type's defaults. */
const present = (message: protobuf.Message): Record<string, unknown> =>
  Object.assign(Object.create(null), message) as Record<string, unknown>
