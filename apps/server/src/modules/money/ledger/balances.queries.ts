// Balances are sums of lines: stored monthly sums plus pending lines, in one snapshot.
import { sql, type RawBuilder } from 'kysely'
import type { LedgerAccount, LedgerPurpose } from '@swath/domain/ledger'
import type { Currency } from '@swath/domain/money'
import type { Db, Tx } from '../../../platform/database/database.ts'

/**
 * A condition that also accepts null could not use an index, and would read all accounts of an
 * owner.
 */
const isOf = (column: string, id: string | number | null | undefined): RawBuilder<boolean> =>
  id === null || id === undefined
    ? sql`${sql.ref(column)} is null`
    : sql`${sql.ref(column)} = ${id}`

const isAccount = (account: LedgerAccount): RawBuilder<boolean> => sql<boolean>`(
  account.owner_id = ${account.ownerAccountId}
  and ${isOf('account.client_id', account.clientId)}
  and ${isOf('account.payer_id', account.payerAccountId)}
  and account.purpose = ${account.purpose} and account.currency = ${account.currency})`

/** The balance of an account, or its balance before a month. */
const sumOf = (before: string | RawBuilder<string> | null) => sql<number>`(
  coalesce((select sum(credit_minor - debit_minor) from ledger_sum kept
    where kept.account_id = account.id and (${before}::date is null or kept.month < ${before}::date)), 0)
  + coalesce((select sum(amount_minor) from ledger_pending pending
    where pending.account_id = account.id and (${before}::date is null or pending.month < ${before}::date)), 0)
  )::bigint`

/** The current balance of `account`. */
const standingOnAccount = sumOf(null)

/** In the smallest unit of the currency; 0 without entries. */
export const balanceOf = async (
  db: Db | Tx,
  account: LedgerAccount,
  before: string | null = null,
): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    select ${sumOf(before)} as balance from ledger_account account
    where ${isAccount(account)}`.execute(db)
  return rows[0]?.balance ?? 0
}

type ClientPurpose = 'prepaid' | 'deposit'
type OfClient = { ownerAccountId: string; clientId: number }
export type ClientStanding = {
  accountId: number
  purpose: ClientPurpose
  currency: Currency
  balance: number
}

/** Accounts of a rental client that were ever used, with their balances at the start of a month. */
export const standingsOfClient = async (
  db: Db | Tx,
  { ownerAccountId, clientId }: OfClient,
  before: Readonly<Record<ClientPurpose, string>>,
): Promise<ClientStanding[]> => {
  const limit = sql<string>`(case account.purpose
    when 'prepaid' then ${before.prepaid}::date else ${before.deposit}::date end)`
  const { rows } = await sql<ClientStanding>`
    select account.id as "accountId", account.purpose, account.currency,
      ${sumOf(limit)} as balance from ledger_account account
    where account.owner_id = ${ownerAccountId} and account.client_id = ${clientId}
      and account.payer_id is null and account.purpose in ('prepaid', 'deposit')
    order by account.currency`.execute(db)
  return rows
}

/** Every account of a row's rental client that was ever used, as JSON. */
export const balancesOfRow = (clientId: string) => sql<
  { purpose: LedgerPurpose; currency: Currency; balance: number }[]
>`coalesce((
  select jsonb_agg(jsonb_build_object('purpose', account.purpose, 'currency', account.currency,
    'balance', ${standingOnAccount}) order by account.currency)
  from ledger_account account where account.client_id = ${sql.ref(clientId)}), '[]')`

/** The prepaid balance of a row's rental client in a currency, in its smallest unit. */
export const prepaidOfRow = (clientId: string, currency: string) => sql<number>`coalesce((
  select ${standingOnAccount} from ledger_account account
  where account.client_id = ${sql.ref(clientId)} and account.payer_id is null
    and account.purpose = 'prepaid' and account.currency = ${sql.ref(currency)}), 0)`

export type ClientBalance = {
  client_id: number
  owner_id: string
  purpose: LedgerPurpose
  currency: Currency
  balance: number
}

/** Every account of these rental clients that was ever used. */
export const balancesOfClients = async (
  db: Db | Tx,
  clientIds: readonly number[],
): Promise<ClientBalance[]> => {
  if (clientIds.length === 0) return []
  const { rows } = await sql<ClientBalance>`
    select account.client_id, account.owner_id, account.purpose, account.currency,
      ${standingOnAccount} as balance
    from ledger_account account where account.client_id = any(${clientIds}::bigint[])
    order by account.client_id, account.purpose, account.currency`.execute(db)
  return rows
}

/** The first month with an entry in an owner's books. */
export const firstMonthOf = async (db: Db | Tx, ownerId: string): Promise<string | null> => {
  const { rows } = await sql<{ month: string | null }>`
    select least(
      (select min(kept.month) from ledger_sum kept join ledger_account account on account.id = kept.account_id
        where account.owner_id = ${ownerId}),
      (select min(pending.month) from ledger_pending pending join ledger_account account on account.id = pending.account_id
        where account.owner_id = ${ownerId})) as month`.execute(db)
  return rows[0]!.month
}
