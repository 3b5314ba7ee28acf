// Warns the people who manage an account's equipment before the service of a receiver ends: 30 days
// before, 7 days before, and when it has ended.
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
  // The morning of where most are.
  schedule: { hour: 1, minute: 40 },
}
export const notifyOfRtkKind: JobKind<z.infer<typeof Payload>> = {
  name: 'rtk.tell',
  payload: Payload,
  triesAtMost: 6,
}

const atATime = 500
/** A message names at most this many, and the total number. */
const namedAtMost = 5

const managesEquipment = ({ enabled, userType, rights }: Person): boolean =>
  enabled && (rights ?? rightsByUserType[userType]).includes('equipment.manage')

export const warnOfRtkJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(warnOfRtkKind, async () => {
    const warnSome = (): Promise<number> =>
      tx(db, async (trx) => {
        const due = await lockDueDevices(trx, new Date(clock.now()), atATime)
        for (const [accountId, devices] of Map.groupBy(due, (one) => one.account_id))
          for (const userId of await peopleOfAccount(trx, accountId)) {
            const person = await findPersonById(trx, userId)
            if (person && managesEquipment(person))
              await enqueueJob(trx, notifyOfRtkKind, {
                userId,
                due: devices
                  .slice(0, namedAtMost)
                  .map(({ id, expires_on }) => ({ devId: id, validUntil: expires_on! })),
                count: devices.length,
              })
          }
        await noteWarned(trx, due)
        return due.length
      })
    while ((await warnSome()) === atATime);
  })

type Deps = Pick<Services, 'db'> & { themes: Pick<Themes, 'named'>; messages: Messages }

export const notifyOfRtkJob = ({ db, themes, messages }: Deps): Job =>
  createJob(notifyOfRtkKind, async ({ userId, due, count }) => {
    const person = await findPersonById(db, userId)
    const to = person?.email ?? person?.phone
    if (!person?.enabled || !to) return
    const theme = themes.named(person.theme)
    const named = due
      .map(({ devId, validUntil }) => `${devId} (${validUntil.replaceAll('-', '/')})`)
      .join(', ')
    const sending = await messages.sendNow({
      channel: person.email === null ? 'sms' : 'mail',
      to,
      template: 'rtkEnds',
      language: parseSettings(person).language ?? theme.languages[0] ?? 'en',
      values: {
        product: theme.productName,
        account: person.accountName,
        count: String(count),
        devices: count > due.length ? `${named} …` : named,
      },
    })
    if (!sending.sent && sending.again) throw new Error(`not sent: ${sending.reason}`)
  })
