import { areaM2, findSelfMeeting } from '@swath/domain/polygon'
import type { EdgeWork } from '@swath/domain/edge-tree'
import type { LngLat } from '@swath/domain/lng-lat'
import type { Problem } from '../feature.ts'
import { LIMITS } from '../limits.ts'
import { broken, repaired } from '../problems.ts'
import { cleanRing } from './clean-ring.ts'

/** A ring that crosses itself more often was not just drawn inaccurately. */
const MOST_MEETINGS = 200
/**
 * A loop is a drawing error if it is below both this share of its field and this area, or below the
 * sure share.
 */
const SLIP_RATIO = 0.01
const SLIP_M2 = 150
const SURE_SLIP_RATIO = 0.0001
const isSlip = (smallM2: number, largeM2: number): boolean =>
  smallM2 <= Math.max(Math.min(SLIP_M2, largeM2 * SLIP_RATIO), largeM2 * SURE_SLIP_RATIO)

export type SplitRing = { readonly loops: LngLat[][]; readonly problems: Problem[] }

/** Cuts a ring in two where two of its edges meet. */
const cutAt = (
  ring: readonly LngLat[],
  edge: number,
  other: number,
  at: LngLat,
): [LngLat[], LngLat[]] => {
  const inner = [at, ...ring.slice(edge + 1, other + 1)]
  const outer = [at, ...ring.slice(other + 1), ...ring.slice(0, edge + 1)]
  return [cleanRing(inner).ring, cleanRing(outer).ring]
}

/**
 * Splits a ring that touches itself into several rings; small loops where a pen slipped are cut
 * off. `problems` includes one that is not repaired if the ring really crosses itself.
 */
export const splitRing = (parsed: readonly LngLat[], work: EdgeWork): SplitRing => {
  const loops: LngLat[][] = []
  const problems: Problem[] = []
  const open = [[...parsed]]
  let meetings = 0
  let looked = 0
  for (let ring = open.pop(); ring; ring = open.pop()) {
    const meeting = ring.length < 3 ? null : findSelfMeeting(ring, work)
    if (meeting === null) {
      loops.push(ring)
      continue
    }
    const { at, edge, other, isCrossing } = meeting
    looked += ring.length
    if (++meetings > MOST_MEETINGS || looked > LIMITS.cornersCut)
      return { loops: [], problems: [broken('self_crossing', at)] }
    const pair = cutAt(ring, Math.min(edge, other), Math.max(edge, other), at)
    const [small, large] = pair.toSorted((a, b) => areaM2([a]) - areaM2([b])) as typeof pair
    const smallM2 = areaM2([small])
    if (isSlip(smallM2, areaM2([large]))) {
      if (large.length >= ring.length) return { loops: [], problems: [broken('self_crossing', at)] }
      problems.push(repaired('small_loop', smallM2, at))
      open.push(large)
    } else if (isCrossing) {
      return { loops: [], problems: [broken('self_crossing', at)] }
    } else {
      problems.push(repaired('self_touching', 1, at))
      open.push(small, large)
    }
  }
  return { loops, problems }
}
