// Warns the people who manage an account's equipment before a receiver's service ends: 30 days and
// 7 days before, and when it has ended.
import { z } from 'zod'
import { tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import { sendToPerson, type SendDeps } from '../../../platform/messages/send-to-person.ts'
import type { Services } from '../../../platform/services.ts'
import { peopleWithRight } from '../../people/public.ts'
import { lockDueDevices, noteWarned } from './rtk.queries.ts'

const Payload = z.object({
  userId: z.string(),
  due: z.array(z.object({ devId: z.string(), validUntil: z.string() })),
  count: z.int(),
})

export const warnOfRtkKind: JobKind<object> = {
  name: 'rtk.warn',
  payload: z.object({}),
  triesAtMost: 10,
  // UTC; morning in the time zone of most accounts.
  schedule: { hour: 1, minute: 40 },
}
export const notifyOfRtkKind: JobKind<z.infer<typeof Payload>> = {
  name: 'rtk.tell',
  payload: Payload,
  triesAtMost: 6,
}

const atATime = 500
/** A message names at most this many, and gives the total. */
const namedAtMost = 5

export const warnOfRtkJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(warnOfRtkKind, async () => {
    const warnSome = (): Promise<number> =>
      tx(db, async (trx) => {
        const due = await lockDueDevices(trx, new Date(clock.now()), atATime)
        for (const [accountId, devices] of Map.groupBy(due, (one) => one.account_id))
          for (const userId of await peopleWithRight(trx, accountId, 'equipment.manage'))
            await enqueueJob(trx, notifyOfRtkKind, {
              userId,
              due: devices
                .slice(0, namedAtMost)
                .map(({ id, expires_on }) => ({ devId: id, validUntil: expires_on! })),
              count: devices.length,
            })
        await noteWarned(trx, due)
        return due.length
      })
    while ((await warnSome()) === atATime);
  })

export const notifyOfRtkJob = (deps: SendDeps): Job =>
  createJob(notifyOfRtkKind, async ({ userId, due, count }) => {
    const named = due
      .map(({ devId, validUntil }) => `${devId} (${validUntil.replaceAll('-', '/')})`)
      .join(', ')
    await sendToPerson(deps, userId, () => ({
      template: 'rtkEnds',
      values: { count: String(count), devices: count > due.length ? `${named} …` : named },
    }))
  })
