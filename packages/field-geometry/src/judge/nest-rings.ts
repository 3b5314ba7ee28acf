import { EdgeTree, type EdgeWork } from '@swath/domain/edge-tree'
import type { LngLat } from '@swath/domain/lng-lat'
import { areaM2 } from '@swath/domain/polygon'

/** Number of corners tested, evenly along the ring: some may be on the other ring's edge. */
const ASKED = 9

export const isInside = (ring: readonly LngLat[], tree: EdgeTree): boolean => {
  const step = Math.max(1, Math.floor(ring.length / ASKED))
  const asked = ring.filter((_, i) => i % step === 0)
  const inside = asked.filter(([lng, lat]) => tree.contains(lng, lat)).length
  return inside * 2 > asked.length
}

/**
 * Converts open rings to polygons by containment, not by winding: the outermost ring is an outline,
 * a ring in it a hole, a ring in a hole an outline again.
 */
export const nestRings = (rings: readonly (readonly LngLat[])[], work: EdgeWork): LngLat[][][] => {
  const sorted = rings
    .map((ring) => ({ ring: [...ring], tree: new EdgeTree(ring, work), areaM2: areaM2([ring]) }))
    .toSorted((a, b) => b.areaM2 - a.areaM2)
  const parts: LngLat[][][] = []
  /** The part to which an outline or a hole belongs. */
  const partOf = new Map<number, number>()
  const depths: number[] = []
  for (const [i, { ring }] of sorted.entries()) {
    const around = sorted
      .slice(0, i)
      .map(({ tree }, at) => (isInside(ring, tree) ? at : -1))
      .filter((at) => at >= 0)
    const depth = around.length
    depths.push(depth)
    const holder = around.findLast((at) => depths[at] === depth - 1)
    if (depth % 2 === 0 || holder === undefined) {
      partOf.set(i, parts.length)
      parts.push([ring])
    } else {
      const part = partOf.get(holder)!
      partOf.set(i, part)
      parts[part]!.push(ring)
    }
  }
  return parts
}
