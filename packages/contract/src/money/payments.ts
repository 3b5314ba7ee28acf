// Payments between accounts, for any purpose: how they are paid, whether the money has arrived, and
// discrepancies that the gateway reports.
import { z } from 'zod'
import { currencies } from '@swath/domain/money'
import { RowVersion, SearchText, SeenVersion, Time, filter } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Payments')
const base = '/api/payments'
const screens = ['order-list'] as const

export const paymentPurposes = ['order', 'recharge'] as const
export type PaymentPurpose = (typeof paymentPurposes)[number]
export const paymentProviders = ['transfer', 'wechat'] as const
export type PaymentProvider = (typeof paymentProviders)[number]
export const PaymentProvider = z
  .enum(paymentProviders)
  .describe('transfer: to the payee’s bank, who confirms that it has come; wechat: WeChat Pay')
export const paymentStates = ['open', 'paid', 'closed'] as const
export const PaymentState = z.enum(paymentStates)

export const Currency = z.enum(currencies).describe('ISO 4217')
export const AmountMinor = z.int().describe('In the smallest unit of the currency')

export const Payment = z
  .object({
    paymentId: id('payment'),
    paymentNo: z.string().describe('What the payer quotes'),
    provider: PaymentProvider,
    purpose: z.enum(paymentPurposes),
    state: PaymentState,
    amountMinor: AmountMinor,
    refundedMinor: AmountMinor.describe('Given back'),
    refundedAt: Time.nullable().describe('When some of it was last given back'),
    refundDueMinor: AmountMinor.describe(
      'To be given back and not sent yet: by the gateway, or of a transfer by whoever was paid',
    ),
    refundDueSince: Time.nullable(),
    currency: Currency,
    payerName: z.string(),
    payeeName: z.string(),
    payTo: z
      .object({ name: z.string(), bank: z.string(), bankAccount: z.string() })
      .nullable()
      .describe('Of a transfer, where the payee has said so'),
    qrText: z
      .string()
      .nullable()
      .describe('For a telephone: WeChat’s own text, or the address of this bill below the host'),
    createdAt: Time,
    expiresAt: Time.nullable(),
    paidAt: Time.nullable(),
    can: z.object({ confirm: z.boolean(), confirmRefund: z.boolean() }),
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof Payment>

export const differenceKinds = [
  'unknown',
  'not_paid_here',
  'not_in_bill',
  'amount',
  'refund_unknown',
  'refund_not_in_bill',
  'refund_amount',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const PaymentDifference = z
  .object({
    differenceId: id('paymentDifference'),
    day: z.iso.date().describe('Of the gateway’s zone'),
    provider: PaymentProvider,
    number: z.string().describe('Of the payment or refund'),
    kind: z.enum(differenceKinds),
    hereMinor: AmountMinor.nullable(),
    thereMinor: AmountMinor.nullable(),
    currency: Currency,
    state: z.enum(['open', 'settled']),
    note: z.string(),
    foundAt: Time,
    settledAt: Time.nullable(),
    version: RowVersion,
    can: z.object({ settle: z.boolean() }),
  })
  .meta({ id: 'PaymentDifference' })
export type PaymentDifference = z.infer<typeof PaymentDifference>

export const paymentDifferenceList = declareList({
  name: 'payment-differences',
  call: 'listPaymentDifferences',
  fileCall: 'exportPaymentDifferences',
  row: PaymentDifference,
  rowKey: 'differenceId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-day',
  filters: {
    number: SearchText,
    kind: filter(z.enum(differenceKinds)),
    state: filter(z.enum(['open', 'settled', 'all'])).describe('all: as if absent'),
  },
  columns: {
    number: { label: 'payments:number', phone: 'title' },
    kind: {
      label: 'payments:difference',
      kind: 'code',
      labels: {
        unknown: 'payments:unknown',
        not_paid_here: 'payments:notPaidHere',
        not_in_bill: 'payments:notInBill',
        amount: 'payments:amountDiffers',
        refund_unknown: 'payments:refundUnknown',
        refund_not_in_bill: 'payments:refundNotInBill',
        refund_amount: 'payments:refundAmountDiffers',
      },
      phone: 'figure',
    },
    hereMinor: { label: 'payments:here', kind: 'own', phone: 'figure' },
    thereMinor: { label: 'payments:there', kind: 'own' },
    day: { label: 'payments:billDay', sort: true, phone: 'figure' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: { open: 'payments:differenceOpen', settled: 'payments:differenceSettled' },
      phone: 'state',
    },
    note: { label: 'payments:note' },
    foundAt: { label: 'payments:foundAt', kind: 'time' },
    settledAt: { label: 'payments:settledAt', kind: 'time' },
  },
})

export const DifferenceSettled = z.object({
  text: z.string().trim().min(1).max(500).describe('What became of it'),
  version: SeenVersion,
})

const BillDay = z.object({
  day: z.iso.date(),
  provider: PaymentProvider,
  paymentNum: z.int(),
  refundNum: z.int(),
  paidMinor: AmountMinor,
  refundedMinor: AmountMinor,
  comparedAt: Time,
})

const manage = { screens, right: 'account.manage' } as const

export const paymentRoutes = {
  getPayment: route('GET', `${base}/{paymentId}`, {
    policy: { screens: [...screens, 'bill-list'] },
    summary: 'One payment, for who pays it and who is paid',
    params: z.object({ paymentId: id('payment') }),
    out: Payment,
    errors: ['not_found'],
  }),
  confirmPayment: route('PUT', `${base}/{paymentId}/confirm`, {
    policy: manage,
    summary: 'Say that a transfer has come: whoever is paid alone, and once',
    params: z.object({ paymentId: id('payment') }),
    out: Payment,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  confirmRefund: route('PUT', `${base}/{paymentId}/refund`, {
    policy: manage,
    summary: 'Say that what was to be given back of a transfer was sent: whoever was paid alone',
    params: z.object({ paymentId: id('payment') }),
    out: Payment,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  listPaymentDifferences: route('GET', `${base}/differences`, {
    policy: { screens },
    summary: 'What the gateway’s bills say otherwise, for the operator of the service',
    ...pageOf(paymentDifferenceList, {
      stats: z.object({ open: z.int(), settled: z.int() }),
      lastDay: BillDay.nullable().describe('That was compared'),
    }),
  }),
  exportPaymentDifferences: route('GET', `${base}/differences/export`, {
    policy: { screens },
    summary: 'The filtered differences as CSV or XLSX',
    ...fileOf(paymentDifferenceList),
  }),
  settlePaymentDifference: route('PUT', `${base}/differences/{differenceId}/settle`, {
    policy: manage,
    summary: 'Say what became of a difference',
    params: z.object({ differenceId: id('paymentDifference') }),
    body: DifferenceSettled,
    out: PaymentDifference,
    errors: ['not_found', 'conflict'],
  }),
}
