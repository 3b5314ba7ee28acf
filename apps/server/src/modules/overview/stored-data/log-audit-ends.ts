import { z } from 'zod'
import type { AuditEnd } from '../../../platform/audit/audit-ends.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { auditEnds } from './stored-data.queries.ts'

/** A line of the log has about 12 kB then. */
const endsInALine = 100

export const logAuditEndsKind: JobKind<object> = {
  name: 'stored-data.log-ends',
  payload: z.object({}),
  triesAtMost: 3,
  schedule: { hour: 2, minute: 13 },
}

/**
 * Writes the end of each audit log to the program's log, which operators send to another machine:
 * who changes the database cannot change it there. `verify-audit FILE` compares.
 */
export const logAuditEndsJob = ({ db }: Pick<Services, 'db'>): Job =>
  createJob(logAuditEndsKind, async (_payload, { log }) => {
    const ends = (await auditEnds(db)).map(({ account_id: accountId, number, hash }): AuditEnd => [
      accountId,
      number,
      hash.toString('hex'),
    ])
    for (let from = 0; from < ends.length; from += endsInALine)
      log.info({ auditEnds: ends.slice(from, from + endsInALine) }, 'Ends of the audit logs')
  })
