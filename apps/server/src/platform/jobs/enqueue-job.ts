import type { Tx } from '../database/database.ts'
import { nameQueue, type JobKind } from './job-kind.ts'
import { addJob } from './jobs.queries.ts'

type Options = {
  /** Absent: run at once. */
  runAt?: Date
  /** Replaces a waiting job with the same key. */
  key?: string
  /** Trace id of the request that caused the job, to match the logs of both. */
  traceId?: string
}

/**
 * Enqueues a job in the transaction of its cause: the job exists only if the transaction commits.
 */
export const enqueueJob = <Payload>(
  trx: Tx,
  kind: JobKind<Payload>,
  payload: Payload,
  { runAt, key, traceId }: Options = {},
): Promise<void> =>
  addJob(trx, {
    name: kind.name,
    payload: { payload, traceId },
    queue: nameQueue(kind),
    runAt: runAt ?? null,
    triesAtMost: kind.triesAtMost,
    key: key ?? null,
    priority: kind.priority ?? 0,
  })
