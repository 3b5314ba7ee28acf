// Row-level security: consoles read the ledger in a transaction whose role sees only lines of the
// given books or clients, even if a query lacks a condition.
import { sql } from 'kysely'
import type { Caller } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** The owner of the visible lines. */
export type LedgerReader =
  | { kind: 'operator' }
  | { kind: 'owner'; accountIds: readonly string[] }
  | { kind: 'client'; clientIds: readonly number[] }

/** For orders, payments and invoices: as buyer, payer or seller, and for accounts below. */
export const toLedgerReader = ({
  scope,
  accountId,
}: Pick<Caller, 'scope' | 'accountId'>): LedgerReader =>
  scope.kind === 'all'
    ? { kind: 'operator' }
    : { kind: 'owner', accountIds: scope.kind === 'accounts' ? scope.accountIds : [accountId] }

const roles = {
  operator: 'swath_ledger_operator',
  owner: 'swath_ledger_owner',
  client: 'swath_ledger_client',
} as const satisfies Record<LedgerReader['kind'], string>

const named = (reader: LedgerReader): string =>
  reader.kind === 'operator'
    ? ''
    : (reader.kind === 'owner' ? reader.accountIds : reader.clientIds).join(',')

/** Reads lines and their totals in one snapshot. */
export const readWithRowSecurity = <T>(
  db: Db,
  reader: LedgerReader,
  read: (tx: Tx) => Promise<T>,
): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`select set_config('swath.ledger', ${named(reader)}, true),
        set_config('role', ${roles[reader.kind]}, true)`.execute(trx)
      return read(trx)
    })

/**
 * Reads all rows of a short list before they are sent, so that the transaction is closed by then.
 */
export const eachWithRowSecurity = async function* <Row>(
  db: Db,
  reader: LedgerReader,
  read: (tx: Tx) => AsyncIterable<Row>,
): AsyncGenerator<Row> {
  yield* await readWithRowSecurity(db, reader, async (tx) => {
    const rows: Row[] = []
    for await (const row of read(tx)) rows.push(row)
    return rows
  })
}
