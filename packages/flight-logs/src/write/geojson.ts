import { TRACK_FIELDS, writtenValue } from '../track-fields.ts'
import { isoTime } from './written-sortie.ts'
import type { WrittenSortie, WrittenSorties } from './written-sortie.ts'

/**
 * GeoJSON (RFC 7946), a LineString a sortie; a Point where there is only one place. Times and values of each place stand in
 * `properties.coordinateProperties`, the convention of @tmcw/togeojson.
 */
export async function* writeGeoJson(sorties: WrittenSorties): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let first = true
  for await (const sortie of sorties) {
    yield `${first ? '' : ','}\n${JSON.stringify(featureOf(sortie))}`
    first = false
  }
  yield '\n]}\n'
}

function featureOf(sortie: WrittenSortie): unknown {
  const { points, record } = sortie
  const indices = Array.from({ length: points.length }, (_, i) => i)
  const places = indices.map((i) => [Number(points.lng[i]!.toFixed(7)), Number(points.lat[i]!.toFixed(7))])
  const known = TRACK_FIELDS.flatMap((field) => {
    const values = indices.map((i) => jsonValue(writtenValue(points.at(i), field), field.kind))
    return values.some((value) => value !== null) ? [[field.name, values] as const] : []
  })
  const properties = {
    id: sortie.id, name: sortie.name, drone: sortie.droneId, start: isoTime(sortie.startMs), end: isoTime(sortie.endMs), pilot: sortie.pilot,
    plot: sortie.plot?.name ?? null, coveredM2: record?.coveredM2 ?? null, sweptM2: record?.sweptM2 ?? null, sprayL: record?.sprayL ?? null, distanceM: record?.distanceM ?? null,
  }
  const times = indices.map((i) => isoTime(points.tMs[i]!))
  if (points.length === 1) {
    const values = Object.fromEntries(known.map(([name, list]) => [name, list[0]]))
    return { type: 'Feature', geometry: { type: 'Point', coordinates: places[0] }, properties: { ...properties, ...values, time: times[0] } }
  }
  return {
    type: 'Feature', geometry: points.length === 0 ? null : { type: 'LineString', coordinates: places },
    properties: { ...properties, coordinateProperties: { times, ...Object.fromEntries(known) } },
  }
}

function jsonValue(text: string, kind: 'number' | 'flag' | 'text'): number | boolean | string | null {
  if (text === '') return null
  return kind === 'number' ? Number(text) : kind === 'flag' ? text === '1' : text
}
