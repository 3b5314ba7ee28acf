import { invoiceList, type invoiceRoutes } from '@swath/contract/money/invoices'
import { createChanges } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import {
  eachWithRowSecurity,
  readWithRowSecurity,
  toLedgerReader,
} from '../ledger/row-security.queries.ts'
import { moneyCell } from '../payments/money-cell.ts'
import { getInvoiceInfo, updateInvoiceInfo } from './invoice-information.ts'
import { applyInvoice, presentInvoice, readInvoice, setInvoiceStatus } from './invoice-steps.ts'
import { invoiceRows } from './invoices.queries.ts'

export const invoiceHandlers = (services: Services): Handlers<typeof invoiceRoutes> => {
  const deps = { ...services, ...createChanges(services) }
  const { readDb } = services
  return {
    getInvoiceInfo: getInvoiceInfo(deps),
    updateInvoiceInfo: updateInvoiceInfo(deps),
    applyInvoice: applyInvoice(deps),
    setInvoiceStatus: setInvoiceStatus(deps),
    getInvoice: ({ params }, { caller }) =>
      readWithRowSecurity(services.db, toLedgerReader(caller), (tx) =>
        readInvoice(tx, caller, params.ticketId),
      ),
    listInvoices: async ({ query }, { caller }) => {
      const { rows, total, stats } = await readWithRowSecurity(
        readDb,
        toLedgerReader(caller),
        async (tx) => ({
          rows: await invoiceRows.page(tx, caller, query, query),
          total: await invoiceRows.count(tx, caller, query),
          stats: await invoiceRows.countStates(tx, caller, query),
        }),
      )
      return {
        items: rows.map((row) => presentInvoice(row, caller)),
        total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats,
      }
    },
    exportInvoices: async ({ query }, context) =>
      listFile(invoiceList, { format: query.format }, context, {
        rows: eachWithRowSecurity(readDb, toLedgerReader(context.caller), (tx) =>
          invoiceRows.each(tx, context.caller, query),
        ),
        present: (row) => presentInvoice(row, context.caller),
        cells: { amountMinor: ({ amount_minor, currency }) => moneyCell(amount_minor, currency) },
      }),
  }
}
