// Straight sprayed pieces of ground, each with one dose.
import type { LocalPlane } from '@swath/domain/lng-lat'
import type { DoseZone } from './plan.ts'
import {
  between,
  measureM,
  openPlaces,
  shortestStripM,
  toleranceM,
  type Frame,
  type Place,
} from './plane.ts'

export type Pass = {
  readonly from: Place
  readonly to: Place
  /** In the order of all plots; on the headland that of the nearest line. */ readonly line: number
  /** Passes of one cell follow each other without going around anything. */ readonly cell: number
  readonly isHeadland: boolean
  readonly doseLHa: number
}

export const lengthOf = ({ from, to }: Pick<Pass, 'from' | 'to'>): number => measureM(from, to)

/** Litres a metre. */
export const flowOf = (doseLHa: number, widthM: number): number => (doseLHa * widthM) / 10_000

export const reversed = (pass: Pass): Pass => ({ ...pass, from: pass.to, to: pass.from })

/** The part of a pass between two shares of its way. */
export const partOf = (pass: Pass, fromShare: number, toShare: number): Pass => ({
  ...pass,
  from: between(pass.from, pass.to, fromShare),
  to: between(pass.from, pass.to, toShare),
})

/** Zones with their rings in the plane. */
export type PlaneZone = { readonly rings: readonly (readonly Place[])[]; readonly doseLHa: number }

export const toPlaneZones = (zones: readonly DoseZone[], plane: LocalPlane): PlaneZone[] =>
  zones.map(({ parts, doseLHa }) => ({
    rings: parts.flat().map((ring) => openPlaces(ring, plane)),
    doseLHa,
  }))

/** Even-odd. */
export const isWithin = (rings: readonly (readonly Place[])[], [x, y]: Place): boolean => {
  let inside = false
  for (const ring of rings)
    for (let i = 0; i < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[(i + 1) % ring.length]!]
      if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
        inside = !inside
    }
  return inside
}

/**
 * Position at which the way from p to q crosses the piece from a to b, as a share; null: no
 * crossing.
 */
const crossingShare = (p: Place, q: Place, a: Place, b: Place): number | null => {
  const [ux, uy, vx, vy] = [q[0] - p[0], q[1] - p[1], b[0] - a[0], b[1] - a[1]]
  const area = ux * vy - uy * vx
  // how far the way moves across the piece
  if (Math.abs(area) < toleranceM * Math.hypot(vx, vy)) return null
  const along = ((a[0] - p[0]) * vy - (a[1] - p[1]) * vx) / area
  const across = ((a[0] - p[0]) * uy - (a[1] - p[1]) * ux) / area
  return along > 0 && along < 1 && across >= 0 && across <= 1 ? along : null
}

/** Steps are not shorter: a valve needs its time. */
const shortestStepM = 2

/** The pass in pieces of one dose each, without those of dose 0; later zones take precedence. */
export const splitByDose = (pass: Pass, zones: readonly PlaneZone[]): Pass[] => {
  if (zones.length === 0) return pass.doseLHa > 0 ? [pass] : []
  // a piece that is shorter than a step belongs to its neighbour
  const { from, to } = pass
  const lengthM = lengthOf(pass)
  const shares = [0, 1]
  for (const { rings } of zones)
    for (const ring of rings)
      for (let i = 0; i < ring.length; i++) {
        const share = crossingShare(from, to, ring[i]!, ring[(i + 1) % ring.length]!)
        if (share !== null) shares.push(share)
      }
  shares.sort((a, b) => a - b)
  const steps: { share: number; doseLHa: number }[] = []
  for (let i = 0; i + 1 < shares.length; i++) {
    const [start, end] = [shares[i]!, shares[i + 1]!]
    if ((end - start) * lengthM < Math.min(shortestStepM, lengthM / 2)) continue
    const middle = between(from, to, (start + end) / 2)
    const zone = zones.findLast(({ rings }) => isWithin(rings, middle))
    const doseLHa = zone?.doseLHa ?? pass.doseLHa
    if (steps.at(-1)?.doseLHa !== doseLHa)
      steps.push({ share: steps.length === 0 ? 0 : start, doseLHa })
  }
  return steps
    .map(({ share, doseLHa }, i) => ({ ...partOf(pass, share, steps[i + 1]?.share ?? 1), doseLHa }))
    .filter(({ doseLHa }) => doseLHa > 0)
}

/**
 * Cuts a pass where it crosses lines of equal height in a frame.
 * @param heights in metres, in any order; cuts that leave a piece too short to be flown are left out
 */
export const cutAtHeights = (pass: Pass, frame: Frame, heights: readonly number[]): Pass[] => {
  const [low, high] = [frame.in(pass.from)[1], frame.in(pass.to)[1]]
  if (Math.abs(high - low) < toleranceM) return [pass]
  const least = shortestStripM / lengthOf(pass)
  const shares: number[] = []
  for (const height of heights) {
    const share = (height - low) / (high - low)
    if (share > least && share < 1 - least) shares.push(share)
  }
  if (shares.length === 0) return [pass]
  const ends = [0, ...shares.sort((a, b) => a - b), 1]
  return ends.slice(1).map((end, i) => partOf(pass, ends[i]!, end))
}
