// Notifies the people who handle alarms at a maker of a part that its list lacks: once for each
// part, in one message for all that were raised in the same minute.
import { z } from 'zod'
import { rightsByUserType } from '@swath/domain/access/rights'
import { findPersonById, type Person } from '../../../platform/auth/people.queries.ts'
import type { Themes } from '../../../platform/auth/themes.ts'
import { tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Messages } from '../../../platform/messages/messages.ts'
import type { Services } from '../../../platform/services.ts'
import { parseSettings } from '../../../platform/auth/person-settings.ts'
import { peopleOfAccount } from '../../people/public.ts'
import { lockUntold, noteTold } from './accessories.queries.ts'

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
/** A message names at most this many, and the total number. */
const namedAtMost = 5

const handlesAlarms = ({ enabled, userType, rights }: Person): boolean =>
  enabled && (rights ?? rightsByUserType[userType]).includes('alarm.handle')

export const watchPartsJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(watchPartsKind, async () => {
    const tellSome = (): Promise<number> =>
      tx(db, async (trx) => {
        const untold = await lockUntold(trx, atATime)
        for (const [accountId, alarms] of Map.groupBy(untold, (one) => one.account_id))
          for (const userId of await peopleOfAccount(trx, accountId)) {
            const person = await findPersonById(trx, userId)
            if (person && handlesAlarms(person))
              await enqueueJob(trx, notifyOfPartsKind, {
                userId,
                parts: alarms
                  .slice(0, namedAtMost)
                  .map(({ drone_name, hw_id }) => ({ drone: drone_name, hwId: hw_id })),
                count: alarms.length,
              })
          }
        await noteTold(
          trx,
          untold.map(({ id }) => id),
          new Date(clock.now()),
        )
        return untold.length
      })
    while ((await tellSome()) === atATime);
  })

type Deps = Pick<Services, 'db'> & { themes: Pick<Themes, 'named'>; messages: Messages }

export const notifyOfPartsJob = ({ db, themes, messages }: Deps): Job =>
  createJob(notifyOfPartsKind, async ({ userId, parts, count }) => {
    const person = await findPersonById(db, userId)
    const to = person?.email ?? person?.phone
    if (!person?.enabled || !to) return
    const theme = themes.named(person.theme)
    const named = parts.map(({ drone, hwId }) => `${drone}: ${hwId}`).join(', ')
    const sending = await messages.sendNow({
      channel: person.email === null ? 'sms' : 'mail',
      to,
      template: 'strangeParts',
      language: parseSettings(person).language ?? theme.languages[0] ?? 'en',
      values: {
        product: theme.productName,
        account: person.accountName,
        count: String(count),
        parts: count > parts.length ? `${named} …` : named,
      },
    })
    if (!sending.sent && sending.again) throw new Error(`not sent: ${sending.reason}`)
  })
