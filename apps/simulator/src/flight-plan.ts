import type { LngLat } from '@swath/domain/lng-lat'
import { coveredM2, sweptM2 } from './covered-truth.ts'
import type { Strip } from './covered-truth.ts'
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
  /** Litres for each metre flown; at a hover litres for each second. */
  readonly flowRate: number
}

/** What the pilot or the machine does wrong. */
export type FlightFault =
  /** Sprays on past the end of its first full swath. */
  | { readonly kind: 'spray_outside'; readonly lengthM: number }
  /** Hangs in the air with the pump running. */
  | { readonly kind: 'hover_spraying'; readonly durationS: number }
  /** Flies to the plot by way of this place. */
  | { readonly kind: 'detour'; readonly over: LngLat }

export type Flight = {
  readonly plotId: string
  readonly frame: PlotFrame
  readonly ability: DroneAbility
  readonly legs: readonly Leg[]
  readonly strips: readonly Strip[]
  readonly durationS: number
  readonly takeoffS: number
  readonly landingS: number
  readonly distanceM: number
  readonly sprayS: number
  readonly sprayL: number
  readonly coveredM2: number
  readonly sweptM2: number
  readonly plotFinished: boolean
}

const GROUND_BEFORE_S = 6
/** Long enough for a detector without events to see the landing. */
const GROUND_AFTER_S = 14
const HEADLAND_SPEED_MS = 1.5
const TURN_S = 3.6
const CLIMB_MS = 2.5
const DESCENT_MS = 1.5
/** Above the spraying height, on the way. */
const TRANSIT_CLEARANCE_M = 2
const SHORTEST_PASS_M = 6
/** Swaths lie this share of the width apart: 4 % overlap, as RTK pilots set it. */
export const SPACING_SHARE = 0.96

/**
 * The flights that spray one plot from `home`, in order: each starts with a full tank and battery where the one before broke
 * off. `faultsOf` names what goes wrong on the n-th of them.
 */
export function planFlights(
  plot: FleetPlot, home: LngLat, ability: DroneAbility, faultsOf: (index: number) => readonly FlightFault[] = () => [],
): Flight[] {
  const { frame, swaths } = planPlot(plot.ring, ability.widthM, ability.widthM * SPACING_SHARE)
  const flights: Flight[] = []
  let rest: readonly Swath[] = swaths
  while (rest.length > 0 && flights.length < 60) {
    const flown = flyOnce(plot.plotId, frame, frame.toFrame(home), ability, rest, faultsOf(flights.length))
    flights.push(flown.flight)
    if (flown.rest === rest) break
    rest = flown.rest
  }
  return flights
}

class LegList {
  readonly legs: Leg[] = []
  at: PlanePoint
  heightM = 0
  elapsedS = 0

  constructor(home: PlanePoint) {
    this.at = home
  }

  add(kind: LegKind, leg: { to?: PlanePoint; heightM?: number; durationS?: number; motion?: Motion; pumpOn?: boolean; flowRate?: number }): void {
    const to = leg.to ?? this.at
    const toHeightM = leg.heightM ?? this.heightM
    const durationS = leg.motion?.durationS ?? leg.durationS ?? 0
    this.legs.push({
      kind, startS: this.elapsedS, durationS, from: this.at, to, fromHeightM: this.heightM, toHeightM, motion: leg.motion ?? null,
      pumpOn: leg.pumpOn ?? false, flowRate: leg.flowRate ?? 0,
    })
    this.at = to
    this.heightM = toHeightM
    this.elapsedS += durationS
  }

  move(kind: LegKind, to: PlanePoint, entrySpeedMs: number, cruiseSpeedMs: number, exitSpeedMs: number): void {
    const lengthM = distanceOf(this.at, to)
    if (lengthM < 0.01) return
    this.add(kind, { to, motion: planMotion(lengthM, entrySpeedMs, cruiseSpeedMs, exitSpeedMs) })
  }
}

const distanceOf = (a: PlanePoint, b: PlanePoint): number => Math.hypot(b[0] - a[0], b[1] - a[1])

function flyOnce(
  plotId: string, frame: PlotFrame, home: PlanePoint, ability: DroneAbility, swaths: readonly Swath[], faults: readonly FlightFault[],
): { flight: Flight; rest: readonly Swath[] } {
  const list = new LegList(home)
  const strips: Strip[] = []
  const litresPerM = ability.doseLHa * ability.widthM / 10_000
  const transitM = ability.heightM + TRANSIT_CLEARANCE_M
  list.add('ground', { durationS: GROUND_BEFORE_S })
  const takeoffS = list.elapsedS
  list.add('climb', { heightM: transitM, durationS: transitM / CLIMB_MS })
  for (const fault of faults) if (fault.kind === 'detour') list.move('transit', frame.toFrame(fault.over), 0, ability.transitSpeedMs, 0)

  let tankL = ability.tankL
  let rest = swaths
  let outsideM = faults.find((fault) => fault.kind === 'spray_outside')?.lengthM ?? 0
  let hoverS = faults.find((fault) => fault.kind === 'hover_spraying')?.durationS ?? 0
  for (const swath of swaths) {
    const start: PlanePoint = [swath.fromXM, swath.yM]
    const approachM = distanceOf(list.at, start)
    const homewardS = distanceOf(start, home) / ability.transitSpeedMs + transitM / DESCENT_MS + 12
    const leftS = ability.enduranceS - list.elapsedS - approachM / ability.transitSpeedMs - homewardS
    const wantedM = Math.abs(swath.toXM - swath.fromXM)
    const possibleM = Math.min(wantedM, tankL / litresPerM, Math.max(0, leftS) * ability.spraySpeedMs * 0.8)
    if (possibleM < Math.min(wantedM, SHORTEST_PASS_M)) break
    if (strips.length === 0) {
      list.move('transit', start, 0, ability.transitSpeedMs, 0)
      list.add('descend', { heightM: ability.heightM, durationS: TRANSIT_CLEARANCE_M / DESCENT_MS })
    } else if (approachM < ability.widthM * 3) {
      list.add('turn', { to: start, motion: planMotion(approachM, approachM / TURN_S, approachM / TURN_S, approachM / TURN_S) })
    } else {
      list.move('turn', start, HEADLAND_SPEED_MS, ability.transitSpeedMs, HEADLAND_SPEED_MS)
    }
    const sign = Math.sign(swath.toXM - swath.fromXM)
    const whole = possibleM >= wantedM
    const extraM = whole ? Math.min(outsideM, Math.max(0, tankL / litresPerM - possibleM)) : 0
    if (whole) outsideM = 0
    const end: PlanePoint = [swath.fromXM + sign * (possibleM + extraM), swath.yM]
    list.add('spray', {
      to: end, motion: planMotion(possibleM + extraM, HEADLAND_SPEED_MS, ability.spraySpeedMs, HEADLAND_SPEED_MS), pumpOn: true, flowRate: litresPerM,
    })
    strips.push({ yM: swath.yM, fromXM: swath.fromXM, toXM: end[0], widthM: ability.widthM })
    tankL -= (possibleM + extraM) * litresPerM
    if (hoverS > 0) {
      const litresPerS = litresPerM * ability.spraySpeedMs
      const durationS = Math.min(hoverS, tankL / litresPerS)
      list.add('hover', { durationS, pumpOn: true, flowRate: litresPerS })
      tankL -= durationS * litresPerS
      hoverS = 0
    }
    rest = whole ? rest.slice(1) : [{ ...swath, fromXM: end[0] }, ...rest.slice(1)]
    if (!whole) break
  }

  list.add('climb', { heightM: transitM, durationS: TRANSIT_CLEARANCE_M / CLIMB_MS })
  list.move('transit', home, HEADLAND_SPEED_MS, ability.transitSpeedMs, 0)
  list.add('descend', { heightM: 0, durationS: transitM / DESCENT_MS })
  const landingS = list.elapsedS
  list.add('ground', { durationS: GROUND_AFTER_S })
  const legs = list.legs
  return {
    rest,
    flight: {
      plotId, frame, ability, legs, strips, durationS: list.elapsedS, takeoffS, landingS,
      distanceM: legs.reduce((sum, leg) => sum + (leg.motion?.lengthM ?? 0), 0),
      sprayS: legs.reduce((sum, leg) => sum + (leg.kind === 'spray' ? leg.durationS : 0), 0),
      sprayL: ability.tankL - tankL, coveredM2: coveredM2(strips), sweptM2: sweptM2(strips), plotFinished: rest.length === 0,
    },
  }
}

export type TrueState = {
  readonly at: PlanePoint
  readonly heightM: number
  readonly speedMs: number
  /** null while it does not move: it looks where it looked before. */
  readonly headingDeg: number | null
  readonly pumpOn: boolean
  readonly flowLMin: number
  /** Litres that this leg has taken so far. */
  readonly usedL: number
}

/** Where the drone truly is `tS` after the start of a leg. */
export function stateOnLeg(frame: PlotFrame, leg: Leg, tS: number): TrueState {
  const share = leg.durationS === 0 ? 1 : Math.min(1, Math.max(0, tS / leg.durationS))
  const heightM = leg.fromHeightM + (leg.toHeightM - leg.fromHeightM) * share
  if (leg.motion === null) {
    return {
      at: leg.from, heightM, speedMs: 0, headingDeg: null, pumpOn: leg.pumpOn, flowLMin: leg.flowRate * 60, usedL: leg.flowRate * leg.durationS * share,
    }
  }
  const { distanceM, speedMs } = motionAt(leg.motion, share * leg.durationS)
  const dx = leg.to[0] - leg.from[0]
  const dy = leg.to[1] - leg.from[1]
  const part = distanceM / leg.motion.lengthM
  return {
    at: [leg.from[0] + dx * part, leg.from[1] + dy * part], heightM, speedMs, headingDeg: frame.bearingDeg(dx, dy), pumpOn: leg.pumpOn,
    flowLMin: leg.flowRate * speedMs * 60, usedL: leg.flowRate * distanceM,
  }
}
