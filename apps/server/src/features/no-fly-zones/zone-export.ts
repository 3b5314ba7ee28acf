import { Readable } from 'node:stream'
import type { TableFormat } from '@swath/contract/fields'
import type { NoFlyZone } from '@swath/contract/no-fly-zones'
import type { Language } from '@swath/i18n/languages'
import type { RequestContext } from '../../platform/http/context.ts'
import { wordsIn, type WordKey } from '../../platform/http/messages.ts'
import { begun, figure } from '../../platform/listing/csv.ts'
import { tableStream } from '../../platform/listing/table.ts'

/**
 * A circle has no form of its own in GeoJSON: it is a Point with `radiusM`, as geofencing software
 * reads it.
 */
const featureOf = (zone: NoFlyZone) => ({
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

const typeWords = {
  1: 'terms:otherDepartment',
  2: 'terms:civilAviation',
} as const satisfies Record<NoFlyZone['type'], WordKey>

const time = (iso: string | null): Date | null => (iso === null ? null : new Date(iso))

type Reader = {
  language: Language
  timeZone: string
  signal: AbortSignal
  setHeader: RequestContext['setHeader']
}

const tableOf = (
  format: TableFormat,
  zones: AsyncIterable<NoFlyZone>,
  { language, timeZone, signal, setHeader }: Reader,
): Promise<Readable> => {
  const word = wordsIn(language)
  const zone = timeZone
  const header = [
    word('server:column.zoneId'),
    word('terms:noFlyZone'),
    word('terms:type'),
    word('server:column.address'),
    word('terms:region'),
    word('server:column.enabled'),
    word('server:column.lower'),
    word('server:column.upper'),
    word('server:column.validFrom', { zone }),
    word('server:column.validUntil', { zone }),
    word('server:column.zoneArea'),
    word('server:column.createdAt', { zone }),
  ]
  const rows = async function* () {
    for await (const each of zones) {
      yield [
        each.noflyId,
        each.noflyName,
        word(typeWords[each.type]),
        each.detailAddress,
        each.region.join('/'),
        word(each.enabled ? 'terms:yes' : 'terms:no'),
        each.lowerM,
        each.upperM,
        time(each.validFrom),
        time(each.validUntil),
        figure(each.areaM2, 0),
        time(each.createdAt),
      ]
    }
  }
  return tableStream('no-fly-zones', header, rows(), { format, timeZone, signal, setHeader })
}

const geoJsonOf = async (
  zones: AsyncIterable<NoFlyZone>,
  { signal }: Reader,
): Promise<Readable> => {
  const open = await begun(zones)
  return Readable.from(
    (async function* () {
      yield '{"type":"FeatureCollection","features":['
      let separator = ''
      for await (const zone of open) {
        if (signal.aborted) return
        yield separator + JSON.stringify(featureOf(zone))
        separator = ','
      }
      yield ']}'
    })(),
  )
}

/** Streams the zones as they are read. */
export const exportZones = (
  format: TableFormat | 'geojson',
  zones: AsyncIterable<NoFlyZone>,
  reader: Reader,
): Promise<Readable> => {
  if (format !== 'geojson') return tableOf(format, zones, reader)
  reader.setHeader('content-disposition', 'attachment; filename="no-fly-zones.geojson"')
  reader.setHeader('content-type', 'application/geo+json')
  return geoJsonOf(zones, reader)
}
