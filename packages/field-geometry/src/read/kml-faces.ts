// Solids drawn by their faces, as in aviation's files: the ground, the top, and a wall over each
// edge.
import type { LngLat } from '@swath/domain/lng-lat'

export type Face = {
  outer: LngLat[][]
  inner: LngLat[][]
  /** Heights of the outline; NaN if not given. */
  heightsM: number[]
}

const nameOf = ([lng, lat]: LngLat): string => `${lng} ${lat}`

/** A vertical face: seen from above it is a line. */
const isWall = ({ outer, heightsM }: Face): boolean =>
  new Set(outer.flat().map(nameOf)).size === 2 && new Set(heightsM).size > 1

/** The set of corners, independent of direction and starting point. */
const footprint = ({ outer, inner }: Face): string =>
  [...new Set([...outer, ...inner].flat().map(nameOf))].toSorted().join(',')

type Body = {
  polygons: readonly Face[]
  /** Height limits, under the names in our own files of other formats. */
  limits: Readonly<Record<string, string>>
}

/** Polygons that form no solid do not change. */
export const facesOf = (faces: readonly Face[], altitudeMode: string): Body => {
  const flat = faces.filter((face) => !isWall(face))
  if (flat.length === 0 || flat.length === faces.length) return { polygons: faces, limits: {} }
  const heights = flat.flatMap(({ heightsM }) => heightsM).filter(Number.isFinite)
  const [lowerM, upperM] = heights.reduce(
    ([least, most], height) => [Math.min(least, height), Math.max(most, height)],
    [Infinity, -Infinity],
  )
  const reference = altitudeMode === 'absolute' ? 'sea' : 'ground'
  return {
    polygons: [...new Map(flat.map((face) => [footprint(face), face])).values()],
    limits:
      lowerM < upperM
        ? {
            lowerM: String(lowerM),
            upperM: String(upperM),
            lowerReference: reference,
            upperReference: reference,
          }
        : {},
  }
}
