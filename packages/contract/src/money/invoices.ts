// Invoices for paid orders (specification, section 3: ticketId, orderIds and the information
// printed on them). Each order is invoiced once.
import { z } from 'zod'
import {
  DroneId,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  TimeFrom,
  TimeUntil,
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'
import { ordersAtMost, OrderTypeCode } from './orders.ts'
import { AmountMinor, Currency } from './payments.ts'

const route = routeWithTag('Invoices')
const base = '/api/order/manage'
const screens = ['invoice-list'] as const
const both = ['invoice-list', 'order-list'] as const
const manage = { screens: both, right: 'account.manage' } as const

export const invoiceStates = ['applied', 'issued', 'rejected'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const TicketTypeCode = z
  .literal([1, 2])
  .describe('1 ordinary, 2 special (allows the buyer to deduct the tax)')

const text = (atMost: number) => z.string().trim().max(atMost).default('')
const fields = {
  ticketType: TicketTypeCode,
  busiName: z.string().trim().min(1).max(120).describe('Name of the buyer on the invoice'),
  taxNum: text(40),
  regAddress: text(200),
  contactPhone: text(40),
  bank: text(120),
  bankAccount: text(60),
  getterPhone: text(40).describe('Telephone number of the recipient of the invoice'),
  getterName: text(60),
  getterAddress: text(200),
}
/** A special invoice needs all data of the buyer for the tax office. */
const isWhole = (value: { ticketType: 1 | 2 } & Record<SpecialField, string>): boolean =>
  value.ticketType === 1 || specialFields.every((name) => value[name] !== '')
const specialFields = ['taxNum', 'regAddress', 'contactPhone', 'bank', 'bankAccount'] as const
type SpecialField = (typeof specialFields)[number]

const Fields = z.object(fields)
export const InvoiceInfoInput = Fields.extend({ version: SeenVersion }).superRefine(
  (value, context) => {
    if (isWhole(value)) return
    for (const name of specialFields)
      if (value[name] === '')
        context.addIssue({ code: 'custom', path: [name], message: 'specialNeeds' })
  },
)
export const InvoiceInfo = z
  .object({
    ...Fields.shape,
    version: RowVersion.nullable().describe('Null: no details have been entered yet'),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'InvoiceInfo' })
export type InvoiceInfo = z.infer<typeof InvoiceInfo>

const InvoiceParty = Fields.meta({ id: 'InvoiceParty' })
export type InvoiceParty = z.infer<typeof InvoiceParty>

export const Invoice = z
  .object({
    ticketId: id('invoice'),
    ticketNo: z.string().describe('Number of the application'),
    invoiceNo: z
      .string()
      .nullable()
      .describe('Invoice number of the tax office; null until the invoice is issued'),
    state: z.enum(invoiceStates),
    ticketType: TicketTypeCode,
    busiName: z.string(),
    accountId: id('account'),
    accountName: z.string(),
    orderNum: z.int(),
    amountMinor: AmountMinor,
    currency: Currency,
    reason: z.string().describe('Reason for the rejection'),
    appliedAt: Time,
    userName: z
      .string()
      .nullable()
      .describe('Name of the applicant; null: the caller cannot see the buyer’s account'),
    decidedAt: Time.nullable(),
    version: RowVersion,
    can: z.object({ decide: z.boolean() }),
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.infer<typeof Invoice>

export const InvoiceDetail = z
  .object({
    ...Invoice.shape,
    buyer: InvoiceParty.describe('Buyer’s details at the time of the application'),
    sellerName: z.string(),
    seller: InvoiceParty.nullable().describe(
      'Seller’s details at the time of issue, before that the current ones; null: none entered',
    ),
    lines: z.array(
      z.object({
        orderId: id('order'),
        orderSn: z.string(),
        orderType: OrderTypeCode,
        droneId: DroneId,
        droneName: z.string(),
        year: z.int(),
        amountMinor: AmountMinor,
      }),
    ),
  })
  .meta({ id: 'InvoiceDetail' })
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

export const invoiceList = declareList({
  name: 'invoices',
  call: 'listInvoices',
  fileCall: 'exportInvoices',
  row: Invoice,
  rowKey: 'ticketId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-appliedAt',
  filters: {
    search: searchIn('number', 'busiName', 'accountName'),
    number: SearchText.describe('Part of the application number or of the invoice number'),
    busiName: SearchText,
    accountName: SearchText,
    state: filter(z.enum([...invoiceStates, 'all'])).describe('all: same as absent'),
    startTime: filter(TimeFrom),
    endTime: filter(TimeUntil),
  },
  columns: {
    ticketNo: { label: 'invoices:ticketNo', phone: 'title' },
    busiName: { label: 'invoices:busiName', phone: 'figure' },
    ticketType: {
      label: 'invoices:ticketType',
      kind: 'code',
      labels: { 1: 'invoices:ordinary', 2: 'invoices:special' },
    },
    orderNum: { label: 'invoices:orderNum', kind: 'count' },
    amountMinor: { label: 'invoices:amount', kind: 'own', sort: true, phone: 'figure' },
    currency: { label: 'invoices:currency' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        applied: 'invoices:stateApplied',
        issued: 'invoices:stateIssued',
        rejected: 'invoices:stateRejected',
      },
      phone: 'state',
    },
    invoiceNo: { label: 'invoices:invoiceNo' },
    accountName: { label: 'terms:account' },
    appliedAt: {
      label: 'invoices:appliedAt',
      kind: 'time',
      exact: true,
      sort: true,
      phone: 'figure',
    },
    userName: { label: 'invoices:appliedBy' },
    decidedAt: { label: 'invoices:decidedAt', kind: 'time', exact: true },
    reason: { label: 'terms:reason' },
  },
})

/** The new status of an application: `issued` with the number, `rejected` with the reason. */
export const InvoiceStatus = z
  .object({
    status: z.enum(['issued', 'rejected']),
    invoiceNo: z.string().trim().max(40).default(''),
    text: z.string().trim().max(500).default('').describe('Reason for the rejection'),
    version: SeenVersion,
  })
  .refine(({ status, invoiceNo }) => status !== 'issued' || invoiceNo !== '', {
    path: ['invoiceNo'],
    message: 'required',
  })
  .refine(({ status, text }) => status !== 'rejected' || text !== '', {
    path: ['text'],
    message: 'required',
  })

const params = z.object({ ticketId: id('invoice') })

export const invoiceRoutes = {
  getInvoiceInfo: route('GET', `${base}/invoice-info`, {
    policy: { screens: both },
    summary: 'Get the details printed on the account’s invoices',
    out: InvoiceInfo,
  }),
  updateInvoiceInfo: route('PUT', `${base}/invoice-info`, {
    policy: manage,
    summary:
      'Change the details printed on the account’s invoices; existing applications keep theirs',
    body: InvoiceInfoInput,
    out: InvoiceInfo,
    errors: ['conflict'],
  }),
  applyInvoice: route('POST', `${base}/invoices`, {
    policy: manage,
    summary:
      'Apply for an invoice for paid orders of the account; each order is invoiced only once',
    body: z.object({ orderIds: z.array(id('order')).min(1).max(ordersAtMost) }),
    out: InvoiceDetail,
    errors: ['not_found', 'invoice_info_missing', 'orders_not_alike', 'order_not_to_invoice'],
  }),
  listInvoices: route('GET', `${base}/invoices`, {
    policy: { screens },
    summary: 'List the invoices of the account and of the accounts below it; the platform sees all',
    ...pageOf(invoiceList, {
      stats: countEach(invoiceStates).describe('Counts with every filter applied except state'),
    }),
  }),
  exportInvoices: route('GET', `${base}/invoices/export`, {
    policy: { screens },
    summary: 'Export the filtered invoices as CSV or XLSX',
    ...fileOf(invoiceList),
  }),
  getInvoice: route('GET', `${base}/invoices/{ticketId}`, {
    policy: { screens: both },
    summary: 'Get one invoice with its lines, buyer and seller',
    params,
    out: InvoiceDetail,
    errors: ['not_found'],
  }),
  setInvoiceStatus: route('PUT', `${base}/invoices/{ticketId}/status`, {
    policy: { screens, right: 'account.manage' },
    summary: 'Issue or reject an invoice that was applied for; allowed only to the seller',
    params,
    body: InvoiceStatus,
    out: InvoiceDetail,
    errors: ['not_found', 'forbidden', 'conflict', 'invoice_no_taken'],
  }),
}
