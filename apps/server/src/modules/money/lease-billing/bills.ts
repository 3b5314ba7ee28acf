// Movements of clients' money as both sides read them, with row-level security.
import {
  type leaseBillRoutes,
  type BillLine,
  type ClientBalance,
  billList,
} from '@swath/contract/money/lease-bills'
import type { Caller } from '@swath/domain/access/caller'
import type { Db } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { inParts } from '../../../platform/listing/in-parts.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { readWithRowSecurity, type LedgerReader } from '../ledger/row-security.queries.ts'
import { findReader, findReaders } from './bill-readers.queries.ts'
import {
  balanceRows,
  billRows,
  findLine,
  linesOfCause,
  nextBills,
  type BalanceRow,
  type BillRow,
} from './bills.queries.ts'
import { presentBill, readLineId } from './present-bill.ts'
import { findBillsAsked, sumBills, sumHeld, sumHeldOfBills } from './turnover.queries.ts'

type Calls = Handlers<typeof leaseBillRoutes>
type Deps = Pick<Services, 'readDb'>

/** Each batch uses its own transaction, so that none is open while a file is sent. */
const eachBill = async function* (
  db: Db,
  reader: LedgerReader,
  query: Parameters<typeof nextBills>[2],
): AsyncGenerator<BillRow> {
  const atOnce = 500
  const parts = inParts<BillRow>(atOnce, (last) =>
    readWithRowSecurity(db, reader, async (tx) =>
      nextBills(tx, await findBillsAsked(tx, reader, query), query, last, atOnce),
    ),
  )
  for await (const rows of parts) yield* rows
}

/** Only for the own account as lessor: companies below keep their own books. */
export const keepsBooksOf = (
  { rights, accountId }: Pick<Caller, 'rights' | 'accountId'>,
  lessorId: string,
): boolean => rights.includes('recharge.manage') && accountId === lessorId

const presentBalance = (row: BalanceRow, caller: Caller): ClientBalance => {
  const keeps = keepsBooksOf(caller, row.lessor_account_id)
  return {
    balanceId: `${row.id}-${row.currency}`,
    clientId: String(row.id),
    clientName: row.name,
    currency: row.currency,
    lessorAccountId: row.lessor_account_id,
    lessorAccountName: row.lessor_name,
    prepaid: { amountMinor: row.prepaid, currency: row.currency },
    deposit: { amountMinor: row.deposit, currency: row.currency },
    lastAt: row.last_at?.toISOString() ?? null,
    can: {
      enter: keeps,
      recharge:
        keeps ||
        (caller.rights.includes('recharge.manage') && row.tenant_account_id === caller.accountId),
    },
  }
}

export const readBill = async (
  db: Db,
  caller: Caller,
  lineId: string,
): Promise<BillLine & { sameCause: BillLine[] }> => {
  for (const reader of await findReaders(db, caller)) {
    const found = await readWithRowSecurity(db, reader, async (tx) => {
      const row = await findLine(tx, reader, readLineId(lineId))
      return (
        row && {
          row,
          all: await linesOfCause(tx, reader, { kind: row.kind, causeId: row.cause_id }),
        }
      )
    })
    if (found) return { ...presentBill(found.row), sameCause: found.all.map(presentBill) }
  }
  return fail('not_found')
}

export const billHandlers = ({
  readDb,
}: Deps): Pick<
  Calls,
  'listLeaseBills' | 'exportLeaseBills' | 'getLeaseBill' | 'listLeaseBalances'
> => ({
  listLeaseBills: async ({ query }, { caller }) => {
    const reader = await findReader(readDb, caller, query.side)
    return readWithRowSecurity(readDb, reader, async (tx) => {
      const asked = await findBillsAsked(tx, reader, query)
      const rows = await billRows.page(tx, asked, query, query)
      const turnover = await sumBills(tx, asked, query)
      return {
        items: rows.map(presentBill),
        total: turnover.reduce((sum, { lines }) => sum + lines, 0),
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats: {
          turnover: turnover.map(({ currency, credit, debit }) => ({ currency, credit, debit })),
          held: await sumHeldOfBills(tx, reader, query),
        },
      }
    })
  },
  exportLeaseBills: async ({ query }, context) => {
    const reader = await findReader(readDb, context.caller, query.side)
    return listFile(billList, query, context, {
      rows: eachBill(readDb, reader, query),
      present: presentBill,
      cells: { currency: ({ currency }) => currency },
    })
  },
  getLeaseBill: ({ params }, { caller }) => readBill(readDb, caller, params.lineId),
  listLeaseBalances: async ({ query }, { caller }) => {
    const reader = await findReader(readDb, caller, query.side)
    return readWithRowSecurity(readDb, reader, async (tx) => ({
      items: (await balanceRows.page(tx, reader, query, query)).map((row) =>
        presentBalance(row, caller),
      ),
      total: await balanceRows.count(tx, reader, query),
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats: {
        held: await sumHeld(tx, reader, query),
        states: await balanceRows.countStates(tx, reader, query),
      },
    }))
  },
})
