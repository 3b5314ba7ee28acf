import type { Api } from '@swath/contract/api'
import type { RecentAlarm } from '@swath/contract/alarms/anomalies'
import type { Answer, Call } from '@swath/contract/kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { useLiveEvent } from '../../../lib/live/live.ts'

export type AlarmLevel = RecentAlarm['level']
type Filters = Call<Api['listRecentAlarms']>['query']

const refreshMs = 60_000
/** How long an alarm counts as new. */
const freshMs = 30_000

export type RecentAlarms = {
  readonly answer: Answer<Api['listRecentAlarms']> | undefined
  readonly error: Error | null
  readonly retry: () => void
  /** Ids of alarms raised in the last half minute. */
  readonly freshIds: ReadonlySet<string>
}

/** Open alarms; the bell refetches them when one arrives. */
export const useRecentAlarms = (filters: NonNullable<Filters>): RecentAlarms => {
  const today = useQuery({
    ...buildQuery('listRecentAlarms', { query: filters }),
    ...keepShown,
    refetchInterval: refreshMs,
  })
  const [freshIds, setFresh] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running) clearTimeout(timer)
    }
  }, [])
  useLiveEvent('anomaly', ({ anomalyId }) => {
    setFresh((before) => new Set(before).add(anomalyId))
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setFresh((before) => new Set([...before].filter((id) => id !== anomalyId)))
    }, freshMs)
    timers.current.add(timer)
  })
  return { answer: today.data, error: today.error, retry: () => void today.refetch(), freshIds }
}
