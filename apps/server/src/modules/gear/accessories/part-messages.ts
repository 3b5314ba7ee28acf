// Notifies the people who handle a maker's alarms of unlisted parts: once per part, in one message
// for all that were raised in the same minute.
import { z } from 'zod'
import { tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import { sendToPerson, type SendDeps } from '../../../platform/messages/send-to-person.ts'
import type { Services } from '../../../platform/services.ts'
import { peopleWithRight } from '../../people/public.ts'
import { lockUnnotified, markNotified } from './accessories.queries.ts'

const Payload = z.object({
  userId: z.string(),
  parts: z.array(z.object({ drone: z.string(), hwId: z.string() })),
  count: z.int(),
})

export const watchPartsKind: JobKind<object> = {
  name: 'parts.watch',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 'every' },
}
export const notifyOfPartsKind: JobKind<z.infer<typeof Payload>> = {
  name: 'parts.tell',
  payload: Payload,
  triesAtMost: 6,
}

const atATime = 500
/** A message names at most this many, and gives the total. */
const namedAtMost = 5

export const watchPartsJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(watchPartsKind, async () => {
    const notifySome = (): Promise<number> =>
      tx(db, async (trx) => {
        const unnotified = await lockUnnotified(trx, atATime)
        for (const [accountId, alarms] of Map.groupBy(unnotified, (one) => one.account_id))
          for (const userId of await peopleWithRight(trx, accountId, 'alarm.handle'))
            await enqueueJob(trx, notifyOfPartsKind, {
              userId,
              parts: alarms
                .slice(0, namedAtMost)
                .map(({ drone_name, hw_id }) => ({ drone: drone_name, hwId: hw_id })),
              count: alarms.length,
            })
        await markNotified(
          trx,
          unnotified.map(({ id }) => id),
          new Date(clock.now()),
        )
        return unnotified.length
      })
    while ((await notifySome()) === atATime);
  })

export const notifyOfPartsJob = (deps: SendDeps): Job =>
  createJob(notifyOfPartsKind, async ({ userId, parts, count }) => {
    const named = parts.map(({ drone, hwId }) => `${drone}: ${hwId}`).join(', ')
    await sendToPerson(deps, userId, () => ({
      template: 'strangeParts',
      values: { count: String(count), parts: count > parts.length ? `${named} …` : named },
    }))
  })
