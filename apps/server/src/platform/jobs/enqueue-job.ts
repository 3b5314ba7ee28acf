import type { Tx } from '../database/database.ts'
import { nameQueue, type JobKind } from './job-kind.ts'
import { addJob } from './jobs.queries.ts'

type Options = {
  /** Absent: at once. */
  runAt?: Date
  /** A job that waits under the same key is replaced by this one. */
  key?: string
  /** Of the request that caused it, to match the logs of both. */
  traceId?: string
}

/** In the transaction of its cause: the job exists only if the transaction commits. */
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
