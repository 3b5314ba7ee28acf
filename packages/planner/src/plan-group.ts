// A plan for several drones: strips over the plots, shares of equal spraying, flights of a tank and
// a battery each, and take-off times at which no two drones meet.
import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import { legsOfFlights, measureCoverage } from './coverage.ts'
import { flyShare, type Flight, type Flying, type Node } from './fly-share.ts'
import { scheduleFlights } from './keep-apart.ts'
import { layEdgePasses, layPasses, lengthsOfLines } from './lay-passes.ts'
import { orderPasses } from './order-passes.ts'
import { type Pass } from './passes.ts'
import type {
  GroupPlan,
  Planned,
  PlanPoint,
  PlanSettings,
  PlanShare,
  PlanSortie,
  PlanStrip,
  PlanTotals,
} from './plan.ts'
import { measureM, type Frame, type Place } from './plane.ts'
import { splitEvenly } from './split-evenly.ts'
import type { GroundRows, Leg } from './sprayed-ground.ts'
import { listHulls, longestDetour } from './way-around.ts'

/** More is a mistake in the input. */
const linesAtMost = 5_000
/** Distance between drones on the ground. */
const padM = 6
/** Vertical distance of two ways, where there is space for it. */
const layerM = 3
/** Maximum height of a command. */
const highestM = 30
/** Deviation of a drone from its plan in wind: added to the set distance. */
const offPlanM = 4

export const createPlane = ({ plots }: Pick<PlanSettings, 'plots'>): LocalPlane => {
  const places = plots.flat(3) as unknown as readonly LngLat[]
  const middle = (axis: 0 | 1): number => {
    const values = places.map((place) => place[axis])
    return (Math.min(...values) + Math.max(...values)) / 2
  }
  return new LocalPlane(middle(0), middle(1))
}

/** Position of each drone: next to home or to the refill place nearest to its strips. */
const placeDrones = (
  shares: readonly (readonly Pass[])[],
  settings: PlanSettings,
  plane: LocalPlane,
  along: Frame,
): Place[] => {
  const stands = [settings.home, ...settings.refillPlaces].map((at) => plane.toPlane(at))
  const chosen = shares.map((passes) => {
    const middle = passes[Math.floor(passes.length / 2)]?.from ?? stands[0]!
    return stands.reduce((best, one) =>
      measureM(one, middle) < measureM(best, middle) ? one : best,
    )
  })
  return chosen.map((stand, i) => {
    const beside = chosen.slice(0, i).filter((one) => one === stand).length
    const all = chosen.filter((one) => one === stand).length
    const [x, y] = along.in(stand)
    return along.out([x + (beside - (all - 1) / 2) * padM, y])
  })
}

const toPoints = (nodes: readonly Node[], startS: number, plane: LocalPlane): PlanPoint[] =>
  nodes.map(({ at, heightM, tS, doseLHa }) => ({
    at: plane.fromPlane(at[0], at[1]),
    heightM: Math.round(heightM * 100) / 100,
    pumpOn: doseLHa !== null,
    doseLHa: doseLHa ?? 0,
    tS: Math.round((startS + tS) * 10) / 10,
  }))

export const toStrip = (pass: Pass, drone: number, plane: LocalPlane): PlanStrip => ({
  from: plane.fromPlane(pass.from[0], pass.from[1]),
  to: plane.fromPlane(pass.to[0], pass.to[1]),
  line: pass.line,
  cell: pass.cell,
  drone,
  isHeadland: pass.isHeadland,
  doseLHa: pass.doseLHa,
})

const toSortie = (
  flight: Flight,
  startS: number,
  drone: number,
  plane: LocalPlane,
): PlanSortie => ({
  points: toPoints(flight.nodes, startS, plane),
  strips: flight.passes.map((pass) => toStrip(pass, drone, plane)),
  end: flight.end,
  startS,
  endS: Math.round(startS + flight.nodes.at(-1)!.tS),
  sprayM: flight.sprayM,
  sprayL: flight.sprayL,
  turnNum: flight.turnNum,
})

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0)

const toShare = (place: LngLat, sorties: readonly PlanSortie[]): PlanShare => ({
  place,
  sorties,
  sprayM: sumOf(sorties, ({ sprayM }) => sprayM),
  sprayL: sumOf(sorties, ({ sprayL }) => sprayL),
  turnNum: sumOf(sorties, ({ turnNum }) => turnNum),
  refillNum: Math.max(0, sorties.length - 1),
  batteryNum: sorties.filter(({ end }) => end === 'battery').length,
  endS: sorties.at(-1)?.endS ?? 0,
})

const totalOf = (
  shares: readonly PlanShare[],
  flights: readonly Flight[],
  widthM: number,
): PlanTotals => ({
  sweptM2: sumOf(shares, ({ sprayM }) => sprayM) * widthM,
  sprayM: sumOf(shares, ({ sprayM }) => sprayM),
  sprayL: sumOf(shares, ({ sprayL }) => sprayL),
  turnNum: sumOf(shares, ({ turnNum }) => turnNum),
  refillNum: sumOf(shares, ({ refillNum }) => refillNum),
  batteryNum: sumOf(shares, ({ batteryNum }) => batteryNum),
  sortieNum: sumOf(shares, ({ sorties }) => sorties.length),
  flownM: sumOf(flights, ({ nodes }) =>
    nodes.reduce((sum, { at }, i) => (i === 0 ? 0 : sum + measureM(nodes[i - 1]!.at, at)), 0),
  ),
  durationS: Math.max(0, ...shares.map(({ endS }) => endS)),
})

/** Index of the drone to which a line belongs. */
const ownerOf = (line: number, cuts: readonly number[]): number =>
  cuts.filter((cut) => line >= cut).length

type Work = {
  /** Their own lines, and laps where they are wanted. */ readonly passes: readonly Pass[]
  readonly lineNum: number
  readonly cuts: readonly number[]
  /** Along the strips. */ readonly along: Frame
  /** Of each plot. */ readonly ground: readonly GroundRows[]
  /** Sprayed already. */ readonly doneLegs: readonly Leg[]
}

/** Flights for strips that are assigned to drones. */
export const flyWork = (work: Work, settings: PlanSettings, plane: LocalPlane): Planned => {
  const { drones, heightM, widthM } = settings
  const given = drones.map((_, i) =>
    work.passes.filter(({ line }) => ownerOf(line, work.cuts) === i),
  )
  const places = placeDrones(given, settings, plane, work.along)
  const hulls = listHulls(settings.plots, settings.obstacles, settings.holeMarginM, plane)
  const detour = longestDetour(hulls)
  const room = highestM - settings.transitHeightM
  const stepM = Math.min(layerM, Math.max(0, room / Math.max(1, drones.length - 1)))
  const flown: Flight[][] = []
  for (const [i, drone] of drones.entries()) {
    const place = places[i]!
    const flying: Flying = {
      widthM,
      heightM,
      wayHeightM: settings.transitHeightM + i * stepM,
      hulls,
      detour,
      place,
    }
    const flights = flyShare(orderPasses(given[i]!, place), drone, flying)
    if (!flights) return { ok: false, problem: 'too_far' }
    flown.push(flights)
  }
  const starts = scheduleFlights(
    flown.map((flights, i) => ({ flights, serviceS: drones[i]!.serviceS })),
    settings.separationM + offPlanM,
  )
  const shares = flown.map((flights, i) =>
    toShare(
      plane.fromPlane(places[i]![0], places[i]![1]),
      flights.map((flight, j) => toSortie(flight, starts[i]![j]!, i, plane)),
    ),
  )
  const bearing = 90 - (work.along.turnRad * 180) / Math.PI
  const plan: GroupPlan = {
    bearingDeg: ((bearing % 180) + 180) % 180,
    lineNum: work.lineNum,
    cuts: work.cuts,
    shares,
    totals: totalOf(shares, flown.flat(), widthM),
    coverage: measureCoverage(
      work.ground,
      [...work.doneLegs, ...legsOfFlights(flown.flat())],
      plane,
    ),
  }
  return { ok: true, plan }
}

const isAscending = (cuts: readonly number[], count: number): boolean =>
  cuts.every((cut, i) => cut >= (cuts[i - 1] ?? 0) && cut <= count)

export const planGroup = (settings: PlanSettings): Planned => {
  const plane = createPlane(settings)
  const laid = layPasses(settings, plane)
  const { lines } = laid
  if (lines.every((row) => row.length === 0)) return { ok: false, problem: 'too_small' }
  if (lines.length > linesAtMost) return { ok: false, problem: 'too_many_lines' }
  const lengths = lengthsOfLines(laid, settings)
  const wanted = settings.cuts
  const count = settings.drones.length
  const cuts =
    wanted?.length === count - 1 && isAscending(wanted, lines.length)
      ? wanted
      : splitEvenly(lengths, count)
  const edges = layEdgePasses(laid, settings, plane, cuts)
  return flyWork(
    {
      passes: [...lines.flat(), ...edges],
      lineNum: lines.length,
      cuts,
      along: laid.plots[0]!.frame,
      ground: laid.plots.map(({ rows }) => rows),
      doneLegs: [],
    },
    settings,
    plane,
  )
}
