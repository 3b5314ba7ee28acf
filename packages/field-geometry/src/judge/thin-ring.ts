import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'

type PlanePoint = readonly [xM: number, yM: number]

const distanceToEdgeM = (p: PlanePoint, a: PlanePoint, b: PlanePoint): number => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length2 = dx * dx + dy * dy
  const t =
    length2 === 0
      ? 0
      : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length2))
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)
}

/**
 * Coastlines need some thirty levels of halving. Rings can be made so that each span loses only one
 * corner; beyond this depth spans are cut in the middle instead, so that a million corners cost a
 * million times this at most.
 */
const deepest = 50

/**
 * Marks the corners to keep so that no removed corner is farther from the line than the tolerance
 * (Douglas, Peucker).
 */
const keptWithin = (line: readonly PlanePoint[], toleranceM: number): Uint8Array => {
  const kept = new Uint8Array(line.length)
  kept[0] = 1
  kept[line.length - 1] = 1
  const open: [from: number, to: number, depth: number][] = [[0, line.length - 1, 0]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to, depth] = span
    let farthest = -1
    let farthestM = toleranceM
    for (let i = from + 1; i < to; i++) {
      const distanceM = distanceToEdgeM(line[i]!, line[from]!, line[to]!)
      if (distanceM > farthestM) [farthest, farthestM] = [i, distanceM]
    }
    if (farthest < 0) continue
    const middle = depth < deepest ? farthest : (from + to) >> 1
    kept[middle] = 1
    open.push([from, middle, depth + 1], [middle, to, depth + 1])
  }
  return kept
}

/**
 * Thins an open ring to at most this many corners: with a tolerance of 5 cm at first, then more
 * until it fits.
 */
export const thinRing = (ring: readonly LngLat[], cornersAtMost: number): readonly LngLat[] => {
  if (ring.length <= cornersAtMost) return ring
  const plane = new LocalPlane(ring[0]![0], ring[0]![1])
  // Each round continues with the result of the one before: a coast of a million corners costs one
  // long round, and no place is farther off than all tolerances together.
  let thin = ring
  for (let toleranceM = 0.05; thin.length > cornersAtMost && toleranceM < 1e7; toleranceM *= 1.6) {
    const kept = keptWithin(
      [...thin, thin[0]!].map((place) => plane.toPlane(place)),
      toleranceM,
    )
    thin = thin.filter((_, i) => kept[i] === 1)
  }
  return thin
}
