// One drone as shown on the map, and its updates.
import { distanceBetweenM } from '@swath/domain/lng-lat'
import { showMeasurements } from '@swath/domain/point-fields'
import { NO_LIVE_MEASUREMENTS, type LiveMeasurements } from '@swath/domain/telemetry-fields'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import type { FlightPhase } from '../../platform/events/flight-phase.ts'
import type { DroneFacts, LastKnown } from './live-state.queries.ts'

/** One drone, updated in place as its messages arrive. Positions are NaN before the first one. */
export type LiveDroneState = DroneFacts &
  LiveMeasurements & {
    /** Small number that identifies the drone until the process ends. */
    readonly slot: number
    /** Device clock of the last point, ms; NaN before the first. */
    tMs: number
    lng: number
    lat: number
    pumpOn: boolean
    /** Server clock; NaN before the first message. */
    lastMessageMs: number
    /** The drone signed off, or its connection was lost. */
    gone: boolean
    /** Flight phase at the last message. */
    phase: Exclude<FlightPhase, 'offline'>
    /** The flight is simulated: nothing flies. */
    simulated: boolean
    /** Distance × width of the flight so far. */
    sprayedM2: number
    /** Changed since the last checkpoint. */
    dirty: boolean
  }

/**
 * A drone as another process knows it. Missing measurements are null; `sprayedM2` is null where it
 * is not known.
 */
export type ReplicatedDrone = Omit<
  LiveDroneState,
  Exclude<keyof DroneFacts, 'droneId'> | 'slot' | 'dirty' | 'sprayedM2'
> & { readonly sprayedM2: number | null }

/** Converts a database row. */
export const readDrone = (
  { lastMessageMs, lastPointMs, flight, lng, lat, ...row }: DroneFacts & LastKnown,
  slot: number,
): LiveDroneState => ({
  ...NO_LIVE_MEASUREMENTS,
  ...row,
  slot,
  tMs: lastPointMs ?? NaN,
  lng: lng ?? NaN,
  lat: lat ?? NaN,
  pumpOn: flight === 'spraying',
  lastMessageMs: lastMessageMs ?? NaN,
  gone: flight === 'offline',
  phase: flight === 'offline' ? 'ground' : flight,
  sprayedM2: 0,
  dirty: false,
})

export const applyFacts = (drone: LiveDroneState, facts: DroneFacts): void => {
  const {
    name,
    manufacturerId,
    operatorId,
    tenantId,
    modelId,
    deviceType,
    regionCode,
    locked,
    swathWidthM,
  } = facts
  Object.assign(drone, {
    name,
    manufacturerId,
    operatorId,
    tenantId,
    modelId,
    deviceType,
    regionCode,
    locked,
    swathWidthM,
  })
}

/** Points further apart are not connected as sprayed path. */
const joinedMs = 15_000

export const applyPoint = (
  drone: LiveDroneState,
  point: TelemetryPoint,
  phase: LiveDroneState['phase'],
): void => {
  const sprays = phase === 'spraying'
  if (sprays && drone.pumpOn && point.tMs - drone.tMs <= joinedMs) {
    drone.sprayedM2 +=
      distanceBetweenM(drone.lng, drone.lat, point.lng, point.lat) *
      (point.swathWidthM ?? drone.swathWidthM)
  }
  drone.tMs = point.tMs
  drone.lng = point.lng
  drone.lat = point.lat
  showMeasurements(drone, point)
  drone.pumpOn = sprays
  drone.phase = phase
}

/** Applies another process's data. Returns whether the drone has moved. */
export const applyReplicated = (
  drone: LiveDroneState,
  { lastMessageMs, gone, sprayedM2, ...place }: ReplicatedDrone,
): boolean => {
  const isOlder = lastMessageMs < drone.lastMessageMs
  if (!isOlder) {
    drone.lastMessageMs = lastMessageMs
    drone.gone = gone
  }
  if (Number.isNaN(place.lng) || place.tMs < drone.tMs) return false
  if (place.tMs === drone.tMs) {
    if (!isOlder)
      Object.assign(drone, { phase: place.phase, pumpOn: place.pumpOn, simulated: place.simulated }) // it landed in place
    return false
  }
  Object.assign(drone, place)
  if (sprayedM2 !== null) drone.sprayedM2 = sprayedM2
  return true
}
