// Warns people who manage an account's drones before a service year ends: 30 days before, 7 days
// before, and when it has ended. One message lists all drones of an account.
import { z } from 'zod'
import { pickWarning, type OrderType } from '@swath/domain/service-terms'
import { tx } from '../../../platform/database/database.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import { sendToPerson, type SendDeps } from '../../../platform/messages/send-to-person.ts'
import type { Services } from '../../../platform/services.ts'
import { peopleWithRight } from '../../people/public.ts'
import { listEndings, noteWarning, type EndingService } from './services.queries.ts'

const Payload = z.object({
  userId: z.string(),
  endings: z.array(
    z.object({
      orderType: z.literal([1, 2, 3]),
      year: z.int(),
      droneCount: z.int(),
      isOver: z.boolean(),
    }),
  ),
})

export const warnOfServicesKind: JobKind<object> = {
  name: 'orders.warn',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 1, minute: 50 },
}
export const notifyOfServicesKind: JobKind<z.infer<typeof Payload>> = {
  name: 'orders.tell',
  payload: Payload,
  triesAtMost: 6,
}

export const serviceLabels = {
  1: 'orders:platformService',
  2: 'orders:rtkService',
  3: 'orders:firmwareSigning',
} as const satisfies Record<OrderType, string>

export const warnOfServicesJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(warnOfServicesKind, async () => {
    const endings = await listEndings(db, new Date(clock.now()), null)
    for (const [accountId, ofAccount] of Map.groupBy(endings, (one) => one.account_id))
      await tx(db, async (trx) => {
        const news: (EndingService & { daysBefore: number })[] = []
        for (const ending of ofAccount) {
          const daysBefore = pickWarning(ending.year, ending.today)
          if (daysBefore !== null && (await noteWarning(trx, ending, daysBefore)))
            news.push({ ...ending, daysBefore })
        }
        if (news.length === 0) return
        for (const userId of await peopleWithRight(trx, accountId, 'equipment.manage'))
          await enqueueJob(trx, notifyOfServicesKind, {
            userId,
            endings: news.map((one) => ({
              orderType: one.order_type,
              year: one.year,
              droneCount: one.drone_count,
              isOver: one.daysBefore < 0,
            })),
          })
      })
  })

export const notifyOfServicesJob = (deps: SendDeps): Job =>
  createJob(notifyOfServicesKind, ({ userId, endings }) =>
    sendToPerson(deps, userId, (language) => {
      const label = labelsIn(language)
      const services = endings
        .map(
          ({ orderType, year, droneCount }) =>
            `${label(serviceLabels[orderType])} ${year} (${droneCount})`,
        )
        .join(', ')
      return {
        template: endings.some(({ isOver }) => isOver) ? 'servicesEnded' : 'servicesEnd',
        values: { services },
      }
    }),
  )
