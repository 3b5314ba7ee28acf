// Export formats of a plan.
import type { LngLat } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'
import type { DoseZone, GroupPlan, PlanSortie } from '../plan.ts'

export type WrittenPlan = {
  readonly name: string
  readonly plots: readonly { readonly name: string; readonly parts: Parts }[]
  readonly plan: GroupPlan
  /** Of each drone, as people know it. */ readonly droneNames: readonly string[]
  readonly speedsMs: readonly number[]
  readonly widthM: number
  readonly doseLHa: number
  readonly doseZones: readonly DoseZone[]
}

export type WrittenSortie = {
  /** Of the drone and the number of its flight. */ readonly name: string
  readonly sortie: PlanSortie
  readonly speedMs: number
  readonly place: LngLat
}

export const listSorties = ({ plan, droneNames, speedsMs }: WrittenPlan): WrittenSortie[] =>
  plan.shares.flatMap(({ sorties, place }, drone) =>
    sorties.map((sortie, i) => ({
      name: `${droneNames[drone] ?? drone + 1} ${i + 1}`,
      sortie,
      speedMs: speedsMs[drone] ?? 5,
      place,
    })),
  )

/** Seven decimals are a centimetre. */
export const degrees = (value: number): string =>
  value.toFixed(7).replace(/0+$/, '').replace(/\.$/, '')
export const lngLatText = ([lng, lat]: LngLat): string => `${degrees(lng)},${degrees(lat)}`

/** Colours assigned to drones in turn, the same as on the screen (Okabe and Ito). */
export const fileColors = [
  '#0072B2',
  '#E69F00',
  '#009E73',
  '#CC79A7',
  '#56B4E9',
  '#D55E00',
  '#8A6D3B',
  '#5C4FA3',
] as const
