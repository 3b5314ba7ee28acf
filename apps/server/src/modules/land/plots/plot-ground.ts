// Measures the area of a plot, and refuses invalid shapes.
import { createHash } from 'node:crypto'
import { plotAreaM2, plotCornersAtMost } from '@swath/contract/land/plots'
import type { Caller } from '@swath/domain/access/caller'
import type { Bounds, LngLat } from '@swath/domain/lng-lat'
import {
  checkParts,
  countCorners,
  partsAreaM2,
  partsBounds,
  sketchParts,
  type Parts,
  type PartsCheck,
} from '@swath/domain/plot-parts'
import { geoJsonPolygon } from '@swath/domain/polygon'
import { regionPrefix } from '@swath/domain/region-code'
import { regionCodeAt } from '@swath/fixtures/first-level-areas'
import { fail } from '../../../platform/errors/fail.ts'

export type PlotGround = {
  /** Closed, outlines counter-clockwise, holes clockwise. */
  parts: Parts
  /** A simplified shape; null if the parts have few corners. */
  sketch: Parts | null
  bounds: Bounds
  areaM2: number
  /** Center of its bounding box, which decides the region. */
  middle: LngLat
  corners: number
}

const sketchCorners = 200

const problemCodes = {
  self_crossing: 'plot_crossing',
  hole_crossing: 'plot_crossing',
  holes_overlap: 'plot_crossing',
  hole_outside: 'plot_hole_outside',
  parts_overlap: 'plot_parts_overlap',
} as const

const refuse = ({ problem, at }: Exclude<PartsCheck, { ok: true }>): never => {
  const place = at ? `${at[0].toFixed(6)}°, ${at[1].toFixed(6)}°` : ''
  return problem in problemCodes
    ? fail(problemCodes[problem as keyof typeof problemCodes], { place }, [
        { path: 'parts', message: place },
      ])
    : fail('invalid_input', {}, [{ path: 'parts', message: 'ringWithoutGround' }])
}

/**
 * @throws plot_crossing, plot_hole_outside, plot_parts_overlap, plot_too_large, plot_too_small;
 * invalid_input for a ring without area
 */
export const measurePlot = (given: Parts): PlotGround => {
  if (countCorners(given) > plotCornersAtMost)
    fail('invalid_input', {}, [{ path: 'parts', message: 'tooManyCorners' }])
  const check = checkParts(given)
  if (!check.ok) refuse(check)
  const parts = given.map(geoJsonPolygon)
  const areaM2 = partsAreaM2(parts)
  if (areaM2 > plotAreaM2.atMost) fail('plot_too_large')
  if (areaM2 < plotAreaM2.atLeast) fail('plot_too_small')
  const bounds = partsBounds(parts)
  const sketch = sketchParts(parts, sketchCorners)
  return {
    parts,
    sketch,
    bounds,
    areaM2,
    middle: [(bounds.minLng + bounds.maxLng) / 2, (bounds.minLat + bounds.maxLat) / 2],
    corners: countCorners(parts),
  }
}

/**
 * The requested region, if it is in the first-level area of the plot's center; else the finest
 * known code within that area: the plot's previous one, then the account's.
 */
export const pickPlotRegion = (
  middle: LngLat,
  { said, known }: { said: string | null; known: readonly string[] },
): string => {
  const area = regionCodeAt(...middle)
  const isWithin = (code: string): boolean => area !== null && code.startsWith(regionPrefix(area))
  if (said !== null) {
    if (area !== null && !isWithin(said))
      fail('invalid_input', {}, [{ path: 'regionCode', message: 'regionElsewhere' }])
    return said
  }
  return known.find(isWithin) ?? area ?? known[0] ?? fail('invalid_input')
}

/** A government draws only within its own region. */
export const refuseElsewhere = ({ scope }: Caller, regionCode: string): void => {
  if (scope.kind === 'region' && !regionCode.startsWith(scope.prefix))
    fail('invalid_input', {}, [{ path: 'parts', message: 'plotOutsideOwnRegion' }])
}

/** Description of an area for the log: the shapes themselves are stored with the plot. */
export const describeGround = (
  parts: Parts,
  areaM2: number,
): { corners: number; areaM2: number; sha256: string } => ({
  corners: countCorners(parts),
  areaM2: Math.round(areaM2 * 100) / 100,
  sha256: createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16),
})

/** The values of the table's columns. */
export const groundColumns = ({ parts, sketch, bounds, areaM2 }: PlotGround) => ({
  parts: JSON.stringify(parts),
  sketch: sketch && JSON.stringify(sketch),
  bounds,
  area_m2: areaM2,
})
