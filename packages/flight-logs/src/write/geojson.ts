import type { PointColumns } from '@swath/domain/telemetry-point'
import { TRACK_FIELDS, writtenValue } from '../track-fields.ts'
import type { TrackField } from '../track-fields.ts'
import { degreesText, isoTime, POINTS_A_PIECE } from './written-sortie.ts'
import type { WrittenSortie, WrittenSorties } from './written-sortie.ts'

/**
 * GeoJSON (RFC 7946), one LineString per sortie; a Point if there is only one place. Times and
 * values of each place are in `properties.coordinateProperties`, the convention of @tmcw/togeojson.
 */
export async function* writeGeoJson(sorties: WrittenSorties): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let first = true
  for await (const sortie of sorties) {
    yield first ? '\n' : ',\n'
    yield* writeFeature(sortie)
    first = false
  }
  yield '\n]}\n'
}

function* writeFeature(sortie: WrittenSortie): Generator<string> {
  const { points, record } = sortie
  const properties = JSON.stringify({
    id: sortie.id,
    name: sortie.name,
    drone: sortie.droneId,
    start: isoTime(sortie.startMs),
    end: isoTime(sortie.endMs),
    pilot: sortie.pilot,
    plot: sortie.plot?.name ?? null,
    coveredM2: record?.coveredM2 ?? null,
    sweptM2: record?.sweptM2 ?? null,
    sprayL: record?.sprayL ?? null,
    distanceM: record?.distanceM ?? null,
  }).slice(0, -1)
  const known = TRACK_FIELDS.filter((field) => isKnown(points, field))
  const placeAt = (i: number): string =>
    `[${degreesText(points.lng[i]!)},${degreesText(points.lat[i]!)}]`
  const timeAt = (i: number): string => `"${isoTime(points.tMs[i]!)}"`
  if (points.length === 1) {
    const values = known.map((field) => `,"${field.name}":${jsonValue(points, 0, field)}`).join('')
    yield `{"type":"Feature","geometry":{"type":"Point","coordinates":${placeAt(0)}},"properties":${properties}${values},"time":${timeAt(0)}}}`
    return
  }
  yield '{"type":"Feature","geometry":'
  if (points.length === 0) yield 'null'
  else {
    yield '{"type":"LineString","coordinates":['
    yield* listed(points.length, placeAt)
    yield ']}'
  }
  yield `,"properties":${properties},"coordinateProperties":{"times":[`
  yield* listed(points.length, timeAt)
  for (const field of known) {
    yield `],"${field.name}":[`
    yield* listed(points.length, (i) => jsonValue(points, i, field))
  }
  yield ']}}}'
}

/** A comma-separated list, in pieces. */
function* listed(count: number, formatPoint: (i: number) => string): Generator<string> {
  for (let from = 0; from < count; from += POINTS_A_PIECE) {
    let piece = ''
    for (let i = from; i < Math.min(count, from + POINTS_A_PIECE); i++)
      piece += i === 0 ? formatPoint(i) : `,${formatPoint(i)}`
    yield piece
  }
}

function isKnown(points: PointColumns, { key }: TrackField): boolean {
  for (let i = 0; i < points.length; i++) if (!Number.isNaN(points[key][i]!)) return true
  return false
}

function jsonValue(points: PointColumns, i: number, field: TrackField): string {
  const text = writtenValue(points, i, field)
  if (text === '') return 'null'
  return field.kind === 'number'
    ? text
    : field.kind === 'flag'
      ? String(text === '1')
      : JSON.stringify(text)
}
