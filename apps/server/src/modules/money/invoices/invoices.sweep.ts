// Callers of this feature, and the invoices that they see.
import { invoiceRoutes } from '@swath/contract/money/invoices'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { orderList, seenAccounts } from '../../../sweep/testing-oracle.ts'
import {
  accountNames,
  buildCanary,
  newId,
  personLines,
  world,
  worldNow,
} from '../../../sweep/testing-world.ts'
import { invoiceIds } from './testing-invoices.ts'

const inPath = ({ person }: Asking) => ({
  params: { ticketId: invoiceIds[personLines[person].account] },
})
const holds = {
  kind: 'invoice',
  rows: Object.fromEntries(orderList.map((person) => [person, seenAccounts(person)])),
}
/** A version that no row has, so that the request fails before a change. */
const version = 99

export const invoiceSweep = featureSweep(invoiceRoutes, {
  seed: async (db) => {
    await db
      .insertInto('invoice')
      .values(
        accountNames.map((name) => ({
          id: invoiceIds[name],
          number: buildCanary('invoice', name),
          account_id: world.accountId[name],
          seller_id: world.accountId.root,
          buyer: JSON.stringify({
            ticketType: 1,
            busiName: 'Sweep',
            taxNum: '',
            regAddress: '',
            contactPhone: '',
            bank: '',
            bankAccount: '',
            getterPhone: '',
            getterName: '',
            getterAddress: '',
          }),
          seller: null,
          amount_minor: 30_000,
          currency: 'CNY',
          invoice_number: null,
          applied_at: new Date(worldNow),
          applied_by: null,
          applied_by_name: 'Sweep',
          decided_at: null,
          decided_by: null,
        })),
      )
      .execute()
  },
  strangers: {
    invoice: ({ person }) =>
      accountNames
        .filter((name) => !seenAccounts(person).includes(name))
        .map((name) => invoiceIds[name]),
  },
  cases: {
    getInvoiceInfo: { people: orderList },
    updateInvoiceInfo: {
      people: orderList,
      right: true,
      request: () => ({ body: { ticketType: 1, busiName: 'Sweep', version } }),
    },
    applyInvoice: {
      people: orderList,
      right: true,
      // An unknown order, so that the request fails before an invoice is created.
      request: () => ({ body: { orderIds: [newId()] } }),
    },
    listInvoices: { people: orderList, request: () => ({ query: { pageSize: '500' } }), holds },
    exportInvoices: { people: orderList, holds },
    getInvoice: { people: orderList, request: inPath },
    setInvoiceStatus: {
      people: orderList,
      right: true,
      request: (asking) => ({
        ...inPath(asking),
        body: { status: 'rejected', text: 'Said by the sweep', version },
      }),
    },
  },
})
