// One drone's strips as flights: as far as tank and battery allow, then home, and back to the place
// where it broke off.
import type { PlanDrone, SortieEnd } from './plan.ts'
import { accelerationMs2, flyingS, verticalS } from './motion.ts'
import { flowOf, lengthOf, partOf, type Pass } from './passes.ts'
import { between, measureM, shortestStripM, toleranceM, type Place } from './plane.ts'
import { findWay, isClear, type Detour, type Hull } from './way-around.ts'

export type Node = {
  readonly at: Place
  readonly heightM: number
  /** Since the take-off of its flight. */ readonly tS: number
  /** From here on; null: the pump is off. */ readonly doseLHa: number | null
}

export type Flight = {
  /** The first and the last are on the ground. */ readonly nodes: readonly Node[]
  readonly passes: readonly Pass[]
  readonly end: SortieEnd
  readonly sprayM: number
  readonly sprayL: number
  readonly turnNum: number
}

export type Flying = {
  readonly widthM: number
  readonly heightM: number
  /** Of its own, between strips and home. */ readonly wayHeightM: number
  readonly hulls: readonly Hull[]
  readonly detour: Detour
  readonly place: Place
}

/** A turn from one strip to the next stays low up to this many widths. */
const lowTurnWidths = 3
/** A shorter piece of a strip is not started. */
const worthwhileM = 6
const pointsAtMost = 1_900
/** A shorter move between passes is straight on, not a turn. */
const turnFromM = 0.5

class Log {
  readonly nodes: Node[] = []
  #at: Place
  #heightM = 0
  tS = 0

  constructor(at: Place) {
    this.#at = at
    this.#note(null)
  }

  get at(): Place {
    return this.#at
  }

  get heightM(): number {
    return this.#heightM
  }

  #note(doseLHa: number | null): void {
    this.nodes.push({ at: this.#at, heightM: this.#heightM, tS: this.tS, doseLHa })
  }

  /** Records spraying from the current position on. */
  spray(doseLHa: number | null): void {
    const last = this.nodes.pop()!
    this.nodes.push({ ...last, doseLHa })
  }

  vertical(heightM: number): void {
    if (Math.abs(heightM - this.#heightM) < toleranceM) return
    this.tS += verticalS(this.#heightM, heightM)
    this.#heightM = heightM
    this.#note(null)
  }

  move(to: Place, durationS: number): void {
    if (measureM(this.#at, to) < toleranceM) return
    this.tS += durationS
    this.#at = to
    this.#note(null)
  }
}

const wayS = (way: readonly Place[], speedMs: number): number =>
  way.reduce((sum, to, i) => (i === 0 ? 0 : sum + flyingS(measureM(way[i - 1]!, to), speedMs)), 0)

/** Time from the end of a strip to the ground at home. */
const homewardS = (from: Place, drone: PlanDrone, flying: Flying): number =>
  verticalS(flying.heightM, flying.wayHeightM) +
  wayS(findWay(flying.hulls, from, flying.place), drone.transitSpeedMs) +
  verticalS(flying.wayHeightM, 0)

const isLowTurn = (from: Place, before: Pass | null, pass: Pass, flying: Flying): boolean =>
  before !== null &&
  before.cell === pass.cell &&
  measureM(from, pass.from) <= lowTurnWidths * flying.widthM &&
  isClear(flying.hulls, from, pass.from)

/**
 * Flies to the start of a pass: low if it is next to the previous pass, else at the transit height.
 */
const approach = (log: Log, before: Pass | null, pass: Pass, drone: PlanDrone, flying: Flying) => {
  if (isLowTurn(log.at, before, pass, flying)) {
    log.move(pass.from, flyingS(measureM(log.at, pass.from), drone.transitSpeedMs))
    return
  }
  log.vertical(flying.wayHeightM)
  for (const to of findWay(flying.hulls, log.at, pass.from).slice(1))
    log.move(to, flyingS(measureM(log.at, to), drone.transitSpeedMs))
  log.vertical(flying.heightM)
}

const approachS = (
  log: Log,
  before: Pass | null,
  pass: Pass,
  drone: PlanDrone,
  flying: Flying,
): number =>
  isLowTurn(log.at, before, pass, flying)
    ? flyingS(measureM(log.at, pass.from), drone.transitSpeedMs)
    : verticalS(log.heightM, flying.wayHeightM) +
      wayS(findWay(flying.hulls, log.at, pass.from), drone.transitSpeedMs) +
      verticalS(flying.wayHeightM, flying.heightM)

/** The share of a pass after which the tank is empty, at most 1. */
const tankShare = (pass: Pass, tankL: number, widthM: number): number => {
  const reachesM = tankL / flowOf(pass.doseLHa, widthM)
  return Math.min(1, (reachesM + toleranceM) / lengthOf(pass))
}

/** An upper bound, from the end of a strip to the ground at home, without computing the way. */
const homewardAtMostS = (from: Place, drone: PlanDrone, flying: Flying): number =>
  verticalS(flying.heightM, flying.wayHeightM) +
  verticalS(flying.wayHeightM, 0) +
  (measureM(from, flying.place) + flying.detour.lengthM) / drone.transitSpeedMs +
  ((flying.detour.cornerNum + 1) * drone.transitSpeedMs) / accelerationMs2

/** The share of a pass after which the battery just brings it home. */
const batteryShare = (pass: Pass, leftS: number, drone: PlanDrone, flying: Flying): number => {
  const lengthM = lengthOf(pass)
  const neededS = (share: number): number =>
    flyingS(lengthM * share, drone.speedMs) +
    homewardS(between(pass.from, pass.to, share), drone, flying)
  const sprayS = flyingS(lengthM, drone.speedMs)
  if (sprayS + homewardAtMostS(pass.to, drone, flying) <= leftS) return 1
  if (neededS(1) <= leftS) return 1
  if (neededS(0) > leftS) return 0
  let [low, high] = [0, 1]
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2
    if (neededS(middle) <= leftS) low = middle
    else high = middle
  }
  return low
}

/** Adjusts the share so that the rest of an interrupted pass is long enough to be flown. */
const leaveEnough = (share: number, lengthM: number): number =>
  share < 1 ? Math.max(0, Math.min(share, 1 - shortestStripM / lengthM)) : 1

/** In space; a position in 1e-7 degrees may be half a centimetre off at either end. */
const nodesApartM = shortestStripM + 2 * toleranceM

const apartM = (a: Node, b: Node): number => Math.hypot(measureM(a.at, b.at), a.heightM - b.heightM)

/** Joins nodes that are closer than the tolerance, with the action of the later one. */
const thinned = (nodes: readonly Node[]): Node[] => {
  const kept: Node[] = []
  for (const [i, node] of nodes.entries()) {
    const last = kept.at(-1)
    if (!last || apartM(last, node) >= nodesApartM) kept.push(node)
    else if (i === nodes.length - 1) kept[kept.length - 1] = node
    else kept[kept.length - 1] = { ...last, tS: node.tS, doseLHa: node.doseLHa }
  }
  return kept
}

const sprayPass = (log: Log, pass: Pass, drone: PlanDrone): void => {
  log.spray(pass.doseLHa)
  log.move(pass.to, flyingS(lengthOf(pass), drone.speedMs))
}

type Flown = { readonly flight: Flight; readonly rest: readonly Pass[] }

/** One flight over the first of these passes; null: a full battery does not reach them. */
export const flyOnce = (
  passes: readonly Pass[],
  drone: PlanDrone,
  flying: Flying,
): Flown | null => {
  const log = new Log(flying.place)
  const flown: Pass[] = []
  let [tankL, sprayM, sprayL, turnNum] = [drone.tankL, 0, 0, 0]
  let rest = passes
  let end: SortieEnd = 'done'
  log.vertical(flying.wayHeightM)
  while (rest.length > 0) {
    const [pass] = rest
    const before = flown.at(-1) ?? null
    const lengthM = lengthOf(pass!)
    const leftS = drone.enduranceS - log.tS - approachS(log, before, pass!, drone, flying)
    const byTank = tankShare(pass!, tankL, flying.widthM)
    const byBattery = batteryShare(pass!, leftS, drone, flying)
    const share = leaveEnough(Math.min(byTank, byBattery), lengthM)
    const isFull = log.nodes.length > pointsAtMost
    if (isFull || share * lengthM < Math.min(lengthM, worthwhileM) - toleranceM) {
      end = byTank < byBattery ? 'tank' : 'battery'
      break
    }
    if (before && measureM(log.at, pass!.from) > turnFromM) turnNum++
    approach(log, before, pass!, drone, flying)
    const part = share < 1 ? partOf(pass!, 0, share) : pass!
    sprayPass(log, part, drone)
    flown.push(part)
    sprayM += lengthOf(part)
    const usedL = lengthOf(part) * flowOf(part.doseLHa, flying.widthM)
    tankL -= usedL
    sprayL += usedL
    rest = share < 1 ? [partOf(pass!, share, 1), ...rest.slice(1)] : rest.slice(1)
    if (share < 1) {
      end = byTank <= byBattery ? 'tank' : 'battery'
      break
    }
  }
  if (flown.length === 0) return null
  log.vertical(flying.wayHeightM)
  for (const to of findWay(flying.hulls, log.at, flying.place).slice(1))
    log.move(to, flyingS(measureM(log.at, to), drone.transitSpeedMs))
  log.vertical(0)
  const nodes = thinned(log.nodes)
  return { flight: { nodes, passes: flown, end, sprayM, sprayL, turnNum }, rest }
}

/** All flights of a drone; null: a full battery does not reach its strips and home again. */
export const flyShare = (
  passes: readonly Pass[],
  drone: PlanDrone,
  flying: Flying,
): Flight[] | null => {
  const flights: Flight[] = []
  let rest = passes
  while (rest.length > 0) {
    const flown = flyOnce(rest, drone, flying)
    if (!flown) return null
    flights.push(flown.flight)
    rest = flown.rest
  }
  return flights
}
