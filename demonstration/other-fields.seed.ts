// Fields outside the platform's villages, where drones work on the days in between, so that no
// field is sprayed too often. Some are drawn by their operator, the others are not drawn.
import { distanceM, type Bounds } from '@swath/domain/lng-lat'
import { areaM2, polygonBounds } from '@swath/domain/polygon'
import { shapeBounds } from '@swath/domain/zone-shapes'
import { Random } from '@swath/simulator/random'
import type { FleetPlot } from '@swath/simulator/fleet'
import { layPlots, type LaidPlot } from './plots.seed.ts'
import { plotName } from './world.seed.ts'
import {
  demoId,
  type VillageReach,
  type World,
  type WorldDrone,
  type WorldPlot,
} from './world-rows.seed.ts'

const fieldsADrone = 40
/** Drawn fields for each drone: each is sprayed about once in eight days. */
const drawnADrone = 22
/** Distance between the platform's last field and the first of these. */
const beyondM = 60
/** Zones are avoided: about 300 m. */
const marginDeg = 0.003

const isNear = (
  { minLng, minLat, maxLng, maxLat }: Bounds,
  { takeoff: [lng, lat] }: LaidPlot,
): boolean =>
  lng > minLng - marginDeg &&
  lng < maxLng + marginDeg &&
  lat > minLat - marginDeg &&
  lat < maxLat + marginDeg

const isApart = (a: Bounds, others: readonly Bounds[]): boolean =>
  !others.some(
    (b) =>
      a.minLng <= b.maxLng && a.maxLng >= b.minLng && a.minLat <= b.maxLat && a.maxLat >= b.minLat,
  )

/** A drone's home: the village nearest to its first plot. */
const findVillage = (drone: WorldDrone, villages: readonly VillageReach[]): VillageReach =>
  villages
    .filter(({ district }) => district.key === drone.district.key)
    .toSorted(
      (a, b) =>
        distanceM(a.village.at, drone.plots[0]!.takeoff) -
        distanceM(b.village.at, drone.plots[0]!.takeoff),
    )[0]!

/**
 * By drone: unfinished fields of a campaign, else some drawn ones, and a ring of fields around its
 * village, each drone's own section of it.
 */
export const layOtherFields = (
  world: Pick<World, 'drones' | 'villages' | 'zones' | 'campaignFields'>,
): ReadonlyMap<string, readonly FleetPlot[]> => {
  const found = new Map<string, readonly FleetPlot[]>()
  const drawn = world.campaignFields.map(({ plot }) => polygonBounds([plot.ring]))
  const closed = world.zones
    .filter(({ kind }) => kind === 'stay_out')
    .map(({ shape }) => shapeBounds(shape))
  const waiting = Map.groupBy(
    world.campaignFields.filter(({ isWaiting }) => isWaiting),
    ({ like }) => like,
  )
  const byVillage = Map.groupBy(world.drones, (drone) => findVillage(drone, world.villages))
  for (const [{ district, village, reachM }, drones] of byVillage) {
    const random = new Random(`demonstration/others/${district.key}/${village.name}`)
    const wanted = drones.length * fieldsADrone
    // About half of them overlap the platform's fields or a campaign's, or are close to a zone.
    const { plots } = layPlots(district, village, Math.ceil(wanted * 2) + 60, random)
    const here = polygonBounds(plots.map(({ ring }) => ring))
    const drawnHere = drawn.filter((bounds) => !isApart(here, [bounds]))
    const free: LaidPlot[] = []
    for (const plot of plots) {
      if (free.length === wanted) break
      if (
        distanceM(village.at, plot.takeoff) > reachM + beyondM &&
        isApart(polygonBounds([plot.ring]), drawnHere) &&
        !closed.some((shape) => isNear(shape, plot))
      )
        free.push(plot)
    }
    drones.forEach((drone, i) =>
      found.set(drone.id, [
        ...(waiting.get(drone.plots[0]!.id) ?? []).map(({ plot: { id, ...plot } }) => ({
          plotId: id,
          ring: plot.ring,
          takeoff: plot.takeoff,
          cropId: plot.cropId,
        })),
        ...free
          .slice(i * fieldsADrone, (i + 1) * fieldsADrone)
          .map(({ ring, takeoff }, n) => ({
            plotId:
              n < drawnADrone && !waiting.has(drone.plots[0]!.id)
                ? demoId('plot', `${drone.id}/others/${n}`)
                : null,
            ring,
            takeoff,
            cropId: drone.plots[0]!.cropId,
          })),
      ]),
    )
  }
  return found
}

/** A village's lower numbers belong to plots of the platform's accounts and of campaigns. */
const firstNumber = 1001

/** Plots of the drawn fields, owned by their operator. */
export const layOtherPlots = (
  world: Pick<World, 'drones' | 'villages' | 'zones' | 'campaignFields'>,
): WorldPlot[] => {
  const ofCampaigns = new Set(world.campaignFields.map(({ plot }) => plot.id))
  const fields = layOtherFields(world)
  const numbers = new Map<string, number>()
  return world.drones.flatMap((drone) => {
    const { village } = findVillage(drone, world.villages)
    return (fields.get(drone.id) ?? []).flatMap(({ plotId, ring, takeoff }) => {
      if (plotId === null || ofCampaigns.has(plotId)) return []
      const number = numbers.get(village.name) ?? firstNumber
      numbers.set(village.name, number + 1)
      return [
        {
          id: plotId,
          accountId: (drone.tenantId ?? drone.operatorId)!,
          name: plotName(drone.district, village.name, number),
          village: village.name,
          regionCode: drone.district.regionCode,
          ring,
          takeoff: takeoff!,
          areaM2: areaM2([ring]),
          cropId: drone.plots[0]!.cropId,
        },
      ]
    })
  })
}
