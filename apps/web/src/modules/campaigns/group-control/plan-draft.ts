// A plan in the editor, and its conversion to a request.
import {
  groupLimits,
  usualDrone,
  type GroupDoseZone,
  type GroupDrone,
  type GroupPlanDetail,
} from '@swath/contract/campaigns/group-plans'
import { UNITS_PER_MU, type AreaUnit } from '@swath/domain/units'
import type { Body } from '../../../lib/use-change.ts'

export type Place = [number, number]
export type DraftDrone = GroupDrone & { readonly droneName: string | null }
type Asked = Body<'previewGroupRoute'>

export type Draft = Required<Omit<Asked, 'block' | 'home' | 'drones' | 'droneCount'>> & {
  readonly block: string[]
  readonly name: string
  readonly plotNames: Readonly<Record<string, string>>
  readonly home: Place | null
  readonly drones: readonly DraftDrone[]
}

export const nameLetters = 60

export const nextDrone = (drone: Partial<DraftDrone> = {}): DraftDrone => ({
  ...usualDrone,
  droneName: null,
  ...drone,
})

export const emptyDraft = (): Draft => ({
  name: '',
  block: [],
  plotNames: {},
  alignEdgeIndex: null,
  home: null,
  refillPlaces: [],
  drones: [nextDrone(), nextDrone(), nextDrone()],
  width: 5,
  height: 3,
  transitHeightM: 6,
  separationM: 8,
  marginM: 1,
  holeMarginM: 3,
  headland: false,
  serviceS: 120,
  windFromDeg: null,
  doseLHa: 18,
  doseZones: [] as GroupDoseZone[],
  obstacles: [],
  cuts: null,
  hasConsent: false,
})

export const toDraft = ({ name, plotNames, settings, drones }: GroupPlanDetail): Draft => {
  const { grounds: _grounds, droneCount: _count, home, ...asked } = settings
  const names = plotNames.split(', ')
  return {
    ...asked,
    name,
    plotNames: Object.fromEntries(asked.block.map((id, i) => [id, names[i] ?? id])),
    home: [home[0], home[1]],
    drones: asked.drones.map((drone, i) => ({
      ...drone,
      droneName: drones.find(({ position }) => position === i)?.droneName ?? null,
    })),
  }
}

/** Default name of a plan: its plots, up to the maximum length. */
export const nameOf = ({ name, block, plotNames }: Draft): string =>
  name.trim() ||
  block
    .flatMap((id) => plotNames[id] ?? [])
    .join(', ')
    .slice(0, nameLetters)
    .trim()

/** Null while something is missing. */
export const toAsked = (draft: Draft): Asked | null => {
  const { name: _name, plotNames: _plotNames, home, drones, ...asked } = draft
  if (home === null || asked.block.length === 0 || drones.length === 0) return null
  return {
    ...asked,
    home,
    droneCount: drones.length,
    drones: drones.map(({ droneName: _droneName, ...drone }) => drone),
  }
}

/**
 * Changes the number of drones: removes the last ones, or adds copies of the last one's settings.
 */
export const withCount = (drones: readonly DraftDrone[], count: number): DraftDrone[] => {
  const wanted = Math.max(1, Math.min(groupLimits.drones, Math.round(count)))
  const last = drones.at(-1)
  return Array.from(
    { length: wanted },
    (_, i) => drones[i] ?? nextDrone({ ...last, droneId: null, droneName: null }),
  )
}

/** Converts a dose in L/ha to litres per unit of area of the person, and back. */
const unitsPerHa = (unit: AreaUnit): number => UNITS_PER_MU[unit] / UNITS_PER_MU.hectare
export const dosePerUnit = (doseLHa: number, unit: AreaUnit): number => doseLHa / unitsPerHa(unit)
export const dosePerHa = (dose: number, unit: AreaUnit): number => dose * unitsPerHa(unit)
