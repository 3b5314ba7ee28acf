// Manual entries of a lessor: deposits and their return, damage, idle time, credits. Each is a
// separate entry, made once for the id that the caller chose.
import type {
  EnteredKind as EnteredKindSchema,
  leaseBillRoutes,
} from '@swath/contract/money/lease-bills'
import type { z } from 'zod'
import type { LedgerLine } from '@swath/domain/ledger'
import { createChanges, type Changes } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { balanceOf } from '../ledger/balances.queries.ts'
import { postEntry } from '../ledger/post.ts'
import { clientAccount, houseAccount } from './bill-flights.ts'
import { findClient, findReader, holdClient, type ClientFacts } from './bill-readers.queries.ts'
import { keepsBooksOf } from './bills.ts'
import { linesOfCause } from './bills.queries.ts'
import { presentBill } from './present-bill.ts'
import { tellBalance } from './tell-balance.ts'

type Deps = Services & Changes
type EnteredKind = z.infer<typeof EnteredKindSchema>

/** From the first account to the second one. */
const moves = {
  deposit: ['cash', 'deposit'],
  deposit_return: ['deposit', 'cash'],
  damage: ['prepaid', 'damage'],
  idle: ['prepaid', 'idle'],
  adjustment: ['adjustment', 'prepaid'],
} as const satisfies Record<EnteredKind, readonly [string, string]>

const linesOf = (kind: EnteredKind, client: ClientFacts, amount: number): LedgerLine[] => {
  const lessorId = client.lessor_account_id
  const { currency } = client
  const account = (purpose: (typeof moves)[EnteredKind][number]) =>
    purpose === 'prepaid' || purpose === 'deposit'
      ? clientAccount({ lessorId, clientId: client.id, currency }, purpose)
      : houseAccount(lessorId, currency, purpose)
  const [from, to] = moves[kind]
  return [
    { account: account(from), amountMinor: -amount },
    { account: account(to), amountMinor: amount },
  ]
}

const requireDeposit = async (tx: Tx, lines: readonly LedgerLine[], amount: number) => {
  if ((await balanceOf(tx, lines[0]!.account)) < amount) fail('deposit_too_small')
}

const enterLeaseBill =
  ({ record }: Deps): Handlers<typeof leaseBillRoutes>['enterLeaseBill'] =>
  ({ body: { requestId, clientId, kind, amount, note, currency: given } }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      const lessor = await findReader(trx, caller, 'lessor')
      const client = (await findClient(trx, [lessor], Number(clientId))) ?? fail('not_found')
      if (!keepsBooksOf(caller, client.lessor_account_id)) fail('forbidden')
      await holdClient(trx, client.id)
      const currency = given ?? client.currency
      const lines = linesOf(kind, { ...client, currency }, amount)
      const cause = { kind, id: `${client.id} ${requestId}` }
      const entered = await linesOfCause(trx, lessor, { kind, causeId: cause.id })
      if (entered.length === 0 && kind === 'deposit_return')
        await requireDeposit(trx, lines, amount)
      return {
        action: 'client-bill.enter',
        object: { type: 'client-bill', id: requestId, name: client.name },
        changes: entered.length === 0,
        details: { kind, amountMinor: amount, currency, note },
        write: async () => {
          await postEntry(trx, { cause, at: now, lines, note, byName: caller.userName }, now)
          await tellBalance(trx, client.id)
        },
        answer: async () =>
          presentBill((await linesOfCause(trx, lessor, { kind, causeId: cause.id }))[0]!),
      }
    })

export const enteredBillHandlers = (
  services: Services,
): Pick<Handlers<typeof leaseBillRoutes>, 'enterLeaseBill'> => ({
  enterLeaseBill: enterLeaseBill({ ...services, ...createChanges(services) }),
})
