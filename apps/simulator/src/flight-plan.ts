import type { LngLat } from '@swath/domain/lng-lat'
import { coveredM2, coveredOnGridM2, isAligned, sweptM2 } from './covered-truth.ts'
import type { Pass } from './covered-truth.ts'
import type { DroneAbility, FleetPlot } from './fleet.ts'
import { motionAt, planMotion } from './motion.ts'
import type { Motion } from './motion.ts'
import { planPlot } from './plot-plan.ts'
import type { PlanePoint, PlotFrame, Swath } from './plot-plan.ts'

export type LegKind = 'ground' | 'climb' | 'transit' | 'spray' | 'turn' | 'hover' | 'descend'

/** One stretch of a flight with one kind of motion. Times count from the flight's first point. */
export type Leg = {
  readonly kind: LegKind
  readonly startS: number
  readonly durationS: number
  readonly from: PlanePoint
  readonly to: PlanePoint
  readonly fromHeightM: number
  readonly toHeightM: number
  readonly motion: Motion | null
  readonly pumpOn: boolean
  /** Litres per metre flown; at a hover, litres per second. */
  readonly flowRate: number
  /** Width of the swath, metres. */
  readonly swathWidthM: number
}

/** Errors of the pilot or the machine. */
export type FlightFault =
  /** Continues spraying past the end of its first full swath. */
  | { readonly kind: 'spray_outside'; readonly lengthM: number }
  /** Hovers with the pump running. */
  | { readonly kind: 'hover_spraying'; readonly durationS: number }
  /** Flies to the plot via this place. */
  | { readonly kind: 'detour'; readonly over: LngLat }

export type Flight = {
  readonly plotId: string | null
  readonly frame: PlotFrame
  readonly ability: DroneAbility
  readonly legs: readonly Leg[]
  readonly passes: readonly Pass[]
  readonly durationS: number
  readonly takeoffS: number
  readonly landingS: number
  readonly distanceM: number
  readonly sprayS: number
  readonly sprayL: number
  readonly coveredM2: number
  readonly sweptM2: number
  readonly plotFinished: boolean
  /** The rest of an interrupted route, and where it was interrupted. */
  readonly suspended: {
    readonly legs: readonly Leg[]
    readonly at: PlanePoint
    readonly heightM: number
  } | null
}

export const GROUND_BEFORE_S = 6
/** Long enough for a detector without events to see the landing. */
export const GROUND_AFTER_S = 14
export const HEADLAND_SPEED_MS = 1.5
const TURN_S = 3.6
export const CLIMB_MS = 2.5
export const DESCENT_MS = 1.5
/** Height above the spraying height in transit. */
export const TRANSIT_CLEARANCE_M = 2
const SHORTEST_PASS_M = 6
/** Distance between swaths as a share of their width: 4 % overlap, as RTK pilots set it. */
export const SPACING_SHARE = 0.96

/**
 * The flights that spray one plot from `home`, in order: each starts with a full tank and battery
 * where the one before broke off. `pickFaults` chooses the faults of the n-th flight.
 */
export function planFlights(
  plot: FleetPlot,
  home: LngLat,
  ability: DroneAbility,
  pickFaults: (index: number) => readonly FlightFault[] = () => [],
): Flight[] {
  const { frame, swaths } = planPlot(
    plot.ring,
    ability.swathWidthM,
    ability.swathWidthM * SPACING_SHARE,
  )
  const flights: Flight[] = []
  let rest: readonly Swath[] = swaths
  while (rest.length > 0 && flights.length < 60) {
    const flown = flyOnce(
      plot.plotId,
      frame,
      frame.toFrame(home),
      ability,
      rest,
      pickFaults(flights.length),
    )
    flights.push(flown.flight)
    if (flown.rest === rest) break
    rest = flown.rest
  }
  return flights
}

/** Builds a sequence of legs. */
export class LegList {
  readonly legs: Leg[] = []
  at: PlanePoint
  heightM = 0
  elapsedS = 0
  swathWidthM: number

  constructor(home: PlanePoint, swathWidthM: number) {
    this.at = home
    this.swathWidthM = swathWidthM
  }

  add(
    kind: LegKind,
    leg: {
      to?: PlanePoint
      heightM?: number
      durationS?: number
      motion?: Motion
      pumpOn?: boolean
      flowRate?: number
    },
  ): void {
    const to = leg.to ?? this.at
    const toHeightM = leg.heightM ?? this.heightM
    const durationS = leg.motion?.durationS ?? leg.durationS ?? 0
    this.legs.push({
      kind,
      startS: this.elapsedS,
      durationS,
      from: this.at,
      to,
      fromHeightM: this.heightM,
      toHeightM,
      motion: leg.motion ?? null,
      pumpOn: leg.pumpOn ?? false,
      flowRate: leg.flowRate ?? 0,
      swathWidthM: this.swathWidthM,
    })
    this.at = to
    this.heightM = toHeightM
    this.elapsedS += durationS
  }

  move(
    kind: LegKind,
    to: PlanePoint,
    entrySpeedMs: number,
    cruiseSpeedMs: number,
    exitSpeedMs: number,
  ): void {
    const lengthM = measureDistance(this.at, to)
    if (lengthM < 0.01) return
    this.add(kind, { to, motion: planMotion(lengthM, entrySpeedMs, cruiseSpeedMs, exitSpeedMs) })
  }
}

export const measureDistance = (a: PlanePoint, b: PlanePoint): number =>
  Math.hypot(b[0] - a[0], b[1] - a[1])

const homewardS = (from: PlanePoint, home: PlanePoint, ability: DroneAbility): number =>
  measureDistance(from, home) / ability.transitSpeedMs +
  (ability.heightM + TRANSIT_CLEARANCE_M) / DESCENT_MS +
  12

/** Sprays while hovering. @returns the litres used */
function hoverSpraying(list: LegList, wantedS: number, tankL: number, litresPerS: number): number {
  const durationS = Math.min(wantedS, tankL / litresPerS)
  list.add('hover', { durationS, pumpOn: true, flowRate: litresPerS })
  return durationS * litresPerS
}

/**
 * Flies to the start of a pass: from home, around the headland, or over to another part of the
 * plot.
 */
function approach(list: LegList, start: PlanePoint, ability: DroneAbility, isFirst: boolean): void {
  const approachM = measureDistance(list.at, start)
  if (isFirst) {
    list.move('transit', start, 0, ability.transitSpeedMs, 0)
    list.add('descend', { heightM: ability.heightM, durationS: TRANSIT_CLEARANCE_M / DESCENT_MS })
  } else if (approachM < ability.swathWidthM * 3) {
    list.add('turn', {
      to: start,
      motion: planMotion(approachM, approachM / TURN_S, approachM / TURN_S, approachM / TURN_S),
    })
  } else {
    list.move('turn', start, HEADLAND_SPEED_MS, ability.transitSpeedMs, HEADLAND_SPEED_MS)
  }
}

function flyOnce(
  plotId: string | null,
  frame: PlotFrame,
  home: PlanePoint,
  ability: DroneAbility,
  swaths: readonly Swath[],
  faults: readonly FlightFault[],
): { flight: Flight; rest: readonly Swath[] } {
  const list = new LegList(home, ability.swathWidthM)
  let passes = 0
  const litresPerM = (ability.doseLHa * ability.swathWidthM) / 10_000
  const transitM = ability.heightM + TRANSIT_CLEARANCE_M
  list.add('ground', { durationS: GROUND_BEFORE_S })
  list.add('climb', { heightM: transitM, durationS: transitM / CLIMB_MS })
  for (const fault of faults)
    if (fault.kind === 'detour')
      list.move('transit', frame.toFrame(fault.over), 0, ability.transitSpeedMs, 0)

  let tankL = ability.tankL
  let rest = swaths
  let outsideM = faults.find((fault) => fault.kind === 'spray_outside')?.lengthM ?? 0
  let hoverS = faults.find((fault) => fault.kind === 'hover_spraying')?.durationS ?? 0
  for (const swath of swaths) {
    const start: PlanePoint = [swath.fromXM, swath.yM]
    const approachM = measureDistance(list.at, start)
    const leftS =
      ability.enduranceS -
      list.elapsedS -
      approachM / ability.transitSpeedMs -
      homewardS(start, home, ability)
    const wantedM = Math.abs(swath.toXM - swath.fromXM)
    const possibleM = Math.min(
      wantedM,
      tankL / litresPerM,
      Math.max(0, leftS) * ability.spraySpeedMs * 0.8,
    )
    if (possibleM < Math.min(wantedM, SHORTEST_PASS_M)) break
    approach(list, start, ability, passes === 0)
    const sign = Math.sign(swath.toXM - swath.fromXM)
    const whole = possibleM >= wantedM
    const extraM = whole ? Math.min(outsideM, Math.max(0, tankL / litresPerM - possibleM)) : 0
    if (whole) outsideM = 0
    const end: PlanePoint = [swath.fromXM + sign * (possibleM + extraM), swath.yM]
    list.add('spray', {
      to: end,
      motion: planMotion(
        possibleM + extraM,
        HEADLAND_SPEED_MS,
        ability.spraySpeedMs,
        HEADLAND_SPEED_MS,
      ),
      pumpOn: true,
      flowRate: litresPerM,
    })
    passes++
    tankL -= (possibleM + extraM) * litresPerM
    if (hoverS > 0) {
      tankL -= hoverSpraying(list, hoverS, tankL, litresPerM * ability.spraySpeedMs)
      hoverS = 0
    }
    rest = whole ? rest.slice(1) : [{ ...swath, fromXM: end[0] }, ...rest.slice(1)]
    if (!whole) break
  }

  list.add('climb', { heightM: transitM, durationS: TRANSIT_CLEARANCE_M / CLIMB_MS })
  list.move('transit', home, HEADLAND_SPEED_MS, ability.transitSpeedMs, 0)
  list.add('descend', { heightM: 0, durationS: transitM / DESCENT_MS })
  list.add('ground', { durationS: GROUND_AFTER_S })
  return {
    rest,
    flight: buildFlight({
      plotId,
      frame,
      ability,
      legs: list.legs,
      plotFinished: rest.length === 0,
      suspended: null,
    }),
  }
}

/** Distance flown on a leg; shorter than its motion if it was interrupted. */
export const flownM = (leg: Leg): number =>
  leg.motion === null ? 0 : motionAt(leg.motion, leg.durationS).distanceM

/** A flight with its totals. The first and the last leg are on the ground. */
export function buildFlight(
  flown: Pick<Flight, 'plotId' | 'frame' | 'ability' | 'legs' | 'plotFinished' | 'suspended'>,
): Flight {
  const { legs, frame } = flown
  const passes = legs
    .filter((leg) => leg.pumpOn && leg.motion !== null && leg.durationS > 0)
    .map((leg): Pass => ({
      from: leg.from,
      to: stateOnLeg(frame, leg, leg.durationS).at,
      swathWidthM: leg.swathWidthM,
    }))
  const last = legs.at(-1)!
  return {
    ...flown,
    passes,
    durationS: last.startS + last.durationS,
    takeoffS: legs[0]!.durationS,
    landingS: last.startS,
    distanceM: legs.reduce((sum, leg) => sum + flownM(leg), 0),
    sprayS: legs.reduce(
      (sum, leg) => sum + (leg.pumpOn && leg.motion !== null ? leg.durationS : 0),
      0,
    ),
    sprayL: legs.reduce(
      (sum, leg) => sum + leg.flowRate * (leg.motion === null ? leg.durationS : flownM(leg)),
      0,
    ),
    coveredM2: isAligned(passes) ? coveredM2(passes) : coveredOnGridM2(passes),
    sweptM2: sweptM2(passes),
  }
}

export type TrueState = {
  readonly at: PlanePoint
  readonly heightM: number
  readonly speedMs: number
  /** null while it does not move: the heading stays the same. */
  readonly headingDeg: number | null
  readonly pumpOn: boolean
  readonly flowLMin: number
  /** Litres used so far on this leg. */
  readonly usedL: number
}

/** The drone's true position `tS` after the start of a leg. */
export function stateOnLeg(frame: PlotFrame, leg: Leg, tS: number): TrueState {
  const share = leg.durationS === 0 ? 1 : Math.min(1, Math.max(0, tS / leg.durationS))
  const heightM = leg.fromHeightM + (leg.toHeightM - leg.fromHeightM) * share
  if (leg.motion === null) {
    return {
      at: leg.from,
      heightM,
      speedMs: 0,
      headingDeg: null,
      pumpOn: leg.pumpOn,
      flowLMin: leg.flowRate * 60,
      usedL: leg.flowRate * leg.durationS * share,
    }
  }
  const { distanceM, speedMs } = motionAt(leg.motion, share * leg.durationS)
  const dx = leg.to[0] - leg.from[0]
  const dy = leg.to[1] - leg.from[1]
  const part = distanceM / leg.motion.lengthM
  return {
    at: [leg.from[0] + dx * part, leg.from[1] + dy * part],
    heightM,
    speedMs,
    headingDeg: frame.bearingDeg(dx, dy),
    pumpOn: leg.pumpOn,
    flowLMin: leg.flowRate * speedMs * 60,
    usedL: leg.flowRate * distanceM,
  }
}
