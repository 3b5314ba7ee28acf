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
  .describe('transfer: bank transfer, whose arrival the payee confirms; wechat: WeChat Pay')
export const paymentStates = ['open', 'paid', 'closed'] as const
export const PaymentState = z.enum(paymentStates)

export const Currency = z.enum(currencies).describe('ISO 4217')
export const AmountMinor = z.int().describe('In the smallest unit of the currency')

export const Payment = z
  .object({
    paymentId: id('payment'),
    paymentNo: z.string().describe('Reference number that the payer quotes'),
    provider: PaymentProvider,
    purpose: z.enum(paymentPurposes),
    state: PaymentState,
    amountMinor: AmountMinor,
    refundedMinor: AmountMinor.describe('Amount refunded so far'),
    refundedAt: Time.nullable().describe('Time of the latest refund'),
    refundDueMinor: AmountMinor.describe(
      'Amount to be refunded and not yet sent: by the gateway, or for a transfer by the payee',
    ),
    refundDueSince: Time.nullable(),
    currency: Currency,
    payerName: z.string(),
    payeeName: z.string(),
    payTo: z
      .object({ name: z.string(), bank: z.string(), bankAccount: z.string() })
      .nullable()
      .describe(
        'Bank account for a transfer; null: not a transfer, or the payee has entered no account',
      ),
    qrText: z
      .string()
      .nullable()
      .describe(
        'Text for a QR code: from WeChat, or for a transfer the path of this bill on the host',
      ),
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
    day: z.iso.date().describe('Day in the gateway’s time zone'),
    provider: PaymentProvider,
    number: z.string().describe('Number of the payment or refund'),
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
    state: filter(z.enum(['open', 'settled', 'all'])).describe('all: same as absent'),
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
    settledAt: { label: 'payments:settledAt', kind: 'time', exact: true },
  },
})

export const DifferenceSettled = z.object({
  text: z.string().trim().min(1).max(500).describe('Note on how the difference was settled'),
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
    summary: 'Get one payment, as its payer or payee',
    params: z.object({ paymentId: id('payment') }),
    out: Payment,
    errors: ['not_found'],
  }),
  confirmPayment: route('PUT', `${base}/{paymentId}/confirm`, {
    policy: manage,
    summary: 'Confirm that a transfer has arrived; allowed only to the payee, and once',
    params: z.object({ paymentId: id('payment') }),
    out: Payment,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  confirmRefund: route('PUT', `${base}/{paymentId}/refund`, {
    policy: manage,
    summary: 'Confirm that the due refund of a transfer was sent; allowed only to the payee',
    params: z.object({ paymentId: id('payment') }),
    out: Payment,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  listPaymentDifferences: route('GET', `${base}/differences`, {
    policy: { screens },
    summary:
      'List differences between the gateway’s bills and the stored payments, for the platform',
    ...pageOf(paymentDifferenceList, {
      stats: z.object({ open: z.int(), settled: z.int() }),
      lastDay: BillDay.nullable().describe('Last day that was compared; null: none yet'),
    }),
  }),
  exportPaymentDifferences: route('GET', `${base}/differences/export`, {
    policy: { screens },
    summary: 'Export the filtered differences as CSV or XLSX',
    ...fileOf(paymentDifferenceList),
  }),
  settlePaymentDifference: route('PUT', `${base}/differences/{differenceId}/settle`, {
    policy: manage,
    summary: 'Mark a difference as settled, with a note',
    params: z.object({ differenceId: id('paymentDifference') }),
    body: DifferenceSettled,
    out: PaymentDifference,
    errors: ['not_found', 'conflict'],
  }),
}
