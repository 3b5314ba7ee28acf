// The demonstration's drones for the simulator.
import type { DemoDistrict } from './data/districts.ts'
import type { FleetDrone, FleetFile, FleetPlot } from '@swath/simulator/fleet'
import { demoFirmware, updatedDrones } from './firmware.seed.ts'
import { partsOf } from './gear.seed.ts'
import { layOtherFields } from './other-fields.seed.ts'
import { toDroneAbility, findCrop } from './world.seed.ts'
import { type World, type WorldDrone } from './world-rows.seed.ts'

/**
 * People spray by daylight, in the cool of the morning or towards the evening: hours of local solar
 * time.
 */
const morning = { from: 5.5, to: 12 } as const
const evening = { from: 12.5, to: 19.5 } as const
/**
 * One drone in this many works at any hour and in every month (at night against moths, in winter
 * under foil), so that someone is always at work in the demonstration.
 */
const alwaysEvery = 6
/**
 * The least share of the other drones that work in a month with any work; in a month without, none
 * does. A drone without work is switched on for maintenance for some hours.
 */
const leastOfSeason = 0.3
const lookAfterHours = 1.5

/** Switched on all day and never taking off. */
const standbyEvery = 14
/**
 * Successive multiples of the golden ratio are evenly distributed, for the whole fleet and for each
 * part of it.
 */
const goldenShare = 0.618_033_988_75
const shareWithFaults = 0.07
/** One drone of the team is also used for practice: every third of its flights is simulated. */
const simulatedEvery = 3
const findSimulated = ({ drones }: World): number =>
  drones.findIndex(
    (drone, i) => drone.pool.startsWith('fengyuan/') && !drone.model.legacy && !isStandby(i),
  )

export const buildFleet = (
  world: World,
  secrets: ReadonlyMap<string, string>,
  nowMs: number,
): FleetFile => {
  const simulated = findSimulated(world)
  const otherFields = layOtherFields(world)
  const updated = updatedDrones(world)
  return {
    seed: 7,
    drones: world.drones.map((drone, i) =>
      fleetDrone(drone, i, {
        secret: secrets.get(drone.id)!,
        isSimulated: i === simulated,
        isUpdated: updated.has(drone.id),
        otherFields: otherFields.get(drone.id) ?? [],
        nowMs,
      }),
    ),
    zones: world.zones
      .filter((zone) => zone.enabled && zone.kind === 'stay_out')
      .map((zone) => ({ id: zone.id, shape: zone.shape, lowerM: null, upperM: zone.upperM })),
  }
}

const isStandby = (i: number): boolean => i % standbyEvery === standbyEvery - 1

type Given = {
  secret: string
  isSimulated: boolean
  isUpdated: boolean
  otherFields: readonly FleetPlot[]
  nowMs: number
}

/** Share of a district's drones for which its month has work. */
const shareOfSeason = ({ season, utcOffsetH }: DemoDistrict, nowMs: number): number => {
  const share =
    season[new Date(nowMs + utcOffsetH * 3_600_000).getUTCMonth()]! / Math.max(...season)
  return share === 0 ? 0 : Math.max(leastOfSeason, share)
}

const hourUtc = (sunHour: number, { utcOffsetH }: DemoDistrict): number =>
  (sunHour - utcOffsetH + 24) % 24

const fleetDrone = (drone: WorldDrone, i: number, given: Given): FleetDrone => {
  const { secret, isSimulated, isUpdated, otherFields, nowMs } = given
  const plot = drone.plots[0]!
  const rank = (i * goldenShare) % 1
  const hasWork = rank < shareOfSeason(drone.district, nowMs)
  const { from, to } = i % 2 === 0 ? morning : evening
  // Always on: the few drones of one pilot, and the one used for practice.
  const always = isSimulated || i % alwaysEvery === 2 || drone.pool === 'wangjianjun/TX20'
  const standby = !always && (isStandby(i) || !hasWork)
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
    otherFields,
    pilotId: drone.pilotIds[i % drone.pilotIds.length] ?? null,
    chemical: findCrop(plot.cropId).chemical,
    shift:
      always || isStandby(i)
        ? { fromHourUtc: 0, toHourUtc: 0 }
        : {
            fromHourUtc: hourUtc(from, drone.district),
            toHourUtc: hourUtc(hasWork ? to : from + lookAfterHours, drone.district),
          },
    schedule: standby ? 'standby' : 'work',
    legacy: drone.model.legacy,
    parts: partsOf(drone, i).map(({ kind, ...part }) => ({ type: kind, ...part })),
    ...(drone.model.weatherStation ? { weatherStation: true } : {}),
    batch: 1,
    faultShare: shareWithFaults,
    ...(isSimulated ? { simulatedEvery } : {}),
    ...(isUpdated ? { firmware: demoFirmware.now } : {}),
  }
}
