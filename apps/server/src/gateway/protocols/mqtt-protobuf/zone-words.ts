// Messages about zones, from and to drones, by the schema in this folder.
import type protobuf from 'protobufjs'
import { schema } from './schema.ts'

const zoneWord = schema.lookupType('swath.device.v1.ZoneWord')
const zoneSet = schema.lookupType('swath.device.v1.ZoneSet')

/** Fields under their JSON names; undefined if the bytes are not a valid message. */
export const decodeZoneWord = (bytes: Buffer): object | undefined => {
  try {
    const { lng, lat, ...rest } = zoneWord.toObject(zoneWord.decode(bytes) as protobuf.Message, {
      defaults: false,
    }) as Record<string, unknown>
    // Zeros are not on the wire, but the prime meridian and the equator are valid.
    return rest['type'] === 'ask' ? { ...rest, at: [lng ?? 0, lat ?? 0] } : rest
  } catch {
    return undefined // not a message of this schema
  }
}

type Place = readonly [lng: number, lat: number]
type Shaped = {
  readonly circle?: { readonly at: Place; readonly radiusM: number }
  readonly rings?: readonly (readonly Place[])[]
}

const micro = (degrees: number): number => Math.round(degrees * 1e6)

const toDifferences = (ring: readonly Place[]): number[] =>
  ring.flatMap(([lng, lat], i) => {
    const [lngBefore, latBefore] = ring[i - 1] ?? [0, 0]
    return [micro(lng) - micro(lngBefore), micro(lat) - micro(latBefore)]
  })

const packShape = ({ circle, rings, ...zone }: Shaped): object => ({
  ...zone,
  ...(circle ? { circle: { at: circle.at.map(micro), radiusM: circle.radiusM } } : {}),
  ...(rings ? { rings: rings.map((ring) => ({ places: toDifferences(ring) })) } : {}),
})

export const encodeZoneSet = (message: object & { readonly zones?: readonly Shaped[] }): Buffer =>
  Buffer.from(
    zoneSet
      .encode(zoneSet.create({ ...message, zones: message.zones?.map(packShape) ?? [] }))
      .finish(),
  )
