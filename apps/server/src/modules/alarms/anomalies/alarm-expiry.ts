// Closes alarms that have ended and that nobody has acted on, so that the desk shows only open
// work. Level-1 alarms never close automatically.
import { z } from 'zod'
import { tx } from '../../../platform/database/database.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { expireAlarms } from './alarm-expiry.queries.ts'

const untouchedForMs = 7 * 86_400_000
const atATime = 500

export const expireAlarmsKind: JobKind<object> = {
  name: 'alarms.expire',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 37 },
}

export const expireAlarmsJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(expireAlarmsKind, async () => {
    const now = new Date(clock.now())
    const before = new Date(now.getTime() - untouchedForMs)
    while ((await tx(db, (trx) => expireAlarms(trx, before, now, atATime))) === atATime);
  })
