// Flights of group plans: the simulator's model flies the planned routes.
import type { LngLat } from '@swath/domain/lng-lat'
import { contains } from '@swath/domain/polygon'
import type { AirZone, ZoneIndex } from '@swath/domain/zone-index'
import type { GroupPlan, PlanPoint, PlanSortie, PlanStrip } from '@swath/planner/plan'
import { flyRoute } from '@swath/simulator/improvise'
import type { Placed } from './flown-rows.seed.ts'
import { buildTemplate } from './template-flights.seed.ts'
import { toDroneAbility } from './world.seed.ts'
import type { WorldDrone, WorldPlot } from './world-rows.seed.ts'

type Given = {
  readonly drone: WorldDrone
  readonly plots: readonly WorldPlot[]
  readonly airZones: ZoneIndex<AirZone>
  /** Of the plan's first take-off. */ readonly atMs: number
}
type GroupFlight = { readonly placed: (given: Given) => Placed; readonly durationMs: number }
export type FlownShare = { readonly share: number; readonly flights: readonly GroupFlight[] }

/**
 * The plot with the most spraying: a flight reports one plot only, and its work is counted there.
 */
const findSprayedMost = (strips: readonly PlanStrip[], plots: readonly WorldPlot[]): WorldPlot => {
  const stripsOn = ({ ring }: WorldPlot): number =>
    strips.filter(({ from, to }) => contains([ring], (from[0] + to[0]) / 2, (from[1] + to[1]) / 2))
      .length
  return plots.toSorted((a, b) => stripsOn(b) - stripsOn(a))[0]!
}

/** Along a route, mode 3 of the device protocol. */
const byRoute = 3

/** `points`: those of the sortie that were flown, while airborne. */
const toFlight = (
  { startS, endS, strips }: PlanSortie,
  points: readonly PlanPoint[],
  place: LngLat,
): GroupFlight => ({
  durationMs: (endS - startS) * 1000,
  placed: ({ drone, plots, airZones, atMs }) => {
    const plot = findSprayedMost(strips, plots)
    const ability = toDroneAbility(drone.model, plot.cropId)
    const flown = flyRoute(points, place, ability)
    if (!flown.ok) throw new Error(`${drone.name} cannot fly its share: ${flown.reason}`)
    const { flight } = flown
    return {
      flight: buildTemplate({
        drone,
        plot,
        plots,
        flight,
        seed: `${plot.id}/${drone.id}/${startS}`,
        airZones,
        mode: byRoute,
      }),
      startMs: Math.round(atMs + (startS - flight.takeoffS) * 1000),
      pilotId: drone.pilotIds[0] ?? null,
    }
  },
})

const inTheAir = ({ points }: PlanSortie): readonly PlanPoint[] => points.slice(1, -1)

/** Every flight of a plan. */
export const flyShares = (plan: GroupPlan): FlownShare[] =>
  plan.shares.map(({ sorties, place }, share) => ({
    share,
    flights: sorties.map((sortie) => toFlight(sortie, inTheAir(sortie), place)),
  }))

/** The first flight of each drone; that of `leaver` ends after about `shareBefore` of it. */
export const firstFlights = (
  plan: GroupPlan,
  leaver: number,
  shareBefore: number,
): { flown: FlownShare[]; brokeOffAt: LngLat } => {
  const { strips, points } = plan.shares[leaver]!.sorties[0]!
  const brokeOffAt = strips[Math.floor((strips.length - 1) * shareBefore)]!.to
  const untilThere = points.findIndex(
    ({ at, pumpOn }) => !pumpOn && at[0] === brokeOffAt[0] && at[1] === brokeOffAt[1],
  )
  return {
    brokeOffAt,
    flown: plan.shares.map(({ sorties, place }, share) => {
      const sortie = sorties[0]!
      const flown =
        share === leaver && untilThere > 0 ? points.slice(1, untilThere + 1) : inTheAir(sortie)
      return { share, flights: [toFlight(sortie, flown, place)] }
    }),
  }
}
