import { gapMs } from './line-rows.ts'
import type { PlayedTrack } from './played-track.ts'

/** Lines with and without spraying, as [lng, lat]. */
export type FlightLines = { spraying: number[][][]; transit: number[][][] }

/** The first index of the ascending `rows` whose value is at least `row`. */
const firstFrom = (rows: Uint32Array, row: number): number => {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]! < row) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The drawn line of one flight up to a row, extended to `here` if the drone is between two rows.
 * Gaps are not drawn.
 */
export const toFlightLines = (
  track: PlayedTrack,
  flight: number,
  untilRow: number,
  here?: readonly [lng: number, lat: number],
): FlightLines => {
  const { lineRows, lng, lat, sprays, tMs } = track
  const first = track.flightFrom[flight]!
  const last = Math.min(untilRow, track.flightFrom[flight + 1]! - 1)
  const lines: FlightLines = { spraying: [], transit: [] }
  if (last < first) return lines
  let open: number[][] | null = null
  let openedAt = first
  let before = first
  /** The pump's state at a row applies until the next kept one. */
  const draw = (place: number[]): void => {
    const isOn = sprays[before] === 1
    if (!open || (sprays[openedAt] === 1) !== isOn) {
      openedAt = before
      open = [[lng[before]!, lat[before]!]]
      ;(isOn ? lines.spraying : lines.transit).push(open)
    }
    open.push(place)
  }
  const goTo = (row: number): void => {
    if (row <= before) return
    if (row === before + 1 && tMs[row]! - tMs[before]! > gapMs) open = null
    else draw([lng[row]!, lat[row]!])
    before = row
  }
  for (
    let index = firstFrom(lineRows, first) + 1;
    index < lineRows.length && lineRows[index]! <= last;
    index++
  )
    goTo(lineRows[index]!)
  goTo(last)
  if (here) draw([here[0], here[1]])
  return lines
}
