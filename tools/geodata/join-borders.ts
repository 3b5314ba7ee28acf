type Position = readonly [number, number]
export type Ring = Position[]

const toKey = ([lng, lat]: Position) => `${lng},${lat}`

/** Distance in degrees from a point to a chain of segments, longitudes shrunk by the latitude. */
function distanceToChain(point: Position, chain: readonly Position[]): number {
  const shrink = Math.cos((point[1] * Math.PI) / 180)
  let best = Infinity
  for (let i = 0; i < chain.length; i++) {
    const a = chain[Math.max(0, i - 1)]!
    const b = chain[i]!
    const dx = (b[0] - a[0]) * shrink
    const dy = b[1] - a[1]
    const px = (point[0] - a[0]) * shrink
    const py = point[1] - a[1]
    const length2 = dx * dx + dy * dy
    const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length2))
    best = Math.min(best, Math.hypot(px - t * dx, py - t * dy))
  }
  return best
}

const isNear = (chain: readonly Position[], other: readonly Position[], toleranceDeg: number) =>
  chain.every((point) => distanceToChain(point, other) <= toleranceDeg)

/**
 * The shorter way along a ring (given without its repeated last point) from one index to another,
 * both included.
 */
function shorterPath(ring: readonly Position[], from: number, to: number): Position[] {
  const walk = (step: 1 | -1) => {
    const path: Position[] = [ring[from]!]
    for (let i = from; i !== to;) {
      i = (i + step + ring.length) % ring.length
      path.push(ring[i]!)
    }
    return path
  }
  const onward = walk(1)
  const back = walk(-1)
  return onward.length <= back.length ? onward : back
}

/**
 * Neighbours that were simplified one by one share only some of the points of their common border.
 * Between two points that a ring shares with an earlier ring, this replaces its points by those of
 * the earlier ring where they are within `toleranceDeg`; afterwards both sides of a common border
 * have the same points. Rings are closed (first point repeated last).
 * @returns closed rings in the same order
 */
export function joinBorders(rings: readonly Ring[], toleranceDeg: number): Ring[] {
  const done: Ring[] = []
  const placesByKey = new Map<string, { ring: number; index: number }[]>()
  for (const closed of rings) {
    const ring = closed.slice(0, -1)
    const shared = ring.flatMap((point, index) => (placesByKey.has(toKey(point)) ? [index] : []))
    const result: Ring = []
    if (shared.length < 2) result.push(...ring)
    else {
      for (let s = 0; s < shared.length; s++) {
        const from = shared[s]!
        const to = shared[(s + 1) % shared.length]!
        const own: Position[] = []
        for (let i = from; ; i = (i + 1) % ring.length) {
          own.push(ring[i]!)
          if (i === to && own.length > 1) break
        }
        const starts = placesByKey.get(toKey(ring[from]!)) ?? []
        const ends = placesByKey.get(toKey(ring[to]!)) ?? []
        let best: Position[] | undefined
        for (const start of starts) {
          for (const end of ends) {
            if (start.ring !== end.ring) continue
            const path = shorterPath(done[start.ring]!, start.index, end.index)
            if (path.length > own.length * 4 + 40) continue
            if (!isNear(path, own, toleranceDeg) || !isNear(own, path, toleranceDeg)) continue
            if (!best || path.length > best.length) best = path
          }
        }
        result.push(...(best ?? own).slice(0, -1))
      }
    }
    const number = done.push(result) - 1
    result.forEach((point, index) => {
      const key = toKey(point)
      const places = placesByKey.get(key)
      if (places) places.push({ ring: number, index })
      else placesByKey.set(key, [{ ring: number, index }])
    })
  }
  return done.map((ring) => [...ring, ring[0]!])
}
