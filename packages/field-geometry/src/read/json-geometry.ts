// Geometry of RFC 7946, and of the drafts before it.
import type { LngLat } from '@swath/domain/lng-lat'
import type { Polygon } from '@swath/domain/polygon'
import type { Problem, ParsedGeometry } from '../feature.ts'
import { LIMITS } from '../limits.ts'
import type { ParsedFeatures } from '../parsed-features.ts'
import { isObject, listIn, numberIn, textIn, type JsonObject } from './json-values.ts'
import { readRadius } from './radius.ts'
import { findMember, findRadius, readLength, type Length } from './units.ts'

const readPosition = (value: unknown): LngLat => {
  const [lng, lat] = listIn(value)
  return [numberIn(lng), numberIn(lat)]
}
const readLine = (value: unknown): LngLat[] => listIn(value).map(readPosition)
const readRings = (value: unknown): Polygon => listIn(value).map(readLine)

export type GeometryPiece = {
  readonly parsed: ParsedGeometry
  readonly source: JsonObject
  readonly problems: readonly Problem[]
}

/** Radius around a point: in ED-318 in metres, in other formats among properties. */
const findExtent = (geometry: JsonObject, properties: JsonObject): Length | null => {
  const { extent } = geometry
  if (!isObject(extent) || !/^circle$/i.test(textIn(findMember(extent, 'subType'))))
    return findRadius(properties)
  const unit = textIn(findMember(extent, 'uom')) || 'm'
  return readLength(findMember(extent, 'radius'), unit)
}

const isGround = ({ parsed }: GeometryPiece): boolean =>
  parsed.kind === 'polygons' || parsed.kind === 'circle'

/** The pieces of a geometry, those of a collection one by one. */
export const readJsonGeometry = (
  value: unknown,
  properties: JsonObject,
  to: Pick<ParsedFeatures, 'says' | 'notes'>,
  depth = 0,
): GeometryPiece[] => {
  if (!isObject(value)) return []
  const toPieces = (
    geometry: ParsedGeometry,
    problems: readonly Problem[] = [],
  ): GeometryPiece[] => [{ parsed: geometry, source: value, problems }]
  const { type, coordinates } = value
  if (type === 'Polygon') return toPieces({ kind: 'polygons', parts: [readRings(coordinates)] })
  if (type === 'MultiPolygon')
    return toPieces({ kind: 'polygons', parts: listIn(coordinates).map(readRings) })
  if (type === 'LineString') return toPieces({ kind: 'lines', lines: [readLine(coordinates)] })
  if (type === 'MultiLineString') return toPieces({ kind: 'lines', lines: readRings(coordinates) })
  if (depth > LIMITS.jsonDepth) return []
  const within = (one: unknown): GeometryPiece[] => readJsonGeometry(one, properties, to, depth + 1)
  if (type === 'GeometryCollection') return listIn(value['geometries']).flatMap(within)
  // features where a geometry belongs
  if (type === 'FeatureCollection') return listIn(value['features']).flatMap(within)
  if (type === 'Feature') return within(value['geometry'])
  if (type === 'Point') {
    const extent = findExtent(value, properties)
    if (extent !== null) {
      const { geometry, problems } = readRadius(readPosition(coordinates), extent, to)
      return toPieces(geometry, problems)
    }
  }
  return toPieces({ kind: 'none', found: textIn(type) })
}

/** All pieces as one: its polygons together, or the other geometry. */
export const joinPieces = (
  pieces: readonly GeometryPiece[],
): { geometry: ParsedGeometry; leftOut: number; problems: readonly Problem[] } => {
  const problems = pieces.flatMap((piece) => piece.problems)
  const ground = pieces.filter(isGround)
  const polygons = ground.flatMap(({ parsed }) => (parsed.kind === 'polygons' ? parsed.parts : []))
  const circle = ground.find(({ parsed }) => parsed.kind === 'circle')
  if (polygons.length > 0)
    return {
      geometry: { kind: 'polygons', parts: polygons },
      leftOut: pieces.filter(({ parsed }) => parsed.kind !== 'polygons').length,
      problems,
    }
  if (circle) return { geometry: circle.parsed, leftOut: pieces.length - 1, problems }
  const lines = pieces.flatMap(({ parsed }) => (parsed.kind === 'lines' ? parsed.lines : []))
  if (lines.length > 0) return { geometry: { kind: 'lines', lines }, leftOut: 0, problems }
  return { geometry: pieces[0]?.parsed ?? { kind: 'none', found: '' }, leftOut: 0, problems }
}
