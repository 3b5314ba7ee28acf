// Input and result of a plan for several drones over one or several plots.
import type { LngLat } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'

/** A point, a line or a ring, and the distance that everything keeps from it. */
export type Obstacle = { readonly shape: readonly LngLat[]; readonly marginM: number }

/** Ground with another dose than the rest; where zones overlap the last one counts. */
export type DoseZone = { readonly parts: Parts; readonly doseLHa: number }

/** In the order of the drones. */
export type PlanDrone = {
  readonly tankL: number
  /** From take-off to landing, without the reserve. */
  readonly enduranceS: number
  /** Over ground, while it sprays. */ readonly speedMs: number
  readonly transitSpeedMs: number
  /** On the ground between two flights, to change tank and battery. */
  readonly serviceS: number
}

export type PlanSettings = {
  readonly plots: readonly Parts[]
  readonly obstacles: readonly Obstacle[]
  /**
   * The strips run along this edge of the first plot's first outline; null: in the fastest
   * direction.
   */
  readonly alignEdgeIndex: number | null
  /** Left free along outlines, outside the sprayed ground. */ readonly marginM: number
  /** The same around holes. */ readonly holeMarginM: number
  /** A lap along outlines and holes, after the strips. */ readonly headland: boolean
  /** Of a swath, of every drone. */ readonly widthM: number
  /** Of two neighbouring swaths, of a width. */ readonly overlapShare: number
  readonly home: LngLat
  /** Other places from which drones fly; each drone uses the nearest to its share. */
  readonly refillPlaces: readonly LngLat[]
  /** Distance in the air between any two drones that are not on the ground. */
  readonly separationM: number
  /** Above ground, while they spray. */ readonly heightM: number
  /** Height of the lowest way between strips and home; each drone has its own height above it. */
  readonly transitHeightM: number
  /** Direction from which the wind blows, clockwise from north. */
  readonly windFromDeg: number | null
  readonly doseLHa: number
  readonly doseZones: readonly DoseZone[]
  readonly drones: readonly PlanDrone[]
  /** The first line of each drone but the first; null: shares of equal length. */
  readonly cuts: readonly number[] | null
}

/** A place of a flight; between two of them a drone flies straight. */
export type PlanPoint = {
  readonly at: LngLat
  /** Above ground. */ readonly heightM: number
  /** On the way from here to the next place. */ readonly pumpOn: boolean
  readonly doseLHa: number
  /** Since the first take-off of the plan. */ readonly tS: number
}

/** A sprayed line on the ground. */
export type PlanStrip = {
  readonly from: LngLat
  readonly to: LngLat
  /** In the order of the field, of all plots; headland strips have that of the line nearest to them. */
  readonly line: number
  /** Strips of one cell follow each other without going around anything. */ readonly cell: number
  readonly drone: number
  readonly isHeadland: boolean
  readonly doseLHa: number
}

/** Why a flight ends. */
export type SortieEnd = 'done' | 'tank' | 'battery'

/** From one take-off to its landing, both at the drone's own place. */
export type PlanSortie = {
  /** The first and the last on the ground. */ readonly points: readonly PlanPoint[]
  /** The sprayed strips, in this order and direction. */ readonly strips: readonly PlanStrip[]
  readonly end: SortieEnd
  readonly startS: number
  readonly endS: number
  readonly sprayM: number
  readonly sprayL: number
  readonly turnNum: number
}

export type PlanShare = {
  /** Place of take-off and landing. */ readonly place: LngLat
  readonly sorties: readonly PlanSortie[]
  readonly sprayM: number
  readonly sprayL: number
  readonly turnNum: number
  readonly refillNum: number
  readonly batteryNum: number
  readonly endS: number
}

export type PlanTotals = {
  /** Length of all strips times their width. */ readonly sweptM2: number
  readonly sprayM: number
  readonly sprayL: number
  readonly turnNum: number
  readonly refillNum: number
  readonly batteryNum: number
  readonly sortieNum: number
  readonly flownM: number
  readonly durationS: number
}

/**
 * Coverage by the ways with the pump on: a drone sprays a disc as wide as its swath. Within 0.2 %
 * of the ground.
 */
export type PlanCoverage = {
  /** Area of the plots inside their margins, where anything is to be sprayed. */
  readonly groundM2: number
  readonly coveredM2: number
  readonly dryM2: number
  /** Dry ground in corners, and in places narrower than a swath, which no swath reaches in full. */
  readonly unreachableM2: number
  /** By ways that do not follow each other; margins count. */ readonly twiceM2: number
  readonly outsideM2: number
  /** The largest patches of dry ground. */ readonly dryRings: readonly (readonly LngLat[])[]
}

export type GroupPlan = {
  /** Of the first plot's strips, clockwise from north, 0 to 180. */ readonly bearingDeg: number
  readonly lineNum: number
  /** The first line of each drone but the first. */ readonly cuts: readonly number[]
  readonly shares: readonly PlanShare[]
  readonly totals: PlanTotals
  readonly coverage: PlanCoverage
}

/** `too_small`: no strip fits. `too_far`: a full battery does not reach a strip and back. */
export type PlanProblem = 'too_small' | 'too_far' | 'too_many_lines'
export type Planned =
  | { readonly ok: true; readonly plan: GroupPlan }
  | { readonly ok: false; readonly problem: PlanProblem }
