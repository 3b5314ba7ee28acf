import { Readable } from 'node:stream'
import type { NoFlyZone } from '@swath/contract/no-fly-zones'
import type { RequestContext } from '../../platform/http/context.ts'
import { inTurns } from '../../platform/aside/in-turns.ts'
import { begun } from '../../platform/listing/csv.ts'

/**
 * A circle has no form of its own in GeoJSON: it is a Point with `radiusM`, as geofencing software
 * reads it.
 */
const toFeature = (zone: NoFlyZone) => ({
  type: 'Feature',
  id: zone.noflyId,
  geometry:
    zone.shape.kind === 'circle'
      ? { type: 'Point', coordinates: zone.shape.center }
      : { type: 'Polygon', coordinates: zone.shape.rings },
  properties: {
    name: zone.noflyName,
    type: zone.type,
    address: zone.detailAddress,
    enabled: zone.enabled,
    lowerM: zone.lowerM,
    upperM: zone.upperM,
    validFrom: zone.validFrom,
    validUntil: zone.validUntil,
    regionCode: zone.regionCode,
    ...(zone.shape.kind === 'circle' ? { radiusM: zone.shape.radiusM } : {}),
  },
})

/** Streams the zones as they are read. */
export const streamGeoJson = async <Row>(
  rows: AsyncIterable<Row>,
  present: (row: Row) => NoFlyZone,
  { signal, setHeader }: Pick<RequestContext, 'signal' | 'setHeader'>,
): Promise<Readable> => {
  const open = await begun(inTurns(rows))
  setHeader('content-disposition', 'attachment; filename="no-fly-zones.geojson"')
  setHeader('content-type', 'application/geo+json')
  return Readable.from(
    (async function* () {
      yield '{"type":"FeatureCollection","features":['
      let separator = ''
      for await (const row of open) {
        if (signal.aborted) return
        yield separator + JSON.stringify(toFeature(present(row)))
        separator = ','
      }
      yield ']}'
    })(),
  )
}
