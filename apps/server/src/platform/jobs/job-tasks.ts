// Jobs as tasks of the library: unwraps payload and trace id, and logs failures.
import { randomBytes } from 'node:crypto'
import type { JobHelpers, TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { inSpan } from '../tracing/spans.ts'
import type { Job } from './job-kind.ts'

const Envelope = z.object({ payload: z.unknown().optional(), traceId: z.string().optional() })
const newTraceId = (): string => randomBytes(8).toString('hex')

export const toTaskList = (jobs: readonly Job[], log: Services['log']): TaskList =>
  Object.fromEntries(
    jobs.map((job) => [
      job.kind.name,
      async (raw: unknown, { job: row, abortSignal }: JobHelpers) => {
        const { payload = {}, traceId = newTraceId() } = Envelope.parse(raw)
        const ownLog = log.child({ kind: job.kind.name, jobId: row.id, traceId })
        try {
          const attributes = { 'swath.trace_id': traceId, 'swath.job_id': row.id }
          await inSpan(`job ${job.kind.name}`, attributes, () =>
            job.run(payload, { signal: abortSignal, log: ownLog }),
          )
        } catch (error) {
          ownLog.error({ err: error, tries: row.attempts }, 'a job failed')
          throw error
        }
      },
    ]),
  )
