// Totals of a flight other than the ground it covered, added up part by part: the sums are the same
// whether the rows arrive all at once or one by one.
import type { WorkMode } from './figures.ts'
import { distanceBetweenM } from './lng-lat.ts'
import { meanOfKnown, pumps } from './spray-path.ts'
import type { PointColumns } from './telemetry-point.ts'

/** Position noise makes a motionless device seem to move, so shorter moves do not count. */
const MIN_MOVE_M = 0.5
/** A rise of the tank by more than this is a refill, less is slosh. */
const REFILL_L = 1

type Mean = { sum: number; seconds: number }

type SprayTotals = {
  seconds: number
  height: Mean
  speed: Mean
  flow: Mean
  flowL: number
  flowSeconds: number
  readonly modeSeconds: Float64Array
}

export type WorkTotals = {
  readonly spraying: SprayTotals
  /**
   * Litres that left the tank before the last refill, the level after it, and the last reported
   * level.
   */
  readonly tank: { litres: number; topL: number; lastL: number }
  /** Way flown, and the place that the next move is measured from. */
  readonly flown: { sumM: number; lng: number; lat: number }
}

const zero = (): Mean => ({ sum: 0, seconds: 0 })

export const emptyWorkTotals = (): WorkTotals => ({
  spraying: {
    seconds: 0,
    height: zero(),
    speed: zero(),
    flow: zero(),
    flowL: 0,
    flowSeconds: 0,
    modeSeconds: new Float64Array(6),
  },
  tank: { litres: 0, topL: NaN, lastL: NaN },
  flown: { sumM: 0, lng: NaN, lat: NaN },
})

/** Rows [from, to) of a sorted table; row `from` of a later part is the last one of the part before. */
export function addWork(totals: WorkTotals, points: PointColumns, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) if (pumps(points, i)) addSpraying(totals.spraying, points, i)
  for (let i = from; i < to; i++) {
    addTank(totals.tank, points.tankL[i]!)
    addMove(totals.flown, points.lng[i]!, points.lat[i]!)
  }
}

/** From row i-1 to row i. */
function addSpraying(totals: SprayTotals, points: PointColumns, i: number): void {
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
  if (mode >= 1 && mode <= 5) totals.modeSeconds[mode] = totals.modeSeconds[mode]! + seconds
}

function addTo(mean: Mean, value: number, seconds: number): void {
  if (Number.isNaN(value)) return
  mean.sum += value * seconds
  mean.seconds += seconds
}

function addTank(tank: WorkTotals['tank'], levelL: number): void {
  if (Number.isNaN(levelL)) return
  if (Number.isNaN(tank.lastL)) tank.topL = levelL
  else if (levelL > tank.lastL + REFILL_L) {
    tank.litres += Math.max(0, tank.topL - tank.lastL)
    tank.topL = levelL
  }
  tank.lastL = levelL
}

function addMove(flown: WorkTotals['flown'], lng: number, lat: number): void {
  if (!Number.isNaN(flown.lng)) {
    const movedM = distanceBetweenM(flown.lng, flown.lat, lng, lat)
    if (movedM < MIN_MOVE_M) return
    flown.sumM += movedM
  }
  flown.lng = lng
  flown.lat = lat
}

/** The source of the litres sprayed. */
export type LitresSource = 'flow' | 'tank' | 'none'

/** The flow sensor if it reported for most of the spraying, else the decrease in the tank. */
export function litresOf({ spraying, tank }: WorkTotals): { litres: number; source: LitresSource } {
  if (spraying.seconds > 0 && spraying.flowSeconds >= spraying.seconds / 2)
    return { litres: spraying.flowL, source: 'flow' }
  if (Number.isNaN(tank.lastL)) return { litres: 0, source: 'none' }
  return { litres: tank.litres + Math.max(0, tank.topL - tank.lastL), source: 'tank' }
}

/** The mode with the longest spraying time. */
export function modeOf({ modeSeconds }: SprayTotals): WorkMode | null {
  let chosen: WorkMode | null = null
  let most = 0
  for (const mode of [1, 2, 3, 4, 5] as const) {
    if (modeSeconds[mode]! <= most) continue
    most = modeSeconds[mode]!
    chosen = mode
  }
  return chosen
}

export function meanOf(mean: Mean, digits: number): number | null {
  return mean.seconds > 0 ? rounded(mean.sum / mean.seconds, digits) : null
}

export function rounded(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
