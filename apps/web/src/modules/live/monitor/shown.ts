// The list in the panel, and its form in the URL.
import { DroneCondition } from '@swath/contract/codes'
import type { AccountType } from '@swath/domain/access/screens'
import type { AlarmLevel } from '../../alarms/public.ts'

/** The list in the panel; map and list show only its drones. */
export type Shown =
  /** Null: all drones that are online. */
  | { readonly view: 'drones'; readonly condition: DroneCondition | null }
  | { readonly view: 'alarms'; readonly level: AlarmLevel | null }
  | { readonly view: 'operators' | 'machines' | 'plots' }
export type View = Shown['view']

const levels = [1, 2, 3] as const

/** The lists of a kind of account, the most relevant first. */
export const viewsOf = (accountType: AccountType): readonly [View, ...View[]] => {
  switch (accountType) {
    case 'government':
      return ['operators', 'drones', 'alarms']
    case 'manufacturer':
      return ['machines', 'drones', 'alarms']
    case 'farmer':
      return ['plots']
    default:
      return ['drones', 'alarms']
  }
}

/** A list without filters. */
export const ofView = (view: View): Shown =>
  view === 'drones'
    ? { view, condition: null }
    : view === 'alarms'
      ? { view, level: null }
      : { view }

/** Parses the URL; a list that the person does not have falls back to the first one. */
export const readShown = (text: string | null, views: readonly [View, ...View[]]): Shown => {
  const level = levels.find((one) => text === `alarms-${one}`)
  if (level !== undefined && views.includes('alarms')) return { view: 'alarms', level }
  const condition = DroneCondition.safeParse(text).data
  if (condition && views.includes('drones')) return { view: 'drones', condition }
  return ofView(views.find((view) => view === text) ?? views[0])
}

export const writeShown = (shown: Shown): string => {
  if (shown.view === 'drones') return shown.condition ?? 'drones'
  if (shown.view === 'alarms') return shown.level === null ? 'alarms' : `alarms-${shown.level}`
  return shown.view
}
