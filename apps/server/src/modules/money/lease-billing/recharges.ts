// A client pays in advance: it requests a recharge, and either pays by bank transfer with the
// recharge's number, which the lessor confirms, or by a gateway, which confirms it automatically
// (recharge-payments.ts). The money is booked once.
import { randomInt } from 'node:crypto'
import type { leaseRechargeRoutes, Recharge } from '@swath/contract/money/lease-recharges'
import type { Caller } from '@swath/domain/access/caller'
import { createChanges, type Changes, type RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import type { Services } from '../../../platform/services.ts'
import { readWithRowSecurity } from '../ledger/row-security.queries.ts'
import { readPayment } from '../payments/present-payment.ts'
import type { Payments } from '../payments/create-payments.ts'
import { findClient, findReader, findReaders } from './bill-readers.queries.ts'
import { keepsBooksOf } from './bills.ts'
import { bookRecharge, endPayment, isUnderWay, startPayment } from './recharge-payments.ts'
import { bookRefund, refundableOf } from './refund-recharges.ts'
import {
  findBanks,
  findRecharge,
  insertRecharge,
  rechargeRows,
  writeRecharge,
  type Bank,
  type RechargeRow,
} from './recharges.queries.ts'

type Deps = Services & Changes & { payments: Payments }
type Calls = Handlers<typeof leaseRechargeRoutes>

const asks = ({ rights, accountId }: Caller, tenantId: string | null): boolean =>
  rights.includes('recharge.manage') && tenantId === accountId

type Step = 'pay' | 'confirm' | 'refuse' | 'withdraw' | 'refund'
const may = (caller: Caller, row: RechargeRow, step: Step): boolean => {
  const isPayer = asks(caller, row.tenant_account_id)
  if (step === 'pay') return isPayer
  return keepsBooksOf(caller, row.lessor_id) || (step === 'withdraw' && isPayer)
}

type Presenting = { payments: Pick<Payments, 'gatewaysOf'> }
const presentRecharge = (
  { payments }: Presenting,
  row: RechargeRow,
  caller: Caller,
  payTo: Bank | undefined,
): Recharge => {
  const isOpen = row.state === 'asked'
  const money = (amountMinor: number) => ({ amountMinor, currency: row.currency })
  return {
    rechargeId: row.id,
    rechargeNo: row.number,
    clientId: String(row.client_id),
    clientName: row.client_name,
    lessorAccountName: row.lessor_name,
    payTo: payTo ?? null,
    amount: money(row.amount_minor),
    state: row.state,
    refunded: money(row.refunded_minor),
    refundable: money(row.refundable_minor),
    note: row.note,
    reason: row.reason,
    askedAt: row.asked_at.toISOString(),
    askedByName: row.asked_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedByName: row.decided_by_name,
    isByGateway: row.state === 'paid' && row.payment_id !== null,
    version: row.version,
    can: {
      payBy:
        isOpen && may(caller, row, 'pay') ? payments.gatewaysOf(row.lessor_id, row.currency) : [],
      confirm: isOpen && may(caller, row, 'confirm'),
      refuse: isOpen && may(caller, row, 'refuse'),
      withdraw: isOpen && may(caller, row, 'withdraw'),
      refund: row.refundable_minor > 0 && may(caller, row, 'refund'),
    },
  }
}

const readRecharge = async (
  deps: Presenting,
  db: Db | Tx,
  caller: Caller,
  id: string,
): Promise<Recharge> => {
  const row = (await findRecharge(db, await findReaders(db, caller), id)) ?? fail('not_found')
  const banks = await findBanks(db, [row.lessor_id])
  return presentRecharge(deps, row, caller, banks.get(row.lessor_id))
}

const rechargeKind: RowKind<RechargeRow, Step> = {
  type: 'recharge',
  lock: async (trx, { caller }, id) =>
    findRecharge(trx, await findReaders(trx, caller), id, { forUpdate: true }),
  refusal: ({ caller }, row, step) => (may(caller, row, step) ? null : 'forbidden'),
  identify: ({ id, number }) => ({ id, name: number }),
  readVersion: ({ version }) => version,
  pickLogAccount: ({ lessor_id }) => lessor_id,
}

/** Characters that are hard to confuse in the reference of a bank transfer. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const makeNumber = (now: Date): string =>
  `R${now.toISOString().slice(2, 10).replaceAll('-', '')}${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')}`

const askLeaseRecharge =
  (deps: Deps): Calls['askLeaseRecharge'] =>
  ({ body: { clientId, amount, note, currency: given } }, context) =>
    deps.record(context, async (trx, now) => {
      const { caller } = context
      const readers = await findReaders(trx, caller)
      const client = (await findClient(trx, readers, Number(clientId))) ?? fail('not_found')
      if (
        !keepsBooksOf(caller, client.lessor_account_id) &&
        !asks(caller, client.tenant_account_id)
      )
        fail('forbidden')
      const currency = given ?? client.currency
      const id = uuidv7(deps.clock.now())
      const number = makeNumber(now)
      return {
        action: 'recharge.ask',
        object: { type: 'recharge', id, name: number },
        details: { client: client.name, amountMinor: amount, currency },
        write: () =>
          insertRecharge(trx, {
            id,
            number,
            lessor_id: client.lessor_account_id,
            client_id: client.id,
            currency,
            amount_minor: amount,
            note,
            asked_at: now,
            asked_by: caller.userId,
            asked_by_name: caller.userName,
            asked_by_account_id: caller.accountId,
            decided_by_name: null,
          }),
        answer: () => readRecharge(deps, trx, caller, id),
      }
    })

const requireOpen = ({ state }: RechargeRow): void => {
  if (state !== 'asked') fail('recharge_decided')
}

/** Fails if the recharge is decided, or a payment was started meanwhile. */
const requireUndecided = async (trx: Tx, row: RechargeRow): Promise<void> => {
  requireOpen(row)
  if (await isUnderWay(trx, row)) fail('payment_under_way')
}

/** Called before a decision: an open gateway payment is then either paid or closed. */
const freeOfPayment = async (
  { db, payments }: Deps,
  { caller }: SignedInContext,
  { id, version, to }: { id: string; version: number | undefined; to: Step },
): Promise<void> => {
  const row = await findRecharge(db, await findReaders(db, caller), id)
  if (row?.state !== 'asked' || row.payment_id === null || !may(caller, row, to)) return
  if (version === undefined || version === row.version) await endPayment(payments, row.payment_id)
}

const payLeaseRecharge =
  (deps: Deps): Calls['payLeaseRecharge'] =>
  async ({ params: { rechargeId: id }, body: { provider } }, context) => {
    const { db, payments, change } = deps
    const { paymentId, name } = await change(
      context,
      rechargeKind,
      { id, to: 'pay', action: 'recharge.pay' },
      async (trx, row, now) => {
        requireOpen(row)
        // A bank transfer needs no payment: the recharge itself is paid and confirmed.
        if (provider === 'transfer') fail('recharge_by_transfer', { number: row.number })
        if (!payments.gatewaysOf(row.lessor_id, row.currency).includes(provider))
          fail('payment_not_offered')
        const payment = await startPayment({ trx, payments, now }, row, provider)
        return {
          changes: payment.isNew,
          details: { amountMinor: row.amount_minor, currency: row.currency, provider },
          answer: () => Promise.resolve({ paymentId: payment.id, name: row.number }),
        }
      },
    )
    const word = labelsIn(context.language)('lease-billing:kindRecharge')
    await payments.open(paymentId, `${word} ${name}`)
    return readPayment(db, context.caller, paymentId)
  }

const confirmLeaseRecharge =
  (deps: Deps): Calls['confirmLeaseRecharge'] =>
  async ({ params: { rechargeId: id }, body: { version } }, context) => {
    await freeOfPayment(deps, context, { id, version, to: 'confirm' })
    return deps.change(
      context,
      rechargeKind,
      { id, version, to: 'confirm', action: 'recharge.confirm' },
      async (trx, row, now) => {
        const isPaid = row.state === 'paid'
        if (!isPaid) await requireUndecided(trx, row)
        return {
          changes: !isPaid,
          details: { amountMinor: row.amount_minor, currency: row.currency },
          write: () => bookRecharge(trx, row, { at: now, byName: context.caller.userName }),
          answer: () => readRecharge(deps, trx, context.caller, id),
        }
      },
    )
  }

const refuseLeaseRecharge =
  (deps: Deps): Calls['refuseLeaseRecharge'] =>
  async ({ params: { rechargeId: id }, body: { reason, version } }, context) => {
    await freeOfPayment(deps, context, { id, version, to: 'refuse' })
    return deps.change(
      context,
      rechargeKind,
      { id, version, to: 'refuse', action: 'recharge.refuse' },
      async (trx, row, now) => {
        await requireUndecided(trx, row)
        return {
          details: { reason },
          write: () =>
            writeRecharge(trx, id, {
              state: 'refused',
              reason,
              decided_at: now,
              decided_by_name: context.caller.userName,
            }),
          answer: () => readRecharge(deps, trx, context.caller, id),
        }
      },
    )
  }

const withdrawLeaseRecharge =
  (deps: Deps): Calls['withdrawLeaseRecharge'] =>
  async ({ params: { rechargeId: id }, body: { version } }, context) => {
    await freeOfPayment(deps, context, { id, version, to: 'withdraw' })
    return deps.change(
      context,
      rechargeKind,
      { id, version, to: 'withdraw', action: 'recharge.withdraw' },
      async (trx, row, now) => {
        await requireUndecided(trx, row)
        return {
          write: () =>
            writeRecharge(trx, id, {
              state: 'withdrawn',
              decided_at: now,
              decided_by_name: context.caller.userName,
            }),
          answer: () => readRecharge(deps, trx, context.caller, id),
        }
      },
    )
  }

const refundLeaseRecharge =
  (deps: Deps): Calls['refundLeaseRecharge'] =>
  ({ params: { rechargeId: id }, body: { amount, reason, version } }, context) =>
    deps.change(
      context,
      rechargeKind,
      { id, version, to: 'refund', action: 'recharge.refund' },
      async (trx, row, now) => {
        if (amount > (await refundableOf(trx, row))) fail('refund_too_large')
        const causeId = uuidv7(deps.clock.now())
        return {
          details: { amountMinor: amount, currency: row.currency, reason },
          write: async () => {
            const byName = context.caller.userName
            await bookRefund(trx, row, { causeId, amountMinor: amount, at: now, byName, reason })
            // Money from a gateway is refunded through it; a person returns a bank transfer.
            if (row.payment_id !== null)
              await deps.payments.refunds.request(trx, {
                paymentId: row.payment_id,
                referenceId: causeId,
                amountMinor: amount,
                reason,
                userId: context.caller.userId,
                isSent: true,
              })
          },
          answer: () => readRecharge(deps, trx, context.caller, id),
        }
      },
    )

export const rechargeHandlers = (services: Services, payments: Payments): Calls => {
  const deps: Deps = { ...services, ...createChanges(services), payments }
  const { readDb } = services
  return {
    listLeaseRecharges: async ({ query }, { caller }) => {
      const reader = await findReader(readDb, caller, query.side)
      const { rows, stats } = await readWithRowSecurity(readDb, reader, async (tx) => ({
        rows: await rechargeRows.page(tx, reader, query, query),
        stats: await rechargeRows.countStates(tx, reader, query),
      }))
      const banks = await findBanks(
        readDb,
        rows.map(({ lessor_id: id }) => id),
      )
      return {
        items: rows.map((row) => presentRecharge(deps, row, caller, banks.get(row.lessor_id))),
        total: query.state
          ? stats[query.state]
          : Object.values(stats).reduce((sum, count) => sum + count, 0),
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats,
      }
    },
    getLeaseRecharge: ({ params }, { caller }) =>
      readRecharge(deps, readDb, caller, params.rechargeId),
    askLeaseRecharge: askLeaseRecharge(deps),
    payLeaseRecharge: payLeaseRecharge(deps),
    confirmLeaseRecharge: confirmLeaseRecharge(deps),
    refuseLeaseRecharge: refuseLeaseRecharge(deps),
    withdrawLeaseRecharge: withdrawLeaseRecharge(deps),
    refundLeaseRecharge: refundLeaseRecharge(deps),
  }
}
