// Geometry of RFC 7946, and of the drafts before it.
import type { LngLat } from '@swath/domain/lng-lat'
import type { Polygon } from '@swath/domain/polygon'
import type { ToldGeometry } from '../feature.ts'
import { LIMITS } from '../limits.ts'
import { isObject, listIn, numberIn, textIn, type JsonObject } from './json-values.ts'

const readPosition = (value: unknown): LngLat => {
  const [lng, lat] = listIn(value)
  return [numberIn(lng), numberIn(lat)]
}
const readLine = (value: unknown): LngLat[] => listIn(value).map(readPosition)
const readRings = (value: unknown): Polygon => listIn(value).map(readLine)

/** Metres, where a point says how far round it something reaches. */
const findRadiusM = (geometry: JsonObject, properties: JsonObject): number => {
  const { extent } = geometry
  if (isObject(extent) && /^circle$/i.test(textIn(extent['subType'])))
    return numberIn(extent['radius'])
  return numberIn(properties['radiusM'] ?? properties['radius_m'] ?? properties['radius'])
}

export type GeometryPiece = { readonly told: ToldGeometry; readonly source: JsonObject }

const isGround = ({ told }: GeometryPiece): boolean =>
  told.kind === 'polygons' || told.kind === 'circle'

/** The pieces of a geometry, those of a collection one by one. */
export const readJsonGeometry = (
  value: unknown,
  properties: JsonObject,
  depth = 0,
): GeometryPiece[] => {
  if (!isObject(value)) return []
  const told = (geometry: ToldGeometry): GeometryPiece[] => [{ told: geometry, source: value }]
  const { type, coordinates } = value
  if (type === 'Polygon') return told({ kind: 'polygons', parts: [readRings(coordinates)] })
  if (type === 'MultiPolygon')
    return told({ kind: 'polygons', parts: listIn(coordinates).map(readRings) })
  if (type === 'LineString') return told({ kind: 'lines', lines: [readLine(coordinates)] })
  if (type === 'MultiLineString') return told({ kind: 'lines', lines: readRings(coordinates) })
  if (type === 'GeometryCollection')
    return depth > LIMITS.jsonDepth
      ? []
      : listIn(value['geometries']).flatMap((one) => readJsonGeometry(one, properties, depth + 1))
  if (type === 'Point') {
    const radiusM = findRadiusM(value, properties)
    if (radiusM > 0) return told({ kind: 'circle', center: readPosition(coordinates), radiusM })
  }
  return told({ kind: 'none', found: textIn(type) })
}

/** All of it as one: its polygons together, or what there is instead. */
export const joinPieces = (
  pieces: readonly GeometryPiece[],
): { geometry: ToldGeometry; leftOut: number } => {
  const ground = pieces.filter(isGround)
  const polygons = ground.flatMap(({ told }) => (told.kind === 'polygons' ? told.parts : []))
  const circle = ground.find(({ told }) => told.kind === 'circle')
  if (polygons.length > 0)
    return {
      geometry: { kind: 'polygons', parts: polygons },
      leftOut: pieces.filter(({ told }) => told.kind !== 'polygons').length,
    }
  if (circle) return { geometry: circle.told, leftOut: pieces.length - 1 }
  const lines = pieces.flatMap(({ told }) => (told.kind === 'lines' ? told.lines : []))
  if (lines.length > 0) return { geometry: { kind: 'lines', lines }, leftOut: 0 }
  return { geometry: pieces[0]?.told ?? { kind: 'none', found: '' }, leftOut: 0 }
}
