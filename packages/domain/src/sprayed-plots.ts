// The plots a flight sprayed, and which of them it is credited with.
import { distanceBetweenM, inBounds } from './lng-lat.ts'
import { areaM2, contains, polygonBounds, type Polygon } from './polygon.ts'
import { isSprayed } from './spray-path.ts'
import type { SwathRaster } from './swath-raster.ts'
import type { PointColumns } from './telemetry-point.ts'

/** `rank`: plots with a lower one come before all others; `areaM2`: absent, that of the polygon. */
export type PlotShape = {
  readonly id: string
  readonly polygon: Polygon
  readonly areaM2?: number
  readonly rank?: number
}

/** Area of a plot that a sortie covered. */
export type PlotSpraying = { readonly plotId: string; readonly coveredM2: number }

/** A plot with less than this share of the covered ground was crossed, not worked … */
const MIN_PLOT_SHARE = 0.2
/** … unless this much of the plot itself was covered: one flight may do several small ones. */
const MIN_SHARE_OF_PLOT = 0.05
/** Maximum number of overlapping plots that are measured. */
const MOST_MEASURED_PLOTS = 24
export type PlotShare = {
  readonly plot: PlotShape
  /** Area covered of the plot, as measured by the raster. */
  readonly insideM2: number
  /** The same to 0.01. */
  readonly coveredM2: number
}

/** Covered area of each plot that was sprayed at all, largest first. */
export function measurePlots(
  points: PointColumns,
  from: number,
  to: number,
  plots: readonly PlotShape[],
  raster: SwathRaster,
): PlotShare[] {
  return plots
    .map((plot) => ({ plot, lengthM: sprayedLengthIn(points, from, to, plot.polygon) }))
    .filter(({ lengthM }) => lengthM > 0)
    .sort((a, b) => b.lengthM - a.lengthM || (a.plot.id < b.plot.id ? -1 : 1))
    .slice(0, MOST_MEASURED_PLOTS)
    .map(({ plot }) => {
      const insideM2 = raster.insideM2(plot.polygon)
      return { plot, insideM2, coveredM2: Math.round(insideM2 * 100) / 100 }
    })
    .sort((a, b) => b.coveredM2 - a.coveredM2 || (a.plot.id < b.plot.id ? -1 : 1))
}

function stepM({ lng, lat }: PointColumns, i: number): number {
  return distanceBetweenM(lng[i - 1]!, lat[i - 1]!, lng[i]!, lat[i]!)
}

function sprayedLengthIn(points: PointColumns, from: number, to: number, polygon: Polygon): number {
  const box = polygonBounds(polygon)
  let insideM = 0
  for (let i = from + 1; i < to; i++) {
    const lng = (points.lng[i - 1]! + points.lng[i]!) / 2
    const lat = (points.lat[i - 1]! + points.lat[i]!) / 2
    if (!inBounds(box, lng, lat)) continue
    if (contains(polygon, lng, lat) && isSprayed(points, i)) insideM += stepM(points, i)
  }
  return insideM
}

/** Rank by rank: the one that the device names, else the one with the largest covered share. */
export function choosePlot(
  plots: readonly PlotShape[],
  reportedPlot: string | null,
  shares: readonly PlotShare[],
  coveredM2: number,
): PlotShape | undefined {
  const ranks = [...new Set(plots.map(({ rank = 0 }) => rank))].sort((a, b) => a - b)
  for (const rank of ranks) {
    const named = plots.find((plot) => plot.id === reportedPlot && (plot.rank ?? 0) === rank)
    if (named) return named
    const [most] = shares.filter(({ plot }) => (plot.rank ?? 0) === rank)
    if (most && most.coveredM2 > coveredM2 * MIN_PLOT_SHARE) return most.plot
  }
  return undefined
}

export function toSprayings(
  shares: readonly PlotShare[],
  chosen: PlotShape | undefined,
  coveredM2: number,
): PlotSpraying[] {
  return shares
    .filter(
      (share) =>
        share.coveredM2 > 0 &&
        (share.plot === chosen ||
          share.coveredM2 > coveredM2 * MIN_PLOT_SHARE ||
          share.coveredM2 > (share.plot.areaM2 ?? areaM2(share.plot.polygon)) * MIN_SHARE_OF_PLOT),
    )
    .map(({ plot, coveredM2: ofPlotM2 }) => ({ plotId: plot.id, coveredM2: ofPlotM2 }))
}
