// Fields of people who are not on the platform, beyond those that are: where a drone works on the
// days between, so that nobody's field is sprayed every hour.
import { distanceM, type Bounds } from '@swath/domain/lng-lat'
import { polygonBounds } from '@swath/domain/polygon'
import { shapeBounds } from '@swath/domain/zone-shapes'
import { Random } from '@swath/simulator/random'
import { MOST_FIELDS_A_DAY, type FleetPlot } from '@swath/simulator/fleet'
import { layPlots, type LaidPlot } from './plots.seed.ts'
import type { VillageReach, World, WorldDrone, WorldZone } from './world-rows.seed.ts'

const fieldsADrone = 40
/** Between the last field of the platform and the first of the others. */
const beyondM = 60
/** Zones are left alone: about 300 m. */
const marginDeg = 0.003

const isNear = ({ shape }: WorldZone, { takeoff: [lng, lat] }: LaidPlot): boolean => {
  const { minLng, minLat, maxLng, maxLat } = shapeBounds(shape)
  return (
    lng > minLng - marginDeg &&
    lng < maxLng + marginDeg &&
    lat > minLat - marginDeg &&
    lat < maxLat + marginDeg
  )
}

const isApart = (a: Bounds, others: readonly Bounds[]): boolean =>
  !others.some(
    (b) =>
      a.minLng <= b.maxLng && a.maxLng >= b.minLng && a.minLat <= b.maxLat && a.maxLat >= b.minLat,
  )

/** Where a drone is at home: the village nearest to its first plot. */
const findVillage = (drone: WorldDrone, villages: readonly VillageReach[]): VillageReach =>
  villages
    .filter(({ district }) => district.key === drone.district.key)
    .toSorted(
      (a, b) =>
        distanceM(a.village.at, drone.plots[0]!.takeoff) -
        distanceM(b.village.at, drone.plots[0]!.takeoff),
    )[0]!

/** Days until a field of a campaign is flown over again, of those that the simulator fills. */
const daysOfRound = 4

/** A field that waits now and then, so that none comes twice in a round. */
const mixIn = (waiting: readonly FleetPlot[], others: readonly FleetPlot[]): FleetPlot[] => {
  if (waiting.length === 0 || others.length === 0) return [...others]
  const length = daysOfRound * MOST_FIELDS_A_DAY
  const every = Math.ceil(length / waiting.length)
  return Array.from({ length }, (_, i) =>
    i % every === 0 ? waiting[i / every]! : others[i % others.length]!,
  )
}

/** By drone: what waits of a campaign between a ring of fields around its village, each drone's own stretch of it. */
export const layOtherFields = (
  world: Pick<World, 'drones' | 'villages' | 'zones' | 'campaignFields'>,
): ReadonlyMap<string, readonly FleetPlot[]> => {
  const found = new Map<string, readonly FleetPlot[]>()
  const drawn = world.campaignFields.map(({ plot }) => polygonBounds([plot.ring]))
  const waiting = Map.groupBy(
    world.campaignFields.filter(({ isWaiting }) => isWaiting),
    ({ like }) => like,
  )
  const byVillage = Map.groupBy(world.drones, (drone) => findVillage(drone, world.villages))
  for (const [{ district, village, reachM }, drones] of byVillage) {
    const random = new Random(`demonstration/others/${district.key}/${village.name}`)
    const wanted = drones.length * fieldsADrone
    // As many again lie within the platform's own, below a campaign's or beside a zone.
    const { plots } = layPlots(district, village, Math.ceil(wanted * 2) + 60, random)
    const free = plots.filter(
      (plot) =>
        distanceM(village.at, plot.takeoff) > reachM + beyondM &&
        isApart(polygonBounds([plot.ring]), drawn) &&
        !world.zones.some((zone) => zone.kind === 'stay_out' && isNear(zone, plot)),
    )
    drones.forEach((drone, i) =>
      found.set(
        drone.id,
        mixIn(
          (waiting.get(drone.plots[0]!.id) ?? []).map(({ plot }) => ({
            plotId: plot.id,
            ring: plot.ring,
            takeoff: plot.takeoff,
            cropId: plot.cropId,
          })),
          free
            .slice(i * fieldsADrone, (i + 1) * fieldsADrone)
            .map(({ ring, takeoff }) => ({
              plotId: null,
              ring,
              takeoff,
              cropId: drone.plots[0]!.cropId,
            })),
        ),
      ),
    )
  }
  return found
}
