// Compares the amount sprayed on the ground of each dose with the planned amount.
import { distanceBetweenM, type LngLat } from '@swath/domain/lng-lat'
import { flowOf, isWithin } from './passes.ts'
import type { DoseZone, PlanStrip } from './plan.ts'
import { createPlane } from './plan-group.ts'
import { openPlaces } from './plane.ts'
import type { Parts } from '@swath/domain/plot-parts'

/** Points of a flight in the order of time. */
export type SprayTrack = {
  readonly tMs: ArrayLike<number>
  readonly lng: ArrayLike<number>
  readonly lat: ArrayLike<number>
  readonly flowLMin: ArrayLike<number>
  /** On the way from the point before. */ readonly isSprayed: ArrayLike<boolean>
}

export type DoseRow = {
  readonly doseLHa: number
  plannedM2: number
  plannedL: number
  sprayedM2: number
  sprayedL: number
}

type Compared = {
  readonly plots: readonly Parts[]
  readonly strips: readonly PlanStrip[]
  readonly doseZones: readonly DoseZone[]
  readonly doseLHa: number
  readonly widthM: number
}

const lengthOf = (a: LngLat, b: LngLat): number => distanceBetweenM(a[0], a[1], b[0], b[1])

/** By ascending dose; spray outside the plots is not counted. */
export const compareDoses = (
  { plots, strips, doseZones, doseLHa, widthM }: Compared,
  tracks: readonly SprayTrack[],
): DoseRow[] => {
  const plane = createPlane({ plots })
  const toRings = (parts: Parts) => parts.flat().map((ring) => openPlaces(ring, plane))
  const ground = plots.map(toRings)
  const zones = doseZones.map((zone) => ({ rings: toRings(zone.parts), doseLHa: zone.doseLHa }))
  const rows = new Map<number, DoseRow>()
  const rowOf = (dose: number): DoseRow => {
    const row = rows.get(dose) ?? {
      doseLHa: dose,
      plannedM2: 0,
      plannedL: 0,
      sprayedM2: 0,
      sprayedL: 0,
    }
    rows.set(dose, row)
    return row
  }
  for (const strip of strips) {
    const row = rowOf(strip.doseLHa)
    const lengthM = lengthOf(strip.from, strip.to)
    row.plannedM2 += lengthM * widthM
    row.plannedL += lengthM * flowOf(strip.doseLHa, widthM)
  }
  for (const { tMs, lng, lat, flowLMin, isSprayed } of tracks)
    for (let i = 1; i < tMs.length; i++) {
      if (!isSprayed[i]) continue
      const from: LngLat = [lng[i - 1]!, lat[i - 1]!]
      const to: LngLat = [lng[i]!, lat[i]!]
      const middle = plane.toPlane([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])
      if (!ground.some((rings) => isWithin(rings, middle))) continue
      const zone = zones.findLast(({ rings }) => isWithin(rings, middle))
      const row = rowOf(zone?.doseLHa ?? doseLHa)
      row.sprayedM2 += lengthOf(from, to) * widthM
      const flow = flowLMin[i - 1]!
      if (Number.isFinite(flow)) row.sprayedL += (flow * (tMs[i]! - tMs[i - 1]!)) / 60_000
    }
  return [...rows.values()].toSorted((a, b) => a.doseLHa - b.doseLHa)
}
