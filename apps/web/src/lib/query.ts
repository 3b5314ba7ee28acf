import type { Api, Operation } from '@swath/contract/api'
import type { Answer, Call } from '@swath/contract/kit'
import {
  MutationCache,
  QueryCache,
  QueryClient,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query'
import { CallError, call, callTimeoutMs } from './api.ts'
import { showError } from './errors.ts'

type Arguments<O extends Operation> =
  object extends Call<Api[O]> ? [parts?: Call<Api[O]>] : [parts: Call<Api[O]>]

/** All tries of a query have the time of one call together; they have one signal. */
const since = new WeakMap<AbortSignal, number>()
const msLeft = (signal: AbortSignal): number => {
  const begunMs = since.get(signal) ?? Date.now()
  since.set(signal, begunMs)
  return Math.max(1, callTimeoutMs - (Date.now() - begunMs))
}

/** `useQuery(buildQuery('getDrone', { query: { droneId } }))`; the key is `[operation, parts]`. */
export const buildQuery = <O extends Operation>(
  operation: O,
  ...[parts = {} as Call<Api[O]>]: Arguments<O>
) =>
  queryOptions<Answer<Api[O]>>({
    queryKey: [operation, parts],
    queryFn: ({ signal }) =>
      (
        call as (
          operation: O,
          parts: Call<Api[O]>,
          options: { signal: AbortSignal; timeoutMs: number },
        ) => Promise<Answer<Api[O]>>
      )(operation, parts, { signal, timeoutMs: msLeft(signal) }),
  })

/** Lists keep the rows they show while the next ones come. */
export const keepShown = { placeholderData: keepPreviousData } as const

/** Too many calls at a time, in many open pages perhaps: there is room again in seconds. */
const longestWaitS = 10
const hasRetryAfter = (error: Error): error is CallError =>
  error instanceof CallError &&
  error.status === 429 &&
  error.retryAfterS !== null &&
  error.retryAfterS <= longestWaitS

/** A timeout of a minute is reported at once, without a retry. */
const isWorthAnotherTry = (failures: number, error: Error): boolean =>
  failures < 2 &&
  error instanceof CallError &&
  (error.code === 'offline' || error.status === 503 || hasRetryAfter(error))

/** The time that the server names, plus a little random time. */
const waitMs = (failures: number, error: Error): number =>
  hasRetryAfter(error)
    ? 1000 * (error.retryAfterS! + Math.random())
    : Math.min(1000 * 2 ** failures, 30_000)

/**
 * Failures are reported in one place: failed changes, and failed refetches of data that is shown,
 * raise a toast; a failed first load is drawn by its screen. `meta: { quiet: true }` leaves all of
 * it to the caller.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.state.data !== undefined && !query.meta?.['quiet']) showError(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _input, _result, mutation) => {
      if (!mutation.meta?.['quiet']) showError(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: isWorthAnotherTry,
      retryDelay: waitMs,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

/** After a change: what these operations answered is out of date. */
export const outdated = (...operations: Operation[]): Promise<unknown> =>
  Promise.all(
    operations.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })),
  )

/**
 * Data of these operations is outdated only by changes, never by age: deleted rows are not
 * requested again while their details close.
 */
export const keepUntilChanged = (...operations: Operation[]): void => {
  for (const operation of operations)
    queryClient.setQueryDefaults([operation], { staleTime: Infinity })
}
