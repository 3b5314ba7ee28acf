// After money of a client has moved: both sides are told once when little is left, and once more
// when nothing is.
import { z } from 'zod'
import { currencies, formatMoney } from '@swath/domain/money'
import { rightsByUserType } from '@swath/domain/access/rights'
import { findPersonById, type Person } from '../../platform/auth/people.queries.ts'
import type { Themes } from '../../platform/auth/themes.ts'
import { tx } from '../../platform/database/database.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../platform/jobs/job-kind.ts'
import type { Messages } from '../../platform/messages/messages.ts'
import type { Services } from '../../platform/services.ts'
import { parseSettings } from '../auth/public.ts'
import { lockingOfDrones } from '../leasing/public.ts'
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

export const tellingOfBalance: JobKind<z.infer<typeof Payload>> = {
  name: 'leasing.tell-balance',
  payload: Payload,
  triesAtMost: 6,
}

/** 0 enough, 1 low, 2 spent. */
export const pickLevel = (
  balanceMinor: number,
  warnBelowMinor: number | null,
): WarnedClient['warned_level'] =>
  balanceMinor < 0 ? 2 : warnBelowMinor !== null && balanceMinor < warnBelowMinor ? 1 : 0

const managesMoney = ({ enabled, userType, rights }: Person): boolean =>
  enabled && (rights ?? rightsByUserType[userType]).includes('recharge.manage')

export const followingOfBalanceJob = ({ db }: Pick<Services, 'db'>): Job =>
  createJob(balanceChanges, ({ clientId }) =>
    tx(db, async (trx) => {
      const client = await lockWarnedClient(trx, clientId)
      if (!client) return
      // Whether its drones stay on the ground is looked at whatever was told before.
      await enqueueJob(trx, lockingOfDrones, { clientId }, { key: `lock ${clientId}` })
      const balanceMinor =
        (await balanceOfClient(trx, clientId)).find(({ currency }) => currency === client.currency)
          ?.balanceMinor ?? 0
      const level = pickLevel(balanceMinor, client.warn_below_minor)
      if (level === client.warned_level) return
      await noteWarned(trx, clientId, level)
      if (level < client.warned_level) return
      const sides = [client.lessor_account_id, client.tenant_account_id].filter((id) => id !== null)
      for (const userId of await peopleOfAccounts(trx, sides)) {
        const person = await findPersonById(trx, userId)
        if (!person || !managesMoney(person)) continue
        await enqueueJob(trx, tellingOfBalance, {
          userId,
          clientName: client.name,
          balance: { amountMinor: balanceMinor, currency: client.currency },
        })
      }
    }),
  )

type Needs = Pick<Services, 'db'> & { themes: Pick<Themes, 'named'>; messages: Messages }

export const tellingOfBalanceJob = ({ db, themes, messages }: Needs): Job =>
  createJob(tellingOfBalance, async ({ userId, clientName, balance }) => {
    const person = await findPersonById(db, userId)
    const to = person?.email ?? person?.phone
    if (!person?.enabled || !to) return
    const theme = themes.named(person.theme)
    const language = parseSettings(person).language ?? theme.languages[0] ?? 'en'
    const sending = await messages.sendNow({
      channel: person.email === null ? 'sms' : 'mail',
      to,
      template: balance.amountMinor < 0 ? 'balanceSpent' : 'balanceLow',
      language,
      values: {
        product: theme.productName,
        client: clientName,
        balance: formatMoney(balance, language),
      },
    })
    if (!sending.sent && sending.again) throw new Error(`not sent: ${sending.reason}`)
  })
