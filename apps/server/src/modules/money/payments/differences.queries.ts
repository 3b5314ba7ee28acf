// Differences between the gateway's bills and our rows.
import { sql, type RawBuilder } from 'kysely'
import { paymentDifferenceList, type DifferenceKind } from '@swath/contract/money/payments'
import type { Scope } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

/**
 * The merchant account belongs to the operator of the service, so only the operator sees its bills.
 */
const differencesFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('payment_difference as difference')
    .where(sql<boolean>`${scope.kind === 'all' && !scope.own}`)

const isOpen: RawBuilder<boolean> = sql`difference.settled_at is null`

const presented = (rows: ReturnType<typeof differencesFor>) => rows.selectAll('difference')
export type DifferenceRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const differenceRows = defineList(paymentDifferenceList, {
  from: differencesFor,
  select: presented,
  conditions: {
    number: contains('difference.number'),
    kind: equals('difference.kind'),
    state: (state) =>
      state === 'all' ? sql<boolean>`true` : state === 'open' ? isOpen : sql`not ${isOpen}`,
  },
  orders: { day: sql`difference.day` },
  ties: [{ by: sql`difference.id` }],
  countBy: {
    filter: 'state',
    states: ['open', 'settled'],
    state: sql`case when ${isOpen} then 'open' else 'settled' end`,
  },
})

export const findDifference = (db: Db | Tx, scope: Scope, id: string) =>
  presented(differencesFor(db, scope).where('difference.id', '=', id)).executeTakeFirst()

/** Locks the difference until the transaction ends. */
export const lockDifference = (trx: Tx, scope: Scope, id: string) =>
  presented(differencesFor(trx, scope).where('difference.id', '=', id))
    .forUpdate()
    .executeTakeFirst()

export const settleDifference = async (
  trx: Tx,
  id: string,
  { note, userId, at }: { note: string; userId: string; at: Date },
): Promise<void> => {
  await trx
    .updateTable('payment_difference')
    .set({ note, settled_at: at, settled_by: userId, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export type Difference = {
  day: string
  number: string
  kind: DifferenceKind
  hereMinor: number | null
  thereMinor: number | null
  /** It has been corrected automatically. */
  isSettled?: boolean
}

/** Finding the same difference again updates its row. */
export const noteDifference = async (
  trx: Tx,
  id: string,
  difference: Difference,
  at: Date,
): Promise<void> => {
  await trx
    .insertInto('payment_difference')
    .values({
      id,
      provider: 'wechat',
      day: difference.day,
      number: difference.number,
      kind: difference.kind,
      here_minor: difference.hereMinor,
      there_minor: difference.thereMinor,
      currency: 'CNY',
      found_at: at,
      settled_at: difference.isSettled ? at : null,
      settled_by: null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'day', 'number', 'kind']).doNothing())
    .execute()
}

export const lastBillDay = (db: Db) =>
  db.selectFrom('payment_bill_day').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst()

export const comparedDays = async (db: Db, since: string): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('payment_bill_day')
        .where('provider', '=', 'wechat')
        .where('day', '>=', since)
        .select('day')
        .execute()
    ).map(({ day }) => day),
  )

export const noteBillDay = async (
  trx: Tx,
  sums: {
    day: string
    paymentCount: number
    paidMinor: number
    refundCount: number
    refundedMinor: number
    at: Date
  },
): Promise<void> => {
  await trx
    .insertInto('payment_bill_day')
    .values({
      provider: 'wechat',
      day: sums.day,
      payment_count: sums.paymentCount,
      paid_minor: sums.paidMinor,
      refund_count: sums.refundCount,
      refunded_minor: sums.refundedMinor,
      compared_at: sums.at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'day']).doNothing())
    .execute()
}

/** Our payments by the gateway between two moments. */
export const paidBetween = (db: Db | Tx, from: Date, until: Date) =>
  db
    .selectFrom('payment')
    .where('provider', '=', 'wechat')
    .where('state', '=', 'paid')
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .select(['number', 'amount_minor'])
    .execute()

export const refundedBetween = (db: Db | Tx, from: Date, until: Date) =>
  db
    .selectFrom('payment_refund')
    .where('state', '=', 'done')
    .where('accepted_at', '>=', from)
    .where('accepted_at', '<', until)
    .select(['number', 'amount_minor'])
    .execute()

export const amountsOf = async (
  db: Db | Tx,
  table: 'payment' | 'payment_refund',
  numbers: readonly string[],
): Promise<Map<string, { amountMinor: number; state: string }>> =>
  new Map(
    (
      await db
        .selectFrom(table)
        .where('number', '=', sql<string>`any(${[...numbers]}::text[])`)
        .select(['number', 'amount_minor', 'state'])
        .execute()
    ).map(({ number, amount_minor, state }) => [number, { amountMinor: amount_minor, state }]),
  )
