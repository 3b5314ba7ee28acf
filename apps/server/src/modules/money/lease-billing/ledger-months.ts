// Months of the own books: their totals, and closing past months in order.
import type { LedgerMonth, leaseBillRoutes } from '@swath/contract/money/lease-bills'
import { createChanges, type Changes } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { closeMonth, listClosable } from '../ledger/seal.ts'
import { firstMonthOf } from '../ledger/balances.queries.ts'
import { readBook } from '../ledger/seal.queries.ts'
import { monthNow, monthsOfBook, type MonthRow } from './ledger-months.queries.ts'

type Calls = Pick<Handlers<typeof leaseBillRoutes>, 'listLedgerMonths' | 'closeLedgerMonth'>

const findClosable = async (
  db: Db | Tx,
  ownerId: string,
  now: Date,
): Promise<{ closable: string | null; closedUntil: string | null; timeZone: string }> => {
  const { closedUntil, timeZone } = await readBook(db, ownerId)
  const [closable = null] = listClosable({
    closedUntil,
    firstMonth: await firstMonthOf(db, ownerId),
    thisMonth: await monthNow(db, timeZone, now),
  })
  return { closable, closedUntil, timeZone }
}

const presentMonth = (row: MonthRow, closedUntil: string | null): LedgerMonth => ({
  month: row.month.slice(0, 7),
  isClosed: closedUntil !== null && row.month <= closedUntil,
  closedAt: row.closed_at?.toISOString() ?? null,
  closedByName: row.by_name,
  turnover: row.turnover,
})

const closeLedgerMonth =
  ({ record }: Services & Changes): Calls['closeLedgerMonth'] =>
  ({ body: { month } }, context) =>
    record(context, async (trx, now) => {
      const { accountId: ownerId, userName: byName } = context.caller
      const first = `${month}-01`
      const { closable } = await findClosable(trx, ownerId, now)
      if (closable !== first) fail('month_not_closable')
      return {
        action: 'ledger.close-month',
        object: { type: 'ledger', id: ownerId, name: month },
        details: { month },
        write: () => closeMonth(trx, { ownerId, month: first, at: now, byName }),
        answer: async () => {
          const rows = await monthsOfBook(trx, ownerId)
          return presentMonth(
            rows.find((row) => row.month === first)!,
            first,
          )
        },
      }
    })

export const ledgerMonthHandlers = (services: Services): Calls => ({
  listLedgerMonths: async (_asked, { caller }) => {
    const { readDb, clock } = services
    const { closable, closedUntil, timeZone } = await findClosable(
      readDb,
      caller.accountId,
      new Date(clock.now()),
    )
    const rows = await monthsOfBook(readDb, caller.accountId)
    return {
      items: rows.map((row) => presentMonth(row, closedUntil)),
      closable: closable?.slice(0, 7) ?? null,
      timeZone,
    }
  },
  closeLedgerMonth: closeLedgerMonth({ ...services, ...createChanges(services) }),
})
