// A job for a thread: its request, the thread's answer, and its limits.
import type { ErrorCode } from '@swath/contract/errors'
import { ServiceError, type Failure } from '../errors/fail.ts'

/** A job exceeded its limits; the input itself is the cause, so a retry changes nothing. */
export class TooCostly extends ServiceError {
  readonly problem: 'too_slow' | 'too_large'
  constructor(problem: 'too_slow' | 'too_large') {
    super(problem === 'too_slow' ? 'work_too_slow' : 'work_too_large')
    this.problem = problem
  }
}

export type WorkerJob = {
  name: string
  /** Exports `run`; its input and output are copied as `structuredClone` does. */
  module: URL
  /** From the moment when a thread starts it. */
  deadlineMs: number
  /** In the whole process; else as many as there are threads. */
  atOnce?: number
  /** How much there is to read, where the input only names it; else the size of the input. */
  bytesOf?: (input: never) => number
  /** Takes long however small its input is. */
  isLong?: true
}

/** `niceness`: 0 (as the process) to 19 (lowest), as for `nice`. */
export type ThreadData = { niceness: number }
export type Order = { module: string; input: unknown }
export type Answer =
  /** Its module is there, and the work begins. */
  | { begun: true }
  | { done: unknown }
  | { refused: { code: ErrorCode; values: ServiceError['values']; details?: Failure[] } }
  | { tooLarge: true }
  | { error: Error }
