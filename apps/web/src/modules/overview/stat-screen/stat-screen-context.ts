import type { Api, Operation } from '@swath/contract/api'
import type { Answer, Call } from '@swath/contract/kit'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import { CallError } from '../../../lib/api.ts'
import { showError } from '../../../lib/errors.ts'
import { buildQuery, queryClient } from '../../../lib/query.ts'
import { createStatScreenClock, loadEveryMs, type StatScreenClock } from './stat-screen-clock.ts'

const theClock = createStatScreenClock()
/** One for the page, shared by all screens. */
export const useStatScreenClock = (): StatScreenClock => theClock

/** Whether the surrounding panel is visible. */
export const PanelSeenContext = createContext(true)

const minuteS = 60

/**
 * The time of the last tick, ms, rounded to the second or the minute, so that panels do not
 * render more often.
 */
export const useStatScreenNow = (stepS: 1 | typeof minuteS): number => {
  const clock = useStatScreenClock()
  const readStep = (): number => Math.floor(clock.seconds() / stepS)
  return useSyncExternalStore(clock.subscribe, readStep) * stepS * 1000
}

export type StatScreenAnswer<T> = {
  readonly data: T | undefined
  /** Time of arrival, ms; 0 before the first one. */
  readonly atMs: number
  /** The last refresh failed, so the data is out of date. */
  readonly isOld: boolean
  readonly hasFailed: boolean
}

/** Without a message from the server, the panel's age label is enough. */
const tell = (error: unknown): void => {
  if (error instanceof CallError && error.status !== 0 && error.message !== '') showError(error)
}

/** A panel's data, loaded by the screen's clock while the panel is in sight. */
export const useStatScreenQuery = <O extends Operation>(
  operation: O,
  parts: Call<Api[O]>,
  everyMs = loadEveryMs,
): StatScreenAnswer<Answer<Api[O]>> & { readonly load: () => void } => {
  const clock = useStatScreenClock()
  const isSeen = useContext(PanelSeenContext)
  const options = (
    buildQuery as (operation: O, parts: Call<Api[O]>) => ReturnType<typeof buildQuery<O>>
  )(operation, parts)
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...options,
    enabled: false,
    retry: false,
    // Offline requests fail at once, so that the data is marked as out of date instead of waiting.
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 2 * loadEveryMs,
    meta: { quiet: true },
  })
  const key = JSON.stringify(options.queryKey)
  useEffect(() => {
    if (!isSeen) return undefined
    const loadedMs = queryClient.getQueryState(JSON.parse(key) as unknown[])?.dataUpdatedAt
    return clock.add(
      async () => {
        const { error } = await refetch({ cancelRefetch: false })
        if (!error) return
        tell(error)
        throw error
      },
      everyMs,
      loadedMs || undefined,
    )
  }, [clock, isSeen, key, everyMs, refetch])
  return {
    data: data as Answer<Api[O]> | undefined,
    atMs: dataUpdatedAt,
    isOld: isError && dataUpdatedAt > 0,
    hasFailed: isError,
    load: () => void refetch({ cancelRefetch: false }),
  }
}

/** For a panel with several responses: the age of the oldest. */
export const joinAges = (
  ...answers: readonly Pick<StatScreenAnswer<unknown>, 'atMs' | 'isOld' | 'hasFailed'>[]
): Pick<StatScreenAnswer<unknown>, 'atMs' | 'isOld' | 'hasFailed'> => ({
  atMs: Math.min(...answers.map(({ atMs }) => atMs)),
  isOld: answers.some(({ isOld }) => isOld),
  hasFailed: answers.some(({ hasFailed }) => hasFailed),
})
