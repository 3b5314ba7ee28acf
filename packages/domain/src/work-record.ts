import { buildRaster } from './covered-area.ts'
import type { WorkMode } from './figures.ts'
import { distanceBetweenM } from './lng-lat.ts'
import type { Bounds, LngLat } from './lng-lat.ts'
import type { SortieSpan } from './sortie-detector.ts'
import {
  choosePlot,
  measurePlots,
  toSprayings,
  type PlotShape,
  type PlotShare,
  type PlotSpraying,
} from './sprayed-plots.ts'
import { isSprayed, swathWidthAt } from './spray-path.ts'
import type { SwathRaster } from './swath-raster.ts'
import type { PointColumns } from './telemetry-point.ts'
import { addWork, emptyWorkTotals, litresOf, meanOf, modeOf, rounded } from './work-totals.ts'
import type { LitresSource } from './work-totals.ts'

/**
 * The results of a sortie, each value rounded to the stored precision (areas, lengths and heights
 * to 0.01, litres to 0.001, shares to 0.0001), so that recomputing gives the same bytes. Null if
 * the device did not report it.
 */
export type WorkRecord = {
  readonly startMs: number
  readonly endMs: number
  readonly durationS: number
  readonly distanceM: number
  /** Pump running, moving or not, over the stretches that are confirmed (`pumps`). */
  readonly spraySeconds: number
  readonly sprayL: number
  readonly sprayLSource: LitresSource
  /** Means over the time sprayed. */
  readonly meanHeightM: number | null
  readonly meanSpeedMs: number | null
  readonly meanFlowLMin: number | null
  /** The width of most of the length sprayed. */
  readonly swathWidthM: number
  readonly mode: WorkMode | null
  /** Ground sprayed; ground sprayed twice is counted once. */
  readonly coveredM2: number
  /** Length sprayed times width. */
  readonly sweptM2: number
  /** Ground that separate passes sprayed twice or more. */
  readonly repeatedM2: number
  /** repeatedM2 of coveredM2, 0..1. */
  readonly overlapRatio: number
  /** The plot that got most of coveredM2. */
  readonly plotId: string | null
  /** Every plot of which a significant part was covered, in descending order. */
  readonly plotSprayings: readonly PlotSpraying[]
  /** The part of coveredM2 outside the plot, 0..1; null without plot or spraying. */
  readonly outsidePlotShare: number | null
  readonly pilotId: string | null
  readonly cropId: string | null
  readonly chemical: string | null
  readonly claimedAreaM2: number | null
  /**
   * Halfway along what was sprayed, else along the flight: decides the region. Null without points.
   */
  readonly middle: LngLat | null
  readonly bounds: Bounds | null
  readonly pointCount: number
}

export function computeWorkRecord(
  span: SortieSpan,
  points: PointColumns,
  options: { readonly defaultSwathWidthM: number; readonly plots?: readonly PlotShape[] },
): WorkRecord {
  const { fromIndex: from, toIndex: to } = span
  const totals = emptyWorkTotals()
  addWork(totals, points, from, to)
  const { spraying } = totals
  const raster = buildRaster(points, from, to, options.defaultSwathWidthM)
  const lengths = sprayLengths(points, from, to, options.defaultSwathWidthM)
  const reportedPlot = span.landingEvent?.plotId ?? span.takeoffEvent?.plotId ?? null
  const plots = options.plots ?? []
  const shares = measurePlots(points, from, to, plots, raster)
  const plot = choosePlot(plots, reportedPlot, shares, raster.coveredM2)
  const coveredM2 = rounded(raster.coveredM2, 2)
  const { litres, source } = litresOf(totals)
  return {
    startMs: span.startMs,
    endMs: span.endMs,
    durationS: rounded((span.endMs - span.startMs) / 1000, 3),
    distanceM: rounded(totals.flown.sumM, 2),
    spraySeconds: rounded(spraying.seconds, 3),
    sprayL: rounded(litres, 3),
    sprayLSource: source,
    meanHeightM: meanOf(spraying.height, 2),
    meanSpeedMs: meanOf(spraying.speed, 2),
    meanFlowLMin: meanOf(spraying.flow, 3),
    swathWidthM:
      lengths.swathWidthM ??
      (to > from
        ? swathWidthAt(points, from, options.defaultSwathWidthM)
        : options.defaultSwathWidthM),
    mode: modeOf(spraying),
    coveredM2,
    sweptM2: rounded(raster.sweptM2, 2),
    repeatedM2: rounded(raster.repeatedM2, 2),
    overlapRatio: raster.coveredM2 > 0 ? rounded(raster.repeatedM2 / raster.coveredM2, 4) : 0,
    plotId: plot?.id ?? null,
    plotSprayings: toSprayings(shares, plot, raster.coveredM2),
    outsidePlotShare:
      plot !== undefined && raster.coveredM2 > 0
        ? rounded(outsideOf(plot, shares, raster) / raster.coveredM2, 4)
        : null,
    pilotId: reported(span, 'pilotId'),
    cropId: reported(span, 'cropId'),
    chemical: reported(span, 'chemical'),
    claimedAreaM2: span.landingEvent?.claimedAreaM2 ?? null,
    middle: findMiddle(points, from, to, lengths.totalM),
    bounds: computeBounds(points, from, to),
    pointCount: to - from,
  }
}

/** m². A plot that was measured is not measured again. */
function outsideOf(plot: PlotShape, shares: readonly PlotShare[], raster: SwathRaster): number {
  const share = shares.find((one) => one.plot === plot)
  return share ? raster.coveredM2 - share.insideM2 : raster.outsideM2(plot.polygon)
}

/** The landing event takes precedence over the take-off event. */
function reported(span: SortieSpan, field: 'pilotId' | 'cropId' | 'chemical'): string | null {
  return span.landingEvent?.[field] ?? span.takeoffEvent?.[field] ?? null
}

function stepM(points: PointColumns, a: number, b: number): number {
  return distanceBetweenM(points.lng[a]!, points.lat[a]!, points.lng[b]!, points.lat[b]!)
}

function sprayLengths(
  points: PointColumns,
  from: number,
  to: number,
  defaultSwathWidthM: number,
): { totalM: number; swathWidthM: number | null } {
  const lengthBySwathWidth = new Map<number, number>()
  let totalM = 0
  for (let i = from + 1; i < to; i++) {
    if (!isSprayed(points, i)) continue
    const lengthM = stepM(points, i - 1, i)
    const swathWidthM = swathWidthAt(points, i, defaultSwathWidthM)
    totalM += lengthM
    lengthBySwathWidth.set(swathWidthM, (lengthBySwathWidth.get(swathWidthM) ?? 0) + lengthM)
  }
  let swathWidthM: number | null = null
  for (const [width, lengthM] of lengthBySwathWidth)
    if (swathWidthM === null || lengthM > lengthBySwathWidth.get(swathWidthM)!) swathWidthM = width
  return { totalM, swathWidthM }
}

/** Bounding box of the sprayed ground; null: nothing was sprayed. */
export function sprayBounds(points: PointColumns, from: number, to: number): Bounds | null {
  let bounds: Bounds | null = null
  for (let i = from + 1; i < to; i++) {
    if (!isSprayed(points, i)) continue
    const step = computeBounds(points, i - 1, i + 1)!
    bounds = bounds
      ? {
          minLng: Math.min(bounds.minLng, step.minLng),
          minLat: Math.min(bounds.minLat, step.minLat),
          maxLng: Math.max(bounds.maxLng, step.maxLng),
          maxLat: Math.max(bounds.maxLat, step.maxLat),
        }
      : step
  }
  return bounds
}

function findMiddle(points: PointColumns, from: number, to: number, totalM: number): LngLat | null {
  if (to <= from) return null
  let leftM = totalM / 2
  let middle = (from + to) >> 1
  if (totalM > 0) {
    for (let i = from + 1; i < to; i++) {
      if (!isSprayed(points, i)) continue
      middle = i
      leftM -= stepM(points, i - 1, i)
      if (leftM <= 0) break
    }
  }
  return [points.lng[middle]!, points.lat[middle]!]
}

export function computeBounds(points: PointColumns, from: number, to: number): Bounds | null {
  if (to <= from) return null
  let minLng = Infinity
  let minLat = Infinity
  let maxLng = -Infinity
  let maxLat = -Infinity
  for (let i = from; i < to; i++) {
    minLng = Math.min(minLng, points.lng[i]!)
    maxLng = Math.max(maxLng, points.lng[i]!)
    minLat = Math.min(minLat, points.lat[i]!)
    maxLat = Math.max(maxLat, points.lat[i]!)
  }
  return { minLng, minLat, maxLng, maxLat }
}

/** The order is part of every stored hash: never change it, add a version. */
const HASHED_FIELDS = [
  'startMs',
  'endMs',
  'durationS',
  'distanceM',
  'spraySeconds',
  'sprayL',
  'sprayLSource',
  'meanHeightM',
  'meanSpeedMs',
  'meanFlowLMin',
  'swathWidthM',
  'mode',
  'coveredM2',
  'sweptM2',
  'repeatedM2',
  'overlapRatio',
  'plotId',
  'outsidePlotShare',
  'pilotId',
  'cropId',
  'chemical',
  'claimedAreaM2',
] as const satisfies readonly (keyof WorkRecord)[]

export type HashedRecord = Pick<WorkRecord, (typeof HASHED_FIELDS)[number]> & {
  readonly droneId: string
}

/** Hashes of a record's sources, hexadecimal. */
export type SourceHashes = {
  readonly track: string
  /** Null: a record of the first version, which did not cover the flight's events. */
  readonly events: string | null
}

/**
 * The text whose UTF-8 bytes are hashed (SHA-256): version 2 where the events of the flight are
 * hashed, else version 1, as records were before. The first record of a drone has no previous one.
 */
export function recordHashInput(
  record: HashedRecord,
  { track, events }: SourceHashes,
  previousHash: string | null,
): string {
  return JSON.stringify([
    ...(events === null ? ['swath-record-1'] : ['swath-record-2', events]),
    record.droneId,
    track,
    previousHash,
    ...HASHED_FIELDS.map((field) => record[field]),
  ])
}
