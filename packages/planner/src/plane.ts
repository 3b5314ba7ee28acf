// Metres of a flat plane around the plots: x east, y north, or turned.
import type { LocalPlane, LngLat } from '@swath/domain/lng-lat'

export type Place = readonly [xM: number, yM: number]
export type Span = readonly [fromM: number, toM: number]

/**
 * Distances that differ by less than this are the same: a line on the edge of its ground is used,
 * two ends that touch are one point. Positions are stored as 1e-7 degrees, which is about as much.
 */
export const toleranceM = 0.01
/** Shorter strips are not flown, and nearer waypoints become one: DJI refuses them. */
export const shortestStripM = 0.5

export const measureM = (a: Place, b: Place): number => Math.hypot(b[0] - a[0], b[1] - a[1])

export const between = (a: Place, b: Place, share: number): Place => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]

/** A plane turned so that x runs along the strips. */
export class Frame {
  readonly turnRad: number
  readonly #cos: number
  readonly #sin: number

  constructor(turnRad: number) {
    this.turnRad = turnRad
    this.#cos = Math.cos(turnRad)
    this.#sin = Math.sin(turnRad)
  }

  in(place: Place): Place {
    const x = place[0]
    const y = place[1]
    return [x * this.#cos + y * this.#sin, y * this.#cos - x * this.#sin]
  }

  out(place: Place): Place {
    const x = place[0]
    const y = place[1]
    return [x * this.#cos - y * this.#sin, x * this.#sin + y * this.#cos]
  }
}

/** The ring without places that repeat the one before, or at its end the first. */
export const openPlaces = (ring: readonly LngLat[], plane: LocalPlane): Place[] => {
  const places: Place[] = []
  for (const corner of ring) {
    const place = plane.toPlane(corner)
    const last = places.at(-1)
    if (last === undefined || measureM(last, place) >= toleranceM) places.push(place)
  }
  const isClosed = places.length > 1 && measureM(places[0]!, places.at(-1)!) < toleranceM
  return isClosed ? places.slice(0, -1) : places
}

/** Spans minus other spans; both sorted. */
export const withoutSpans = (spans: readonly Span[], taken: readonly Span[]): Span[] => {
  const left: Span[] = []
  for (const [from, to] of spans) {
    let start = from
    for (const [takenFrom, takenTo] of taken) {
      if (takenTo <= start) continue
      if (takenFrom >= to) break
      if (takenFrom > start) left.push([start, takenFrom])
      start = Math.max(start, takenTo)
    }
    if (start < to) left.push([start, to])
  }
  return left
}

export const sortSpans = (spans: Span[]): Span[] => spans.sort((a, b) => a[0] - b[0])
