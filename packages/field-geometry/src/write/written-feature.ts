import { shapePolygon } from '@swath/domain/zone-shapes'
import { geoJsonPolygon, type Polygon } from '@swath/domain/polygon'
import type { FieldShape, ZoneFacts } from '../feature.ts'

/** A plot or a zone to be written. All of one file have the same properties. */
export type WrittenFeature = {
  readonly id: string
  readonly name: string
  readonly shape: FieldShape
  readonly areaM2: number
  /** GeoJSON keeps lists and objects as they are; other formats contain them as text. */
  readonly properties: Readonly<Record<string, unknown>>
  /** Facts for aviation formats; null for a plot. */
  readonly zone: ZoneFacts | null
}

export type WrittenFeatures = Iterable<WrittenFeature> | AsyncIterable<WrittenFeature>

/** 0.02 % less ground than the circle itself. */
const circleCorners = 180

/**
 * Closed rings, outlines counter-clockwise and holes clockwise (RFC 7946, KML, OGC), independent of
 * the stored winding; circles as polygons.
 */
export const partsOf = (shape: FieldShape): readonly Polygon[] =>
  (shape.kind === 'polygon' ? shape.parts : [shapePolygon(shape, circleCorners)]).map(
    geoJsonPolygon,
  )

/** To a millimetre, without trailing zeros. */
export const degreesText = (degrees: number): string => String(Number(degrees.toFixed(8)))

/** A cell, for formats that have no lists. */
export const plainValue = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return JSON.stringify(value)
}

/** Includes the radius of a circle, for readers that support circles. */
export const propertiesOf = ({ properties, shape }: WrittenFeature): WrittenFeature['properties'] =>
  shape.kind === 'circle' ? { ...properties, radiusM: shape.radiusM } : properties
