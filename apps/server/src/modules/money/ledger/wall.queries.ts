// The second wall: consoles read the ledger in a transaction whose role sees no line but those of
// the books, or of the clients, that it names. What a query forgets to ask for does not exist.
import { sql } from 'kysely'
import type { Caller } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Whose lines exist. */
export type LedgerReader =
  | { kind: 'operator' }
  | { kind: 'owner'; accountIds: readonly string[] }
  | { kind: 'client'; clientIds: readonly number[] }

/** Of orders, payments and invoices: as who buys, pays or sells them, and for accounts below. */
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

/** All that is read is of one moment: lines, and what they come to. */
export const readBehindWall = <T>(
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

/** All rows of a short list, for a file: nobody holds the transaction while it leaves. */
export const eachBehindWall = async function* <Row>(
  db: Db,
  reader: LedgerReader,
  read: (tx: Tx) => AsyncIterable<Row>,
): AsyncGenerator<Row> {
  yield* await readBehindWall(db, reader, async (tx) => {
    const rows: Row[] = []
    for await (const row of read(tx)) rows.push(row)
    return rows
  })
}
