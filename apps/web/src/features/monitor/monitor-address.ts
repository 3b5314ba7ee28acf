import { DroneCondition } from '@swath/contract/codes'
import type { AccountType } from '@swath/domain/access/screens'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '../../lib/session.ts'
import type { AlarmLevel } from '../anomalies/public.ts'

/** What the panel lists; map and list show that alone. */
export type Shown =
  /** Null: everything that is online. */
  | { readonly view: 'drones'; readonly condition: DroneCondition | null }
  | { readonly view: 'alarms'; readonly level: AlarmLevel | null }
  | { readonly view: 'operators' | 'machines' | 'plots' }
export type View = Shown['view']

const levels = [1, 2, 3] as const

/** Which lists a kind of account has, the one that answers its question first. */
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

/** A list with nothing narrowed. */
export const ofView = (view: View): Shown =>
  view === 'drones'
    ? { view, condition: null }
    : view === 'alarms'
      ? { view, level: null }
      : { view }

/** As the address says it; what this person has no list for is the first list. */
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

export type Selection = {
  readonly droneId: string | null
  /** An alarm of the drone. */
  readonly alarmId: string | null
  readonly plotId: string | null
}
const none: Selection = { droneId: null, alarmId: null, plotId: null }

/** What is shown and chosen stands in the address: a link to it shows the same to the next person. */
export const useMonitorAddress = () => {
  const [params, setParams] = useSearchParams()
  const { accountType } = useUser()
  const views = viewsOf(accountType)
  const selection: Selection = {
    droneId: params.get('drone'),
    alarmId: params.get('drone') === null ? null : params.get('alarm'),
    plotId: params.get('plot'),
  }
  const showText = params.get('show')
  const shown = useMemo(() => readShown(showText, viewsOf(accountType)), [showText, accountType])
  const isChosen = selection.droneId !== null || selection.plotId !== null
  const change = (values: Readonly<Record<string, string | null>>, replace: boolean): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values))
          if (value === null) after.delete(name)
          else after.set(name, value)
        return after
      },
      { replace },
    )
  return {
    views,
    shown,
    show: (next: Shown) => {
      const text = writeShown(next)
      change({ show: text === writeShown(ofView(views[0])) ? null : text }, true)
    },
    selection,
    select: (next: Partial<Selection>) => {
      const { droneId, alarmId, plotId } = { ...none, ...next }
      change(
        { drone: droneId, alarm: alarmId, plot: plotId },
        isChosen && (droneId !== null || plotId !== null),
      )
    },
  }
}
export type MonitorAddress = ReturnType<typeof useMonitorAddress>
