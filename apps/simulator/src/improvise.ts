// Changes a flight when a command arrives: the part already flown stays, the rest is planned again.
import type { LngLat } from '@swath/domain/lng-lat'
import type { DroneAbility } from './fleet.ts'
import {
  CLIMB_MS,
  DESCENT_MS,
  measureDistance,
  buildFlight,
  GROUND_AFTER_S,
  GROUND_BEFORE_S,
  HEADLAND_SPEED_MS,
  LegList,
  stateOnLeg,
  TRANSIT_CLEARANCE_M,
} from './flight-plan.ts'
import type { Flight, Leg, TrueState } from './flight-plan.ts'
import { planMotion } from './motion.ts'
import type { PlanePoint } from './plot-plan.ts'
import { PlotFrame } from './plot-plan.ts'

export type AirOrder =
  | { readonly type: 'hold' | 'pause' | 'resume' | 'return' | 'land' | 'sprayOn' | 'sprayOff' }
  | { readonly type: 'setHeight'; readonly heightM: number }
  | { readonly type: 'setSpeed'; readonly speedMs: number }
  | { readonly type: 'setWidth'; readonly widthM: number }

export type Route = readonly {
  readonly at: LngLat
  readonly heightM: number
  readonly pumpOn: boolean
  /** On the way to the next one; absent: the drone's own speed. */ readonly doseLHa?: number
  /** Of the whole route, from its first point. */ readonly speedMs?: number | undefined
  readonly widthM?: number | undefined
}[]

/** The new flight, or the reason why the drone refuses it, as shown in the console. */
export type Improvised =
  | { readonly ok: true; readonly flight: Flight }
  | { readonly ok: false; readonly reason: string }

const BRAKING_MS2 = 2
const HEIGHT_CHANGE_MS = 1.5
/** Limit of waiting in the air, if the battery suffices for that long and the way home. */
const LONGEST_WAIT_S = 300
/** Battery capacity beyond the endurance that flights are planned with. */
const RESERVE = 1.15
/** A route farther away than this is refused. */
const FARTHEST_ROUTE_M = 5_000

const refused = (reason: string): Improvised => ({ ok: false, reason })

/** `tS` counts from the flight's first point and is between take-off and landing. */
export function improvise(flight: Flight, tS: number, order: AirOrder): Improvised {
  const cut = cutAt(flight, tS)
  const { list, now, rest } = cut
  let { ability, suspended } = flight
  switch (order.type) {
    case 'land':
      brake(list, cut)
      vertical(list, 0)
      suspended = null
      break
    case 'return':
      brake(list, cut)
      goHome(list, flight)
      suspended = null
      break
    case 'hold':
    case 'pause':
      suspended ??= { legs: rest, at: now.at, heightM: now.heightM }
      brake(list, cut)
      list.add('hover', { durationS: waitS(list, flight) })
      goHome(list, flight)
      break
    case 'resume': {
      // Braking counts as a turn; after hovering too long the drone flies home.
      if (suspended === null || (cut.kind !== 'hover' && cut.kind !== 'turn'))
        return refused('nothing to resume')
      brake(list, cut)
      list.move('transit', suspended.at, 0, ability.transitSpeedMs, 0)
      vertical(list, suspended.heightM)
      goOn(list, suspended.legs, 0, ability, ability)
      suspended = null
      if (list.elapsedS > ability.enduranceS * RESERVE) return refused('battery too low to go on')
      break
    }
    case 'sprayOn':
    case 'sprayOff': {
      const switched = (legs: readonly Leg[]) =>
        legs.map((leg) =>
          leg.kind === 'spray' ? { ...leg, pumpOn: order.type === 'sprayOn' } : leg,
        )
      goOn(list, switched(rest), now.speedMs, ability, ability)
      if (suspended !== null) suspended = { ...suspended, legs: switched(suspended.legs) }
      break
    }
    default: {
      const before = ability
      ability = {
        ...ability,
        ...(order.type === 'setHeight'
          ? { heightM: order.heightM }
          : order.type === 'setSpeed'
            ? { spraySpeedMs: order.speedMs }
            : { swathWidthM: order.widthM }),
      }
      list.swathWidthM = ability.swathWidthM
      goOn(list, rest, now.speedMs, before, ability)
      if (suspended !== null)
        suspended = {
          ...suspended,
          heightM: heightFor(suspended.heightM, before, ability),
          legs: suspended.legs.map((leg) => ({ ...leg, ...changed(leg, before, ability) })),
        }
    }
  }
  if (list.legs.at(-1)!.kind !== 'ground') list.add('ground', { durationS: GROUND_AFTER_S })
  return {
    ok: true,
    flight: buildFlight({ ...flight, ability, legs: list.legs, suspended, plotFinished: false }),
  }
}

/** Whether it hovers, as `hold` and `pause` require. */
export const standsAt = (flight: Flight, tS: number): boolean =>
  flight.legs.find((leg) => tS < leg.startS + leg.durationS)?.kind === 'hover'

type Cut = {
  readonly list: LegList
  readonly now: TrueState
  readonly kind: Leg['kind']
  /** Of the motion, in the frame; null while it hovers. */ readonly towards: PlanePoint | null
  readonly rest: readonly Leg[]
}

function cutAt(flight: Flight, tS: number): Cut {
  const index = flight.legs.findIndex((leg) => tS < leg.startS + leg.durationS)
  const leg = flight.legs[index]!
  const now = stateOnLeg(flight.frame, leg, tS - leg.startS)
  const list = new LegList(flight.legs[0]!.from, leg.swathWidthM)
  const flown: Leg = { ...leg, durationS: tS - leg.startS, toHeightM: now.heightM }
  list.legs.push(...flight.legs.slice(0, index), flown)
  list.at = now.at
  list.heightM = now.heightM
  list.elapsedS = tS
  const length = measureDistance(leg.from, leg.to)
  return {
    list,
    now,
    kind: leg.kind,
    towards:
      leg.motion === null || length === 0
        ? null
        : [(leg.to[0] - leg.from[0]) / length, (leg.to[1] - leg.from[1]) / length],
    rest: [
      {
        ...leg,
        startS: tS,
        durationS: leg.durationS - (tS - leg.startS),
        from: now.at,
        fromHeightM: now.heightM,
      },
      ...flight.legs.slice(index + 1),
    ],
  }
}

function brake(list: LegList, { now, towards }: Cut): void {
  if (towards === null || now.speedMs < 0.1) return
  const lengthM = now.speedMs ** 2 / (2 * BRAKING_MS2)
  list.add('turn', {
    to: [now.at[0] + towards[0] * lengthM, now.at[1] + towards[1] * lengthM],
    motion: planMotion(lengthM, now.speedMs, now.speedMs, 0, BRAKING_MS2),
  })
}

function vertical(list: LegList, heightM: number): void {
  const changeM = heightM - list.heightM
  if (Math.abs(changeM) < 0.05) return
  list.add(changeM > 0 ? 'climb' : 'descend', {
    heightM,
    durationS: Math.abs(changeM) / (changeM > 0 ? CLIMB_MS : DESCENT_MS),
  })
}

const transitHeightM = ({ heightM }: DroneAbility): number => heightM + TRANSIT_CLEARANCE_M

function goHome(list: LegList, { ability, legs }: Flight): void {
  vertical(list, Math.max(list.heightM, transitHeightM(ability)))
  list.move('transit', legs[0]!.from, 0, ability.transitSpeedMs, 0)
  vertical(list, 0)
}

function waitS(list: LegList, { ability, legs }: Flight): number {
  const homewardS =
    measureDistance(list.at, legs[0]!.from) / ability.transitSpeedMs +
    transitHeightM(ability) / DESCENT_MS +
    12
  return Math.min(LONGEST_WAIT_S, Math.max(10, ability.enduranceS - list.elapsedS - homewardS))
}

/**
 * The plan's height that corresponds to `heightM` after a change of the spraying height: over the
 * crop, in transit or on the ground.
 */
function heightFor(heightM: number, before: DroneAbility, after: DroneAbility): number {
  if (Math.abs(heightM - before.heightM) < 0.05) return after.heightM
  return Math.abs(heightM - transitHeightM(before)) < 0.05 ? transitHeightM(after) : heightM
}

function changed(
  leg: Leg,
  before: DroneAbility,
  after: DroneAbility,
): Pick<Leg, 'toHeightM' | 'swathWidthM' | 'flowRate'> {
  return {
    toHeightM: heightFor(leg.toHeightM, before, after),
    swathWidthM: after.swathWidthM,
    flowRate: (leg.flowRate * after.swathWidthM) / before.swathWidthM,
  }
}

/** The rest of a plan, entered at `speedMs`, with another height, speed or width. */
function goOn(
  list: LegList,
  rest: readonly Leg[],
  speedMs: number,
  before: DroneAbility,
  after: DroneAbility,
): void {
  for (const [i, leg] of rest.entries()) {
    const { toHeightM, flowRate } = changed(leg, before, after)
    if (leg.motion === null) {
      if (leg.fromHeightM !== leg.toHeightM || leg.kind === 'climb' || leg.kind === 'descend')
        vertical(list, toHeightM)
      else list.add(leg.kind, { durationS: leg.durationS, pumpOn: leg.pumpOn, flowRate })
      continue
    }
    const cruise = leg.kind === 'spray' ? after.spraySpeedMs : leg.motion.peakSpeedMs
    const exit = Math.min(leg.motion.exitSpeedMs, cruise)
    const speed = i === 0 ? speedMs : Math.min(leg.motion.entrySpeedMs, cruise)
    const lengthM = measureDistance(list.at, leg.to)
    if (lengthM < 0.01) continue
    const changeM = Math.min(
      lengthM * 0.9,
      Math.max(2, (Math.abs(toHeightM - list.heightM) / HEIGHT_CHANGE_MS) * Math.max(speed, 1)),
    )
    let entry = speed
    if (Math.abs(toHeightM - list.heightM) > 0.05) {
      // Climbs or descends while flying, over the first metres of the remaining path.
      const share = changeM / lengthM
      const to: PlanePoint = [
        list.at[0] + (leg.to[0] - list.at[0]) * share,
        list.at[1] + (leg.to[1] - list.at[1]) * share,
      ]
      const motion = planMotion(
        changeM,
        entry,
        Math.max(entry, HEADLAND_SPEED_MS),
        Math.max(entry, HEADLAND_SPEED_MS),
      )
      list.add(leg.kind, { to, heightM: toHeightM, motion, pumpOn: leg.pumpOn, flowRate })
      entry = motion.exitSpeedMs
    }
    const leftM = measureDistance(list.at, leg.to)
    // Slightly more than needed; otherwise rounding makes it too short.
    const brakingM = ((entry ** 2 - cruise ** 2) / (2 * BRAKING_MS2)) * 1.001
    if (brakingM > 0.01 && brakingM < leftM) {
      // Faster than the new speed: slow down first.
      const to: PlanePoint = [
        list.at[0] + ((leg.to[0] - list.at[0]) * brakingM) / leftM,
        list.at[1] + ((leg.to[1] - list.at[1]) * brakingM) / leftM,
      ]
      const motion = planMotion(brakingM, entry, entry, cruise, BRAKING_MS2)
      list.add(leg.kind, { to, motion, pumpOn: leg.pumpOn, flowRate })
      entry = cruise
    }
    list.add(leg.kind, {
      to: leg.to,
      motion: planMotion(measureDistance(list.at, leg.to), entry, Math.max(cruise, 0.5), exit),
      pumpOn: leg.pumpOn,
      flowRate,
    })
  }
}

/**
 * Sprays until the tank is empty, and flies the rest with the pump off. @returns the litres used
 */
function flyStretch(
  list: LegList,
  place: PlanePoint,
  toHeightM: number,
  spraysM: number,
  litresPerM: number,
  ability: DroneAbility,
): number {
  const start = list.at
  const lengthM = measureDistance(start, place)
  if (spraysM > 0.5) {
    const share = spraysM / lengthM
    list.add('spray', {
      to: [start[0] + (place[0] - start[0]) * share, start[1] + (place[1] - start[1]) * share],
      heightM: list.heightM + (toHeightM - list.heightM) * share,
      motion: planMotion(spraysM, HEADLAND_SPEED_MS, ability.spraySpeedMs, HEADLAND_SPEED_MS),
      pumpOn: true,
      flowRate: litresPerM,
    })
  }
  const leftM = measureDistance(list.at, place)
  if (leftM >= 0.01)
    list.add('transit', {
      to: place,
      heightM: toHeightM,
      motion: planMotion(leftM, HEADLAND_SPEED_MS, ability.transitSpeedMs, HEADLAND_SPEED_MS),
    })
  return spraysM > 0.5 ? spraysM * litresPerM : 0
}

/** Flies an uploaded route from the drone's position. */
export function flyRoute(route: Route, home: LngLat, drone: DroneAbility): Improvised {
  const ability = {
    ...drone,
    spraySpeedMs: route[0]!.speedMs ?? drone.spraySpeedMs,
    swathWidthM: route[0]!.widthM ?? drone.swathWidthM,
  }
  const frame = new PlotFrame(home, 0)
  const places = route.map((point) => frame.toFrame(point.at))
  if (places.some((place) => Math.hypot(...place) > FARTHEST_ROUTE_M))
    return refused('the route is too far away')
  const list = new LegList([0, 0], ability.swathWidthM)
  list.add('ground', { durationS: GROUND_BEFORE_S })
  vertical(list, Math.max(route[0]!.heightM, transitHeightM(ability)))
  list.move('transit', places[0]!, 0, ability.transitSpeedMs, 0)
  vertical(list, route[0]!.heightM)
  let tankL = ability.tankL
  for (const [i, place] of places.entries()) {
    const from = route[i - 1]
    if (from === undefined) continue
    const lengthM = measureDistance(list.at, place)
    // Two points above each other: climb or descend on the spot.
    if (lengthM < 0.01) {
      if (Math.abs(route[i]!.heightM - list.heightM) > 0.05) vertical(list, route[i]!.heightM)
      continue
    }
    const litresPerM = ((from.doseLHa ?? ability.doseLHa) * ability.swathWidthM) / 10_000
    const spraysM = from.pumpOn && litresPerM > 0 ? Math.min(lengthM, tankL / litresPerM) : 0
    tankL -= flyStretch(list, place, route[i]!.heightM, spraysM, litresPerM, ability)
  }
  vertical(list, Math.max(list.heightM, transitHeightM(ability)))
  list.move('transit', [0, 0], 0, ability.transitSpeedMs, 0)
  vertical(list, 0)
  if (list.elapsedS > ability.enduranceS * RESERVE)
    return refused('the route is longer than a battery lasts')
  list.add('ground', { durationS: GROUND_AFTER_S })
  return {
    ok: true,
    flight: buildFlight({
      plotId: '',
      frame,
      ability,
      legs: list.legs,
      plotFinished: false,
      suspended: null,
    }),
  }
}
