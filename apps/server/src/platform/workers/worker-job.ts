// A job for a thread: its request, the thread's answer, and its limits.
import type { ErrorCode } from '@swath/contract/errors'
import { ServiceError, type Failure } from '../errors/fail.ts'

/** A job exceeded its limits because of its input, so a retry would not help. */
export class TooCostly extends ServiceError {
  readonly problem: 'too_slow' | 'too_large'
  constructor(problem: 'too_slow' | 'too_large') {
    super(problem === 'too_slow' ? 'work_too_slow' : 'work_too_large')
    this.problem = problem
  }
}

export type WorkerJob = {
  name: string
  /** Exports `run`; its input and output are copied by `structuredClone`. */
  module: URL
  /** Counts from when a thread starts the job. */
  deadlineMs: number
  /** Limit of concurrent runs in the whole process; by default the number of threads. */
  atOnce?: number
  /** Bytes to read, if the input only references them; by default the size of the input. */
  bytesOf?: (input: never) => number
  /** Takes long even if its input is small. */
  isLong?: true
}

/** `niceness`: 0 (like the process) to 19 (lowest), as for `nice`. */
export type ThreadData = { niceness: number }
export type Order = { module: string; input: unknown }
export type Answer =
  /** The module is loaded, and the work begins. */
  | { begun: true }
  | { done: unknown }
  | { refused: { code: ErrorCode; values: ServiceError['values']; details?: Failure[] } }
  | { tooLarge: true }
  | { error: Error }
