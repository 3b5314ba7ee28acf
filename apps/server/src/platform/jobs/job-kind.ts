// Background work. A kind of job has a payload, a number of tries and a schedule; a job is a kind
// with a function.
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { JobKindName } from '@swath/contract/overview/jobs'

/** In UTC, accurate to the minute. */
export type JobSchedule = { hour: number | 'every'; minute: number | 'every' }

export type JobKind<Payload> = {
  name: JobKindName
  payload: z.ZodType<Payload>
  /**
   * With growing delays: the tenth try is about six hours after the first. At least 2, because a
   * lost process also uses up a try.
   */
  triesAtMost: number
  /** Of two due jobs the one with the smaller number runs first; default 0. */
  priority?: number
  /** Enqueued automatically, and never twice at the same time. */
  schedule?: JobSchedule
}

export type JobRun = {
  /** Aborted when the program is about to stop. */
  signal: AbortSignal
  /** With the job's name and cause in each line. */
  log: Logger
}

/**
 * Work runs at least once: again after a failure, and again if the process was lost before it could
 * record the end. So running it twice must have the same result as running it once.
 */
export type Job = { kind: JobKind<unknown>; run: (payload: unknown, run: JobRun) => Promise<void> }

export const createJob = <Payload>(
  kind: JobKind<Payload>,
  work: (payload: Payload, run: JobRun) => Promise<void>,
): Job => ({ kind, run: (payload, run) => work(kind.payload.parse(payload), run) })

/** Jobs of one queue never run concurrently. */
export const nameQueue = ({ name, schedule }: JobKind<unknown>): string | null =>
  schedule ? name : null

export const pickInterval = ({ hour, minute }: JobSchedule): 'minute' | 'hour' | 'day' =>
  minute === 'every' ? 'minute' : hour === 'every' ? 'hour' : 'day'

const minuteMs = 60_000
const matches = (wanted: number | 'every', is: number): boolean =>
  wanted === 'every' || wanted === is

/** The first time after `nowMs`. */
export const nextRunMs = ({ hour, minute }: JobSchedule, nowMs: number): number => {
  let atMs = Math.floor(nowMs / minuteMs) * minuteMs + minuteMs
  for (;;) {
    const at = new Date(atMs)
    if (matches(hour, at.getUTCHours()) && matches(minute, at.getUTCMinutes())) return atMs
    atMs += minuteMs
  }
}
