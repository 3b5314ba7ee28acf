import type { PlayedDrone } from '@swath/contract/flights/flights'
import { m2FromMu } from '@swath/domain/units'
import { gapMs } from './line-rows.ts'
import type { PlayedTrack } from './played-track.ts'

/** `before`: before the first flight; `silent`: airborne without points for a while. */
export type PlayedState = 'before' | 'spraying' | 'flying' | 'silent' | 'ground'

/**
 * A drone's position at a moment, and its work up to then. Each drone has one object that is reused
 * for all frames.
 */
export type PlayedMoment = {
  state: PlayedState
  /** Index of the current flight or, on the ground, of the previous one; -1 before the first. */
  flight: number
  /** Index of the last row before the moment; -1 before the first. */
  row: number
  lng: number
  lat: number
  headingDeg: number
  areaM2: number
  sprayL: number
  flownS: number
  /** The next take-off, ms since 1970; NaN while airborne and after the last flight. */
  nextMs: number
}

export const newMoment = (): PlayedMoment => ({
  state: 'before',
  flight: -1,
  row: -1,
  lng: Number.NaN,
  lat: Number.NaN,
  headingDeg: Number.NaN,
  areaM2: 0,
  sprayL: 0,
  flownS: 0,
  nextMs: Number.NaN,
})

/** A drone's flights with precomputed sums for look-ups. */
export type Played = {
  readonly drone: PlayedDrone
  readonly track: PlayedTrack
  readonly startMs: Float64Array
  readonly endMs: Float64Array
  /** The total of all flights before each flight; the last element is the total of all. */
  readonly areaBeforeM2: Float64Array
  readonly litresBefore: Float64Array
  readonly secondsBefore: Float64Array
}

export const toPlayed = (drone: PlayedDrone, track: PlayedTrack): Played => {
  const count = drone.flights.length
  const played = {
    drone,
    track,
    startMs: new Float64Array(count),
    endMs: new Float64Array(count),
    areaBeforeM2: new Float64Array(count + 1),
    litresBefore: new Float64Array(count + 1),
    secondsBefore: new Float64Array(count + 1),
  }
  for (const [index, flight] of drone.flights.entries()) {
    const last = track.flightFrom[index + 1]! - 1
    const hasRows = last >= track.flightFrom[index]!
    played.startMs[index] = Date.parse(flight.startTime)
    played.endMs[index] = Date.parse(flight.endTime)
    // A flight in progress has no record yet, so its points are used.
    played.areaBeforeM2[index + 1] =
      played.areaBeforeM2[index]! +
      (flight.sprayArea === null ? (hasRows ? track.areaM2[last]! : 0) : m2FromMu(flight.sprayArea))
    played.litresBefore[index + 1] =
      played.litresBefore[index]! + (flight.sprayL ?? (hasRows ? track.sprayL[last]! : 0))
    played.secondsBefore[index + 1] = played.secondsBefore[index]! + flight.durationS
  }
  return played
}

/** The last index in [from, to) whose value is at most `wanted`; from - 1 if there is none. */
const lastUpTo = (values: Float64Array, wanted: number, from: number, to: number): number => {
  let low = from - 1
  let high = to - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (values[middle]! <= wanted) low = middle
    else high = middle - 1
  }
  return low
}

const placeAt = (
  track: PlayedTrack,
  row: number,
  tMs: number,
  lastRow: number,
  into: PlayedMoment,
): void => {
  into.row = row
  into.lng = track.lng[row]!
  into.lat = track.lat[row]!
  into.headingDeg = track.headingDeg[row]!
  if (row >= lastRow) return
  const span = track.tMs[row + 1]! - track.tMs[row]!
  if (span > gapMs) return // the path in between is unknown
  const part = Math.max(0, Math.min(1, (tMs - track.tMs[row]!) / span))
  into.lng += (track.lng[row + 1]! - into.lng) * part
  into.lat += (track.lat[row + 1]! - into.lat) * part
}

const onGround = (
  { track, startMs, areaBeforeM2, litresBefore, secondsBefore }: Played,
  flight: number,
  into: PlayedMoment,
): void => {
  into.state = flight < 0 ? 'before' : 'ground'
  into.areaM2 = areaBeforeM2[flight + 1]!
  into.sprayL = litresBefore[flight + 1]!
  into.flownS = secondsBefore[flight + 1]!
  into.nextMs = flight + 1 < startMs.length ? startMs[flight + 1]! : Number.NaN
  into.row = track.flightFrom[flight + 1]! - 1
  into.lng = into.row < 0 ? Number.NaN : track.lng[into.row]!
  into.lat = into.row < 0 ? Number.NaN : track.lat[into.row]!
  into.headingDeg = Number.NaN
}

/** The state of a drone at a moment, by binary search. */
export const lookUp = (played: Played, tMs: number, into: PlayedMoment): PlayedMoment => {
  const { track, startMs, endMs, areaBeforeM2, litresBefore, secondsBefore } = played
  const flight = lastUpTo(startMs, tMs, 0, startMs.length)
  into.flight = flight
  if (flight < 0 || tMs > endMs[flight]!) {
    onGround(played, flight, into)
    return into
  }
  const from = track.flightFrom[flight]!
  const to = track.flightFrom[flight + 1]!
  into.nextMs = Number.NaN
  into.flownS =
    secondsBefore[flight]! +
    Math.min((tMs - startMs[flight]!) / 1000, secondsBefore[flight + 1]! - secondsBefore[flight]!)
  if (to === from) {
    // Without a track the position is unknown, but the drone is airborne.
    into.state = 'silent'
    into.row = from - 1
    into.areaM2 = areaBeforeM2[flight]!
    into.sprayL = litresBefore[flight]!
    into.lng = Number.NaN
    into.lat = Number.NaN
    return into
  }
  const row = Math.max(from, lastUpTo(track.tMs, tMs, from, to))
  placeAt(track, row, tMs, to - 1, into)
  into.areaM2 = areaBeforeM2[flight]! + track.areaM2[row]!
  into.sprayL = litresBefore[flight]! + track.sprayL[row]!
  const isSilent = tMs - track.tMs[row]! > gapMs
  into.state = isSilent ? 'silent' : track.sprays[row] === 1 ? 'spraying' : 'flying'
  return into
}
