import type { Operation } from '@swath/contract/api'
import { calls, type CallLine } from './calls.ts'

/** The calls that need no sign-in, for the pages before it; computed while building, as `calls` is. */
export const publicCalls = Object.fromEntries(
  Object.entries(calls).filter(([, [, , , who]]) => who !== 'signed-in'),
) as Readonly<Partial<Record<Operation, CallLine>>>
