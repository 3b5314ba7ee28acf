import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '../../../lib/session.ts'
import { ofView, readShown, viewsOf, writeShown, type Shown } from './shown.ts'

export type Selection = {
  readonly droneId: string | null
  /** An alarm of the selected drone. */
  readonly alarmId: string | null
  readonly plotId: string | null
}
const none: Selection = { droneId: null, alarmId: null, plotId: null }

/** View and selection are in the URL, so that a shared link shows the same. */
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
