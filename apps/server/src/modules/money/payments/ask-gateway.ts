// Queries the gateway for results of payments and refunds, in case no callback arrives.
import { z } from 'zod'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import type { Payments } from './create-payments.ts'
import { paymentsToAsk, refundsToAsk } from './payments.queries.ts'
import { GatewayAway, GatewayRefused } from './wechat/wechat-transport.ts'

export const queryGatewayKind: JobKind<object> = {
  name: 'payments.ask',
  payload: z.object({}),
  triesAtMost: 2,
  schedule: { hour: 'every', minute: 'every' },
}

/** A callback usually arrives within seconds. */
const waitMs = 50_000
const atATime = 50

type Deps = Pick<Services, 'db' | 'clock'> & { payments: Payments }

export const queryGatewayJob = ({ db, clock, payments }: Deps): Job =>
  createJob(queryGatewayKind, async (_payload, { log, signal }) => {
    const { wechat, refunds } = payments
    if (!wechat) return
    /**
     * An error with one does not prevent the others; if the gateway is down, it is queried again in
     * a minute.
     */
    const attempt = async (number: string, work: () => Promise<void>): Promise<boolean> => {
      try {
        await work()
        return true
      } catch (error) {
        if (!(error instanceof GatewayAway || error instanceof GatewayRefused)) throw error
        log.warn({ err: error, number }, 'the gateway did not say what became of it')
        return !(error instanceof GatewayAway)
      }
    }
    const before = new Date(clock.now() - waitMs)
    for (const payment of await paymentsToAsk(db, before, atATime))
      if (signal.aborted || !(await attempt(payment.number, () => payments.ask(payment)))) return
    for (const { id, number } of await refundsToAsk(db, before, atATime)) {
      const work = async (): Promise<void> => refunds.takeIn(id, await wechat.findRefund(number))
      if (signal.aborted || !(await attempt(number, work))) return
    }
  })
