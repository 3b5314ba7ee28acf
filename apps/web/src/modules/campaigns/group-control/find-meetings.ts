// Finds drones that come too close to each other.
import { distanceM, type LngLat } from '@swath/domain/lng-lat'

/** A drone of a plan, from the latest frame. */
export type Watched = {
  readonly position: number
  readonly droneId: string
  readonly name: string
  readonly at: LngLat | null
  readonly heightM: number | null
  readonly batteryPercent: number | null
  readonly isAirborne: boolean
  readonly isOffline: boolean
}

export type Meeting = { readonly one: string; readonly other: string; readonly distanceM: number }

/** Pairs of airborne drones that are closer than the plan allows. */
export const findMeetings = (watched: readonly Watched[], separationM: number): Meeting[] => {
  const up = watched.filter(({ isAirborne, at }) => isAirborne && at !== null)
  return up.flatMap((one, i) =>
    up.slice(i + 1).flatMap((other) => {
      const apartM = Math.hypot(
        distanceM(one.at!, other.at!),
        (one.heightM ?? 0) - (other.heightM ?? 0),
      )
      return apartM < separationM ? [{ one: one.name, other: other.name, distanceM: apartM }] : []
    }),
  )
}
