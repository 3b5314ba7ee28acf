// Fields of people who are not on the platform, beyond those that are: where a drone works on the
// days between, so that nobody's field is sprayed every hour.
import { distanceM } from '@swath/domain/lng-lat'
import { shapeBounds } from '@swath/domain/zone-shapes'
import { Random } from '@swath/simulator/random'
import type { FleetPlot } from '@swath/simulator/fleet'
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

/** Where a drone is at home: the village nearest to its first plot. */
const findVillage = (drone: WorldDrone, villages: readonly VillageReach[]): VillageReach =>
  villages
    .filter(({ district }) => district.key === drone.district.key)
    .toSorted(
      (a, b) =>
        distanceM(a.village.at, drone.plots[0]!.takeoff) -
        distanceM(b.village.at, drone.plots[0]!.takeoff),
    )[0]!

/** By drone: a ring of fields around its village, each drone's own stretch of it. */
export const layOtherFields = (
  world: Pick<World, 'drones' | 'villages' | 'zones'>,
): ReadonlyMap<string, readonly FleetPlot[]> => {
  const found = new Map<string, readonly FleetPlot[]>()
  const byVillage = Map.groupBy(world.drones, (drone) => findVillage(drone, world.villages))
  for (const [{ district, village, reachM }, drones] of byVillage) {
    const random = new Random(`demonstration/others/${district.key}/${village.name}`)
    const wanted = drones.length * fieldsADrone
    // Half as many again lie within the platform's own, or beside a zone.
    const { plots } = layPlots(district, village, Math.ceil(wanted * 1.5) + 60, random)
    const free = plots.filter(
      (plot) =>
        distanceM(village.at, plot.takeoff) > reachM + beyondM &&
        !world.zones.some((zone) => zone.kind === 'stay_out' && isNear(zone, plot)),
    )
    drones.forEach((drone, i) =>
      found.set(
        drone.id,
        free
          .slice(i * fieldsADrone, (i + 1) * fieldsADrone)
          .map(({ ring, takeoff }) => ({
            plotId: null,
            ring,
            takeoff,
            cropId: drone.plots[0]!.cropId,
          })),
      ),
    )
  }
  return found
}
