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

/** The attempts of a query share the time limit of one call; they have the same signal. */
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

/** Keeps the previous rows visible while a list loads the next ones. */
export const keepShown = { placeholderData: keepPreviousData } as const

/** The rate limit, for example with many open pages: waiting some seconds usually helps. */
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

/** The time requested by the server, plus jitter. */
const waitMs = (failures: number, error: Error): number =>
  hasRetryAfter(error)
    ? 1000 * (error.retryAfterS! + Math.random())
    : Math.min(1000 * 2 ** failures, 30_000)

/**
 * Failures are reported in one place: failed changes, and failed refetches of visible data, show a
 * toast; screens show a failed first load themselves. `meta: { quiet: true }` leaves reporting to
 * the caller.
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

/** Marks the data of these operations as outdated after a change. */
export const outdated = (...operations: Operation[]): Promise<unknown> =>
  Promise.all(
    operations.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })),
  )

/**
 * Data of these operations is outdated only by changes, never by age, so that a deleted row is not
 * refetched while its details close.
 */
export const keepUntilChanged = (...operations: Operation[]): void => {
  for (const operation of operations)
    queryClient.setQueryDefaults([operation], { staleTime: Infinity })
}
