// Advance payments of clients, for both sides.
import { sql, type SqlBool, type Updateable } from 'kysely'
import { rechargeList, rechargeStates } from '@swath/contract/money/lease-recharges'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains, equals, since, until } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import type { LedgerReader } from '../ledger/row-security.queries.ts'
import { isRead } from './bill-readers.queries.ts'
import { balanceOn } from './bills.queries.ts'

const rechargesFor = (db: Db | Tx, reader: LedgerReader) =>
  db
    .selectFrom('lease_recharge as recharge')
    .innerJoin('rental_client as client', 'client.id', 'recharge.client_id')
    .innerJoin('account as lessor', 'lessor.id', 'recharge.lessor_id')
    .where(isRead(reader, { owner: 'recharge.lessor_id', client: 'recharge.client_id' }))

/** The refundable amount: at most the client's balance. */
const refundable = sql<number>`case when recharge.state = 'paid' then greatest(0, least(
  recharge.amount_minor - recharge.refunded_minor, ${balanceOn('prepaid', 'recharge.currency')}
  )) else 0 end`

const presented = (rows: ReturnType<typeof rechargesFor>) =>
  rows
    .selectAll('recharge')
    .select([
      'client.name as client_name',
      'client.tenant_account_id',
      'lessor.name as lessor_name',
      refundable.as('refundable_minor'),
    ])
export type RechargeRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const rechargeRows = defineList(rechargeList, {
  from: rechargesFor,
  select: presented,
  conditions: {
    side: () => sql<SqlBool>`true`,
    state: equals('recharge.state'),
    clientName: contains('client.name'),
    rechargeNo: contains('recharge.number'),
    startTime: since('recharge.asked_at'),
    endTime: until('recharge.asked_at', '<'),
  },
  orders: { askedAt: sql`recharge.asked_at`, decidedAt: sql`recharge.decided_at` },
  ties: [{ by: sql`recharge.id` }],
  countBy: { filter: 'state', states: rechargeStates, state: sql`recharge.state` },
})

export type Bank = { name: string; bank: string; bankAccount: string }

/** Bank accounts of lessors for transfers, from their invoice details. */
export const findBanks = async (
  db: Db | Tx,
  lessorIds: readonly string[],
): Promise<ReadonlyMap<string, Bank>> => {
  const rows = await db
    .selectFrom('invoice_information')
    .where(sql<SqlBool>`account_id = any(${[...new Set(lessorIds)]}::uuid[])`)
    .where('bank_account', '<>', '')
    .select(['account_id', 'business_name', 'bank', 'bank_account'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.account_id,
      { name: row.business_name, bank: row.bank, bankAccount: row.bank_account },
    ]),
  )
}

/** For either side; `forUpdate` locks it until the transaction ends. */
export const findRecharge = async (
  db: Db | Tx,
  readers: readonly LedgerReader[],
  id: string,
  { forUpdate = false }: { forUpdate?: boolean } = {},
): Promise<RechargeRow | undefined> => {
  for (const reader of readers) {
    const rows = presented(rechargesFor(db, reader)).where('recharge.id', '=', id)
    const row = await (forUpdate ? rows.forUpdate('recharge') : rows).executeTakeFirst()
    if (row) return row
  }
  return undefined
}

/** Locks the recharge until the transaction ends, as deciding it does. */
export const lockRechargeOfPayment = (trx: Tx, paymentId: string) =>
  trx
    .selectFrom('lease_recharge')
    .where('payment_id', '=', paymentId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

export const insertRecharge = async (
  tx: Tx,
  row: Omit<
    Database['lease_recharge'],
    | 'refunded_minor'
    | 'state'
    | 'note'
    | 'reason'
    | 'asked_at'
    | 'decided_at'
    | 'payment_id'
    | 'version'
  > & { note: string; asked_at: Date },
): Promise<void> => {
  await tx
    .insertInto('lease_recharge')
    .values({ ...row, decided_at: null, payment_id: null })
    .execute()
}

export const writeRecharge = async (
  tx: Tx,
  id: string,
  set: Updateable<Database['lease_recharge']>,
): Promise<void> => {
  await tx
    .updateTable('lease_recharge')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
