// The demonstration's drones as the simulator is given them.
import type { FleetDrone, FleetFile } from '@swath/simulator/fleet'
import { toDroneAbility, findCrop } from './world.seed.ts'
import { type World, type WorldDrone } from './world-rows.seed.ts'

/**
 * Of 200 drones each works 12.4 hours a day, begun at hours spread evenly: about 96 at any time, 76
 * of them in the air.
 */
const shiftHours = 12.4
/** Switched on all day and never taking off. */
const standbyEvery = 14
/**
 * Successive multiples of the golden ratio lie evenly, for the whole fleet and for each part of it.
 */
const goldenShare = 0.618_033_988_75
const shareWithFaults = 0.07
/** With one drone of the team people practise too: every third of its flights. */
const simulatedEvery = 3
const findSimulated = ({ drones }: World): number =>
  drones.findIndex(
    (drone, i) => drone.pool.startsWith('fengyuan/') && !drone.model.legacy && !isStandby(i),
  )

export const buildFleet = (world: World, secrets: ReadonlyMap<string, string>): FleetFile => {
  const simulated = findSimulated(world)
  return {
    seed: 7,
    drones: world.drones.map((drone, i) =>
      fleetDrone(drone, i, secrets.get(drone.id)!, i === simulated),
    ),
    zones: world.zones
      .filter((zone) => zone.enabled)
      .map((zone) => ({ id: zone.id, shape: zone.shape, lowerM: null, upperM: zone.upperM })),
  }
}

const isStandby = (i: number): boolean => i % standbyEvery === standbyEvery - 1

const fleetDrone = (
  drone: WorldDrone,
  i: number,
  secret: string,
  isSimulated: boolean,
): FleetDrone => {
  const plot = drone.plots[0]!
  const fromHourUtc = ((i * goldenShare) % 1) * 24
  const standby = isStandby(i)
  // One pilot's own few drones are on whenever somebody looks, and the one with which people
  // practise.
  const always = standby || isSimulated || drone.pool === 'wangjianjun/TX20'
  return {
    droneId: drone.id,
    secret,
    home: plot.takeoff,
    model: toDroneAbility(drone.model, plot.cropId),
    plots: drone.plots.map((one) => ({
      plotId: one.id,
      ring: one.ring,
      cropId: one.cropId,
      takeoff: one.takeoff,
    })),
    pilotId: drone.pilotIds[i % drone.pilotIds.length] ?? null,
    chemical: findCrop(plot.cropId).chemical,
    shift: always
      ? { fromHourUtc: 0, toHourUtc: 0 }
      : { fromHourUtc, toHourUtc: (fromHourUtc + shiftHours) % 24 },
    schedule: standby ? 'standby' : 'work',
    legacy: drone.model.legacy,
    batch: 1,
    faultShare: shareWithFaults,
    ...(isSimulated ? { simulatedEvery } : {}),
  }
}
