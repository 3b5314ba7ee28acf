import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** Limit of the call; more tracks could not be distinguished on the map either. */
export const mostChosen = 20

export const orders = [
  '-startTime',
  'startTime',
  '-durationS',
  '-sprayArea',
  '-sprayL',
  '-overlapRatio',
] as const
export type Order = (typeof orders)[number]

const parseIds = (text: string | null): string[] =>
  [...new Set((text ?? '').split(',').filter(Boolean))].slice(0, mostChosen)

/**
 * State of the flight history in the URL: the period, the order, the page, the sorties on the map
 * and the one being played.
 */
export const useHistoryAddress = () => {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (values: Readonly<Record<string, string | null>>, isStep = false) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(values)) {
            if (value === null || value === '') after.delete(name)
            else after.set(name, value)
          }
          return after
        },
        { replace: !isStep, preventScrollReset: true },
      )
    },
    [setParams],
  )
  const chosenText = params.get('tracks')
  return {
    startTime: params.get('startTime'),
    endTime: params.get('endTime'),
    order: orders.find((one) => one === params.get('order')) ?? ('-startTime' as Order),
    page: Math.max(1, Math.floor(Number(params.get('currentPage'))) || 1),
    /** Sorties with their tracks on the map. */
    chosen: useMemo(() => parseIds(chosenText), [chosenText]),
    /** The one that is played and whose record is open. */
    active: params.get('sortie'),
    setTime: useCallback(
      (startTime: string | null, endTime: string | null) =>
        change({ startTime, endTime, currentPage: null }),
      [change],
    ),
    setOrder: useCallback(
      (order: Order) => change({ order: order === '-startTime' ? null : order, currentPage: null }),
      [change],
    ),
    setPage: useCallback(
      (page: number) => change({ currentPage: page === 1 ? null : String(page) }, true),
      [change],
    ),
    setSorties: useCallback(
      (chosen: readonly string[], active: string | null) =>
        change({ tracks: chosen.join(','), sortie: active }),
      [change],
    ),
  }
}
