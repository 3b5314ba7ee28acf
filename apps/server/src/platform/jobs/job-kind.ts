// What the program does by itself, later or again: a kind of job says what it takes, how often it is
// tried and when it is due; a job is a kind with what is done.
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { JobKindName } from '@swath/contract/jobs'

/** In UTC, to the minute. */
export type JobSchedule = { hour: number | 'every'; minute: number | 'every' }

export type JobKind<Payload> = {
  name: JobKindName
  payload: z.ZodType<Payload>
  /**
   * With growing pauses: the tenth comes after about six hours. At least 2: a try also ends where
   * the process is lost.
   */
  triesAtMost: number
  /** Of two that are due, the one with the smaller number first; 0 unless told. */
  priority?: number
  /** Put in line by itself, and never twice at a time. */
  schedule?: JobSchedule
}

export type JobRun = {
  /** Aborted when the program is about to stop. */
  signal: AbortSignal
  /** Names the job and what caused it. */
  log: Logger
}

/**
 * Work is done at least once: again where it failed, and again where the process was lost before it
 * could say that it was done. So it must come to the same when done twice.
 */
export type Job = { kind: JobKind<unknown>; run: (payload: unknown, run: JobRun) => Promise<void> }

export const createJob = <Payload>(
  kind: JobKind<Payload>,
  work: (payload: Payload, run: JobRun) => Promise<void>,
): Job => ({ kind, run: (payload, run) => work(kind.payload.parse(payload), run) })

/** Jobs of one queue never run at the same time. */
export const nameQueue = ({ name, schedule }: JobKind<unknown>): string | null =>
  schedule ? name : null

export const pickInterval = ({ hour, minute }: JobSchedule): 'minute' | 'hour' | 'day' =>
  minute === 'every' ? 'minute' : hour === 'every' ? 'hour' : 'day'

const minuteMs = 60_000
const matches = (wanted: number | 'every', is: number): boolean =>
  wanted === 'every' || wanted === is

/** The first time after now. */
export const nextRunMs = ({ hour, minute }: JobSchedule, nowMs: number): number => {
  let atMs = Math.floor(nowMs / minuteMs) * minuteMs + minuteMs
  for (;;) {
    const at = new Date(atMs)
    if (matches(hour, at.getUTCHours()) && matches(minute, at.getUTCMinutes())) return atMs
    atMs += minuteMs
  }
}
