import type { FlightAlarm } from '@swath/contract/flights/flights'
import type { Bounds } from '@swath/domain/lng-lat'
import { gapMs } from './line-rows.ts'
import type { Played } from './played-moment.ts'

/** An alarm on the timeline, with the index of its drone. */
export type Mark = { readonly index: number; readonly tMs: number; readonly alarm: FlightAlarm }

export const listMarks = (drones: readonly Played[]): Mark[] =>
  drones
    .flatMap(({ drone }, index) =>
      drone.alarms.map((alarm): Mark => ({ index, tMs: Date.parse(alarm.recordTime), alarm })),
    )
    .toSorted((a, b) => a.tMs - b.tMs || a.index - b.index)

/** From the first take-off to the last landing in the requested period; null without flights. */
export const computeExtent = (
  drones: readonly Played[],
  spanFromMs: number,
  spanUntilMs: number,
): { startMs: number; endMs: number } | null => {
  let startMs = Number.POSITIVE_INFINITY
  let endMs = Number.NEGATIVE_INFINITY
  for (const played of drones) {
    if (played.startMs.length === 0) continue
    startMs = Math.min(startMs, played.startMs[0]!)
    for (const ms of played.endMs) endMs = Math.max(endMs, ms)
  }
  const extent = { startMs: Math.max(startMs, spanFromMs), endMs: Math.min(endMs, spanUntilMs) }
  return extent.endMs > extent.startMs ? extent : null
}

/** Bounds of all flights; null without positions. */
export const computeBounds = (drones: readonly Played[]): Bounds | null => {
  const bounds = { minLng: 180, minLat: 90, maxLng: -180, maxLat: -90 }
  for (const {
    track: { lng, lat, lineRows },
  } of drones) {
    for (const row of lineRows) {
      bounds.minLng = Math.min(bounds.minLng, lng[row]!)
      bounds.maxLng = Math.max(bounds.maxLng, lng[row]!)
      bounds.minLat = Math.min(bounds.minLat, lat[row]!)
      bounds.maxLat = Math.max(bounds.maxLat, lat[row]!)
    }
  }
  return bounds.minLng > bounds.maxLng ? null : bounds
}

/** Periods of a flight without points, ms. */
export const listSilences = ({ track }: Played): (readonly [fromMs: number, untilMs: number])[] => {
  const silences: (readonly [number, number])[] = []
  for (let flight = 0; flight + 1 < track.flightFrom.length; flight++) {
    for (let row = track.flightFrom[flight]! + 1; row < track.flightFrom[flight + 1]!; row++) {
      if (track.tMs[row]! - track.tMs[row - 1]! > gapMs)
        silences.push([track.tMs[row - 1]!, track.tMs[row]!])
    }
  }
  return silences
}

/** The next take-off of any drone; null after the last one. */
export const nextTakeOff = (drones: readonly Played[], tMs: number): number | null => {
  let next = Number.POSITIVE_INFINITY
  for (const { startMs } of drones) for (const ms of startMs) if (ms > tMs && ms < next) next = ms
  return Number.isFinite(next) ? next : null
}

/** Skips marks at the current time, so that repeated clicks advance. */
export const markBeside = (
  marks: readonly Mark[],
  tMs: number,
  direction: -1 | 1,
): Mark | undefined =>
  direction === 1
    ? marks.find((mark) => mark.tMs > tMs + 1)
    : marks.findLast((mark) => mark.tMs < tMs - 1)

const steps = [5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((minutes) => minutes * 60_000)

/** Round times for the axis, at most `most`. `offsetMs`: offset of the viewer's zone from UTC. */
export const computeTicks = (
  startMs: number,
  endMs: number,
  most: number,
  offsetMs: number,
): number[] => {
  const step = steps.find((one) => (endMs - startMs) / one <= most) ?? steps.at(-1)!
  const first = Math.ceil((startMs + offsetMs) / step) * step - offsetMs
  return Array.from(
    { length: Math.max(0, Math.floor((endMs - first) / step) + 1) },
    (_, index) => first + index * step,
  )
}
