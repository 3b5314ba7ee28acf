// Runs after a client's money has changed: both sides are notified once when the balance is low,
// and once more when it is spent.
import { z } from 'zod'
import { currencies, formatMoney, type Money } from '@swath/domain/money'
import { findPersonById, holdsRight } from '../../../platform/auth/people.queries.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import { sendToPerson, type SendDeps } from '../../../platform/messages/send-to-person.ts'
import type { Services } from '../../../platform/services.ts'
import { lockDronesKind } from './locking-of-drones.ts'
import { balanceChanges } from './balance-changes.ts'
import { balanceOfClient } from './client-balance.ts'
import {
  lockWarnedClient,
  noteWarned,
  peopleOfAccounts,
  type WarnedClient,
} from './follow-balance.queries.ts'

const Payload = z.object({
  userId: z.string(),
  clientName: z.string(),
  balance: z.object({ amountMinor: z.int(), currency: z.enum(currencies) }),
})

export const notifyOfBalanceKind: JobKind<z.infer<typeof Payload>> = {
  name: 'leasing.tell-balance',
  payload: Payload,
  triesAtMost: 6,
}

/** 0: sufficient, 1: low, 2: spent. */
export const pickLevel = (balanceMinor: number, warnBelowMinor: number | null): 0 | 1 | 2 =>
  balanceMinor < 0 ? 2 : warnBelowMinor !== null && balanceMinor < warnBelowMinor ? 1 : 0

/** Levels of the currencies with a low balance. */
const readLevels = async (
  trx: Tx,
  client: WarnedClient,
): Promise<{ balance: Money; level: 1 | 2 }[]> =>
  (await balanceOfClient(trx, client.id)).flatMap(({ currency, balanceMinor }) => {
    // The limit is an amount in the currency of the client's prices.
    const limit = currency === client.currency ? client.warn_below_minor : null
    const level = pickLevel(balanceMinor, limit)
    return level === 0 ? [] : [{ balance: { amountMinor: balanceMinor, currency }, level }]
  })

const tellSides = async (
  trx: Tx,
  client: WarnedClient,
  balances: readonly Money[],
): Promise<void> => {
  if (balances.length === 0) return
  const sides = [client.lessor_account_id, client.tenant_account_id].filter((id) => id !== null)
  for (const userId of await peopleOfAccounts(trx, sides)) {
    const person = await findPersonById(trx, userId)
    if (!person || !holdsRight(person, 'recharge.manage')) continue
    for (const balance of balances)
      await enqueueJob(trx, notifyOfBalanceKind, { userId, clientName: client.name, balance })
  }
}

export const followBalanceJob = ({ db }: Pick<Services, 'db'>): Job =>
  createJob(balanceChanges, ({ clientId }) =>
    tx(db, async (trx) => {
      const client = await lockWarnedClient(trx, clientId)
      if (!client) return
      // Drones are locked independently of warnings.
      await enqueueJob(trx, lockDronesKind, { clientId }, { key: `lock ${clientId}` })
      const levels = await readLevels(trx, client)
      const now = Object.fromEntries(levels.map(({ balance, level }) => [balance.currency, level]))
      const before = client.warned_levels
      const raised = levels.filter(({ balance, level }) => level > (before[balance.currency] ?? 0))
      await noteWarned(trx, clientId, now)
      await tellSides(
        trx,
        client,
        raised.map(({ balance }) => balance),
      )
    }),
  )

export const notifyOfBalanceJob = (deps: SendDeps): Job =>
  createJob(notifyOfBalanceKind, ({ userId, clientName, balance }) =>
    sendToPerson(deps, userId, (language) => ({
      template: balance.amountMinor < 0 ? 'balanceSpent' : 'balanceLow',
      values: { client: clientName, balance: formatMoney(balance, language) },
    })),
  )
