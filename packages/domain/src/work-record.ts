import { buildRaster } from './covered-area.ts'
import { distanceBetweenM } from './lng-lat.ts'
import type { Bounds, LngLat } from './lng-lat.ts'
import type { SortieSpan } from './sortie-detector.ts'
import {
  choosePlot,
  measurePlots,
  toSprayings,
  type PlotShape,
  type PlotSpraying,
} from './sprayed-plots.ts'
import { isSprayed, meanOfKnown, pumps, swathWidthAt } from './spray-path.ts'
import type { PointColumns } from './telemetry-point.ts'

/** 1 manual, 2 AB line, 3 planned route, 4 orchard, 5 edge. */
export type WorkMode = 1 | 2 | 3 | 4 | 5

/**
 * What a sortie did, each figure rounded to what is kept (areas, lengths and heights to 0.01,
 * litres to 0.001, shares to 0.0001), so that working it out again gives the same bytes. Null where
 * the device did not tell.
 */
export type WorkRecord = {
  readonly startMs: number
  readonly endMs: number
  readonly durationS: number
  readonly distanceM: number
  /** Pump running, moving or not, over the stretches that are confirmed (`pumps`). */
  readonly spraySeconds: number
  readonly sprayL: number
  readonly sprayLSource: 'flow' | 'tank' | 'none'
  /** Means over the time sprayed. */
  readonly meanHeightM: number | null
  readonly meanSpeedMs: number | null
  readonly meanFlowLMin: number | null
  /** The width of most of the length sprayed. */
  readonly swathWidthM: number
  readonly mode: WorkMode | null
  /** Ground sprayed, what was sprayed twice counted once. */
  readonly coveredM2: number
  /** Length sprayed times width. */
  readonly sweptM2: number
  /** Ground that separate passes sprayed twice or more. */
  readonly repeatedM2: number
  /** repeatedM2 of coveredM2, 0..1. */
  readonly overlapRatio: number
  /** The plot that got most of coveredM2. */
  readonly plotId: string | null
  /** Every plot of which a part worth the name was covered; the one that got most first. */
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

/** A device standing still seems to wander by its position noise; a move counts from here on. */
const MIN_MOVE_M = 0.5
/** A rise of the tank by more than this is a refill, less is slosh. */
const REFILL_L = 1

export function computeWorkRecord(
  span: SortieSpan,
  points: PointColumns,
  options: { readonly defaultSwathWidthM: number; readonly plots?: readonly PlotShape[] },
): WorkRecord {
  const { fromIndex: from, toIndex: to } = span
  const spraying = sprayTotals(points, from, to)
  const raster = buildRaster(points, from, to, options.defaultSwathWidthM)
  const lengths = sprayLengths(points, from, to, options.defaultSwathWidthM)
  const toldPlot = span.landingEvent?.plotId ?? span.takeoffEvent?.plotId ?? null
  const plots = options.plots ?? []
  const shares = measurePlots(points, from, to, plots, raster)
  const plot = choosePlot(plots, toldPlot, shares, raster.coveredM2)
  const coveredM2 = rounded(raster.coveredM2, 2)
  const { litres, source } = measureLitres(points, from, to, spraying)
  return {
    startMs: span.startMs,
    endMs: span.endMs,
    durationS: rounded((span.endMs - span.startMs) / 1000, 3),
    distanceM: rounded(flownM(points, from, to), 2),
    spraySeconds: rounded(spraying.seconds, 3),
    sprayL: rounded(litres, 3),
    sprayLSource: source,
    meanHeightM: computeMean(spraying.height, 2),
    meanSpeedMs: computeMean(spraying.speed, 2),
    meanFlowLMin: computeMean(spraying.flow, 3),
    swathWidthM:
      lengths.swathWidthM ??
      (to > from
        ? swathWidthAt(points, from, options.defaultSwathWidthM)
        : options.defaultSwathWidthM),
    mode: spraying.mode,
    coveredM2,
    sweptM2: rounded(raster.sweptM2, 2),
    repeatedM2: rounded(raster.repeatedM2, 2),
    overlapRatio: raster.coveredM2 > 0 ? rounded(raster.repeatedM2 / raster.coveredM2, 4) : 0,
    plotId: plot?.id ?? null,
    plotSprayings: toSprayings(shares, plot, raster.coveredM2),
    outsidePlotShare:
      plot !== undefined && raster.coveredM2 > 0
        ? rounded(raster.outsideM2(plot.polygon) / raster.coveredM2, 4)
        : null,
    pilotId: told(span, 'pilotId'),
    cropId: told(span, 'cropId'),
    chemical: told(span, 'chemical'),
    claimedAreaM2: span.landingEvent?.claimedAreaM2 ?? null,
    middle: findMiddle(points, from, to, lengths.totalM),
    bounds: computeBounds(points, from, to),
    pointCount: to - from,
  }
}

/** What the landing says goes before what the take-off said. */
function told(span: SortieSpan, field: 'pilotId' | 'cropId' | 'chemical'): string | null {
  return span.landingEvent?.[field] ?? span.takeoffEvent?.[field] ?? null
}

type Mean = { sum: number; seconds: number }

function computeMean(mean: Mean, digits: number): number | null {
  return mean.seconds > 0 ? rounded(mean.sum / mean.seconds, digits) : null
}

function addTo(mean: Mean, value: number, seconds: number): void {
  if (Number.isNaN(value)) return
  mean.sum += value * seconds
  mean.seconds += seconds
}

type SprayTotals = {
  seconds: number
  height: Mean
  speed: Mean
  flow: Mean
  flowL: number
  flowSeconds: number
  mode: WorkMode | null
}

function sprayTotals(points: PointColumns, from: number, to: number): SprayTotals {
  const zero = () => ({ sum: 0, seconds: 0 })
  const totals: SprayTotals = {
    seconds: 0,
    height: zero(),
    speed: zero(),
    flow: zero(),
    flowL: 0,
    flowSeconds: 0,
    mode: null,
  }
  const modeSeconds = new Float64Array(6)
  for (let i = from + 1; i < to; i++) {
    if (!pumps(points, i)) continue
    const seconds = (points.tMs[i]! - points.tMs[i - 1]!) / 1000
    const flowA = points.flowLMin[i - 1]!
    const flowB = points.flowLMin[i]!
    totals.seconds += seconds
    if (!Number.isNaN(flowA) && !Number.isNaN(flowB)) {
      totals.flowSeconds += seconds
      totals.flowL += ((flowA + flowB) / 2 / 60) * seconds
    }
    addTo(totals.height, meanOfKnown(points.heightM[i - 1]!, points.heightM[i]!), seconds)
    addTo(totals.speed, meanOfKnown(points.speedMs[i - 1]!, points.speedMs[i]!), seconds)
    addTo(totals.flow, meanOfKnown(flowA, flowB), seconds)
    const mode = points.mode[i]!
    if (mode >= 1 && mode <= 5) modeSeconds[mode] = modeSeconds[mode]! + seconds
  }
  let most = 0
  for (const mode of [1, 2, 3, 4, 5] as const) {
    if (modeSeconds[mode]! <= most) continue
    most = modeSeconds[mode]!
    totals.mode = mode
  }
  return totals
}

/** The flow sensor where it told for most of the spraying, else what left the tank. */
function measureLitres(
  points: PointColumns,
  from: number,
  to: number,
  totals: SprayTotals,
): { litres: number; source: WorkRecord['sprayLSource'] } {
  if (totals.seconds > 0 && totals.flowSeconds >= totals.seconds / 2)
    return { litres: totals.flowL, source: 'flow' }
  let litres = 0
  let top = NaN
  let last = NaN
  for (let i = from; i < to; i++) {
    const tankL = points.tankL[i]!
    if (Number.isNaN(tankL)) continue
    if (Number.isNaN(last)) top = tankL
    else if (tankL > last + REFILL_L) {
      litres += Math.max(0, top - last)
      top = tankL
    }
    last = tankL
  }
  if (Number.isNaN(last)) return { litres: 0, source: 'none' }
  return { litres: litres + Math.max(0, top - last), source: 'tank' }
}

function flownM(points: PointColumns, from: number, to: number): number {
  let sum = 0
  let anchor = from
  for (let i = from + 1; i < to; i++) {
    const movedM = stepM(points, anchor, i)
    if (movedM < MIN_MOVE_M) continue
    sum += movedM
    anchor = i
  }
  return sum
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

/** Around what was sprayed; null: nothing was. */
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

function rounded(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
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

/** Hashes of what a record was made of, hexadecimal. */
export type SourceHashes = {
  readonly track: string
  /** Null: a record of the first version, which said nothing of the flight's events. */
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
