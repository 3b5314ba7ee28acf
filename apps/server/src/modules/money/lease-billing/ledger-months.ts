// Months of the own books: their totals, and closing past months in order.
import {
  ledgerMonthList,
  type LedgerMonth,
  type leaseBillRoutes,
} from '@swath/contract/money/lease-bills'
import { createChanges, type Changes } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { closeMonth, listClosable } from '../ledger/seal.ts'
import { firstMonthOf } from '../ledger/balances.queries.ts'
import { readBook } from '../ledger/seal.queries.ts'
import { monthNow, monthRows, sumMonths, type MonthRow } from './ledger-months.queries.ts'

type Calls = Pick<
  Handlers<typeof leaseBillRoutes>,
  'listLedgerMonths' | 'exportLedgerMonths' | 'closeLedgerMonth'
>

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

const presentMonth = (row: MonthRow): LedgerMonth => {
  const { currency, credit, debit } = row
  const toMoney = (amountMinor: number | null) =>
    currency === null || amountMinor === null ? null : { amountMinor, currency }
  const month = row.month.slice(0, 7)
  return {
    monthId: `${month}-${currency ?? ''}`,
    month,
    isClosed: row.is_closed,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedByName: row.by_name,
    currency,
    credit: toMoney(credit),
    debit: toMoney(debit),
  }
}

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
        answer: async () => ({
          month,
          isClosed: true,
          closedAt: now.toISOString(),
          closedByName: byName,
        }),
      }
    })

export const ledgerMonthHandlers = (services: Services): Calls => ({
  listLedgerMonths: async ({ query }, { caller: { accountId: ownerId } }) => {
    const { readDb, clock } = services
    const { closable, closedUntil, timeZone } = await findClosable(
      readDb,
      ownerId,
      new Date(clock.now()),
    )
    const book = { ownerId, closedUntil }
    return {
      ...(await monthRows.readPage(readDb, book, query, presentMonth)),
      stats: { turnover: await sumMonths(readDb, book, query) },
      closable: closable?.slice(0, 7) ?? null,
      timeZone,
    }
  },
  exportLedgerMonths: async ({ query }, context) => {
    const { accountId: ownerId } = context.caller
    const { closedUntil } = await readBook(services.readDb, ownerId)
    return listFile(ledgerMonthList, query, context, {
      rows: monthRows.each(services.readDb, { ownerId, closedUntil }, query),
      present: presentMonth,
    })
  },
  closeLedgerMonth: closeLedgerMonth({ ...services, ...createChanges(services) }),
})
