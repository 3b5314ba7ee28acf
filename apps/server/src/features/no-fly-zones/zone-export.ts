import { Readable } from 'node:stream'
import { reasonLabels, type NoFlyZone } from '@swath/contract/no-fly-zones'
import type { RequestContext } from '../../platform/http/context.ts'
import { inTurns } from '../../platform/aside/in-turns.ts'
import { begun } from '../../platform/listing/csv.ts'
import type { ZoneRow } from './no-fly-zones.queries.ts'

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
    kind: zone.kind,
    restriction: zone.restriction,
    reasons: zone.reasons,
    message: zone.message,
    authorities: zone.authorities,
    enabled: zone.enabled,
    lowerM: zone.lowerM,
    lowerReference: zone.lowerReference,
    upperM: zone.upperM,
    upperReference: zone.upperReference,
    windows: zone.windows,
    timeZone: zone.timeZone,
    validFrom: zone.validFrom,
    validUntil: zone.validUntil,
    regionCode: zone.regionCode,
    ...(zone.shape.kind === 'circle' ? { radiusM: zone.shape.radiusM } : {}),
  },
})

/** One authority after the other: its name, then how it is reached. */
const toContacts = (authorities: ZoneRow['authorities']): string =>
  authorities
    .map(({ name, contactName, phone, email, siteUrl }) =>
      [name, contactName, phone, email, siteUrl].filter(Boolean).join(', '),
    )
    .join('; ')

/** Cells of a file that hold lists. */
export const fileCells = {
  reasons: ({ reasons }: ZoneRow, label: (label: string) => string): string =>
    reasons.map((reason) => label(reasonLabels[reason])).join(', '),
  /** 1-5 08:00-18:00: days as ISO 8601 numbers them. */
  windows: ({ windows, time_zone }: ZoneRow): string =>
    windows.length === 0
      ? ''
      : `${windows.map(({ days, from, until }) => `${days.join('')} ${from}-${until}`).join('; ')} ${time_zone}`,
  authorities: ({ authorities }: ZoneRow): string => toContacts(authorities),
}

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
