// Changes made by a screen. A change is sent once however often the button is clicked and shown
// optimistically where possible; outdated data is refetched.
import type { Api, Operation } from '@swath/contract/api'
import type { Answer, Call } from '@swath/contract/kit'
import { hashKey, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, CallError, splitInput } from './api.ts'
import { showError } from './errors.ts'
import { outdated, queryClient } from './query.ts'

/** The body of a call. */
export type Body<O extends Operation> = Call<Api[O]> extends { body: infer B } ? B : never

/** Reverts an optimistic update. */
type TakeBack = () => void

type ListOf<O extends Operation> = Answer<Api[O]> & { items: readonly RowOf<O>[] }
type RowOf<O extends Operation> =
  Answer<Api[O]> extends { items: readonly (infer Row)[] } ? Row : never

/** Shows a row as changed, or removes it, in every cached list of the operation. */
export const showRow = <O extends Operation>(
  list: O,
  isIt: (row: RowOf<O>) => boolean,
  shown: Partial<RowOf<O>> | 'gone',
): TakeBack => {
  const queryKey = [list]
  const before = queryClient.getQueriesData<ListOf<O>>({ queryKey })
  queryClient.setQueriesData<ListOf<O>>(
    { queryKey },
    (kept) =>
      kept && {
        ...kept,
        items:
          shown === 'gone'
            ? kept.items.filter((row: RowOf<O>) => !isIt(row))
            : kept.items.map((row: RowOf<O>) => (isIt(row) ? Object.assign({}, row, shown) : row)),
      },
  )
  return () => {
    for (const [key, kept] of before) queryClient.setQueryData(key, kept)
  }
}

/** For forms that merge another person's changes and show a conflict themselves. */
export const tellButConflict = (error: Error): void => {
  if (!(error instanceof CallError && error.code === 'conflict')) showError(error)
}

export type Change<Input, Output> = {
  run: (input: Input) => Promise<Output>
  /**
   * The data that it makes outdated, both on success and on refusal: a refusal may mean that
   * someone else changed it.
   */
  outdated: readonly Operation[] | ((input: Input, error: Error | null) => readonly Operation[])
  /** Optimistic update, reverted if the server refuses. */
  show?: (input: Input) => TakeBack | void
  done?: (output: Output, input: Input) => unknown
  /** Reports why it was refused; `shownByCaller`: the caller does. Absent: a toast. */
  refused?: ((error: Error, input: Input) => unknown) | 'shownByCaller'
}

/**
 * The only way to change something. A second call while it is running (a double click) returns the
 * running change.
 */
export const useChange = <Input = void, Output = unknown>({
  run,
  outdated: stale,
  show,
  done,
  refused,
}: Change<Input, Output>) => {
  const underWay = useRef(new Map<string, Promise<Output>>())
  const mutation = useMutation<Output, Error, Input, TakeBack | void>({
    meta: { quiet: refused !== undefined },
    mutationFn: run,
    ...(show ? { onMutate: show } : {}),
    onError: (error, input, takeBack) => {
      takeBack?.()
      if (typeof refused === 'function') return refused(error, input)
    },
    onSuccess: (output, input) => done?.(output, input),
    onSettled: (_output, error, input) =>
      outdated(...(typeof stale === 'function' ? stale(input, error) : stale)),
  })
  const sendOnce = mutation.mutateAsync as (input: Input) => Promise<Output>
  const mutateAsync = (input: Input): Promise<Output> => {
    const key = hashKey([input])
    const sent = underWay.current.get(key)
    if (sent) return sent
    const sending = sendOnce(input).finally(() => underWay.current.delete(key))
    underWay.current.set(key, sending)
    return sending
  }
  const mutate = (input: Input, { onSuccess }: { onSuccess?: () => unknown } = {}): void => {
    // A refusal has already been reported, by a toast or by the screen.
    mutateAsync(input).then(
      () => onSuccess?.(),
      () => undefined,
    )
  }
  return { ...mutation, mutate, mutateAsync }
}

type Part<O extends Operation, P extends 'params' | 'body'> =
  Call<Api[O]> extends Record<P, infer Value> ? Value : unknown

/** Parameters and body of a call, merged; void if it has neither. */
type Flat<O extends Operation> = unknown extends Part<O, 'params'> & Part<O, 'body'>
  ? void
  : Part<O, 'params'> & Part<O, 'body'>

/** A change that is one call: `const useCancel = buildChange('cancelOrder', ['listOrders'])`. */
export const buildChange = <O extends Operation>(
  operation: O,
  stale: Change<Flat<O>, Answer<Api[O]>>['outdated'],
  more: Omit<Change<Flat<O>, Answer<Api[O]>>, 'run' | 'outdated'> = {},
) => {
  const run = call as (operation: O, parts: unknown) => Promise<Answer<Api[O]>>
  const useBuilt = () =>
    useChange<Flat<O>, Answer<Api[O]>>({
      run: async (input) => run(operation, await splitInput(operation, input ?? {})),
      outdated: stale,
      ...more,
    })
  return useBuilt
}

/** Ignores a failure, which has already been reported. */
export const settle = (change: Promise<unknown>): Promise<unknown> => change.catch(() => undefined)
