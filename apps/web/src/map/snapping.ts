// Snaps a new corner to existing shapes nearby.
import { EdgeTree } from '@swath/domain/edge-tree'
import { distanceM, LocalPlane, type LngLat } from '@swath/domain/lng-lat'

/** Returns the position to snap to; null if there is none within this many metres. */
export type Snap = (place: LngLat, withinM: number) => LngLat | null

const nearestOnEdge = (place: LngLat, a: LngLat, b: LngLat): { at: LngLat; farM: number } => {
  const plane = new LocalPlane(place[0], place[1])
  const [ax, ay] = plane.toPlane(a)
  const [bx, by] = plane.toPlane(b)
  const length2 = (bx - ax) ** 2 + (by - ay) ** 2
  const along =
    length2 === 0 ? 0 : Math.max(0, Math.min(1, -(ax * (bx - ax) + ay * (by - ay)) / length2))
  const [x, y] = [ax + along * (bx - ax), ay + along * (by - ay)]
  return { at: plane.fromPlane(x, y), farM: Math.hypot(x, y) }
}

/** Corners within reach have priority over edges, so that two adjacent fields share a corner. */
export const snapTo = (rings: readonly (readonly LngLat[])[]): Snap => {
  const trees = rings.filter((ring) => ring.length > 1).map((ring) => new EdgeTree(ring))
  return (place, withinM) => {
    const plane = new LocalPlane(place[0], place[1])
    const [low, high] = [plane.fromPlane(-withinM, -withinM), plane.fromPlane(withinM, withinM)]
    let corner: { at: LngLat; farM: number } | null = null
    let edge: { at: LngLat; farM: number } | null = null
    for (const tree of trees) {
      tree.firstNear(low, high, 0, (i) => {
        const [a, b] = [tree.ring[i]!, tree.ring[(i + 1) % tree.ring.length]!]
        for (const end of [a, b]) {
          const farM = distanceM(place, end)
          if (farM <= withinM && (corner === null || farM < corner.farM)) corner = { at: end, farM }
        }
        const near = nearestOnEdge(place, a, b)
        if (near.farM <= withinM && (edge === null || near.farM < edge.farM)) edge = near
        return null
      })
    }
    const found = (corner ?? edge) as { at: LngLat } | null
    return found?.at ?? null
  }
}
