// Whether two tracks are one: by the smallest of the hashes of their places (A. Broder, On the
// resemblance and containment of documents, 1997). Two drones that fly one route by RTK are some
// centimetres apart and share next to no place; a copy shares all, also where it is thinned, cut or
// set to another time.
import { sprays } from './spray-path.ts'
import type { PointColumns } from './telemetry-point.ts'

/** Hashes kept of a track. The common share of two tracks is accurate to about a tenth. */
const SKETCH_SIZE = 24
/** With fewer positions there is no result. */
const LEAST_PLACES = 40

/** Hashes of the places sprayed in rows [from, to), ascending; empty if there are too few. */
export const sketchTrack = (points: PointColumns, from: number, to: number): number[] => {
  const hashes = new Set<number>()
  for (let i = from; i < to; i++)
    if (sprays(points, i)) hashes.add(hashPlace(points.lng[i]!, points.lat[i]!))
  if (hashes.size < LEAST_PLACES) return []
  return [...Int32Array.from(hashes).sort().subarray(0, SKETCH_SIZE)]
}

/** The share of the places of both tracks that is in both, 0..1. */
export const commonShare = (a: readonly number[], b: readonly number[]): number => {
  if (a.length === 0 || b.length === 0) return 0
  const smallest = [...new Set([...a, ...b])].sort((x, y) => x - y).slice(0, SKETCH_SIZE)
  const [ofA, ofB] = [new Set(a), new Set(b)]
  return smallest.filter((hash) => ofA.has(hash) && ofB.has(hash)).length / smallest.length
}

/** Hash of a place to 1e-7 degrees, as it is stored. */
const hashPlace = (lng: number, lat: number): number =>
  mix(mix(Math.round(lng * 1e7)) ^ Math.round(lat * 1e7))

/** The finalizer of MurmurHash3. */
const mix = (value: number): number => {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
