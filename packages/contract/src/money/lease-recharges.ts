// Prepayments by clients: requested, paid, confirmed by the lessor, refunded (specification,
// section 7: recharges with QR image).
import { z } from 'zod'
import {
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  TimeFrom,
  TimeUntil,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { Side, billScreens, billTag } from './lease-bill-fields.ts'
import { CurrencyCode, RentalClientId, leasingBase } from './leasing-fields.ts'
import { declareList } from '../list.ts'
import { pageOf } from '../list-calls.ts'
import { Money, PositiveAmount } from '../money.ts'
import { Payment, PaymentProvider } from './payments.ts'

const route = routeWithTag(billTag)
const screens = billScreens
const manage = { screens, right: 'recharge.manage' } as const
const base = `${leasingBase}/recharges`

export const rechargeStates = ['asked', 'paid', 'refused', 'withdrawn'] as const
export type RechargeState = (typeof rechargeStates)[number]

export const Recharge = z
  .object({
    rechargeId: id('recharge'),
    rechargeNo: z.string().describe('What the payer quotes'),
    clientId: RentalClientId,
    clientName: z.string(),
    lessorAccountName: z.string(),
    payTo: z
      .object({ name: z.string(), bank: z.string(), bankAccount: z.string() })
      .nullable()
      .describe('Where a transfer goes; null: the lessor has entered no account'),
    amount: Money,
    state: z.enum(rechargeStates),
    refunded: Money.describe('Given back of it'),
    refundable: Money.describe('What may still go back of it: no more than the client has'),
    note: z.string(),
    reason: z.string().describe('Why it was refused'),
    askedAt: Time,
    askedByName: z.string(),
    decidedAt: Time.nullable(),
    decidedByName: z.string().nullable(),
    isByGateway: z.boolean().describe('Paid by a gateway, by which what is given back goes back'),
    version: RowVersion,
    can: z.object({
      payBy: z
        .array(PaymentProvider)
        .describe('By which gateways the caller can pay it, beside a transfer'),
      confirm: z.boolean(),
      refuse: z.boolean(),
      withdraw: z.boolean(),
      refund: z.boolean(),
    }),
  })
  .meta({ id: 'Recharge' })
export type Recharge = z.infer<typeof Recharge>

export const rechargeList = declareList({
  name: 'lease-recharges',
  call: 'listLeaseRecharges',
  fileCall: undefined,
  row: Recharge,
  rowKey: 'rechargeId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-askedAt',
  filters: {
    side: Side,
    state: filter(z.enum(rechargeStates)),
    clientName: SearchText,
    rechargeNo: SearchText,
    startTime: filter(TimeFrom),
    endTime: filter(TimeUntil),
  },
  columns: {
    rechargeNo: { label: 'lease-billing:rechargeNo', phone: 'title' },
    clientName: { label: 'lease-billing:client', phone: 'figure' },
    lessorAccountName: { label: 'lease-billing:lessor', phone: 'figure' },
    amount: { label: 'lease-billing:amount', kind: 'money', phone: 'figure' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        asked: 'lease-billing:rechargeAsked',
        paid: 'lease-billing:rechargePaid',
        refused: 'lease-billing:rechargeRefused',
        withdrawn: 'lease-billing:rechargeWithdrawn',
      },
      phone: 'state',
    },
    refunded: { label: 'lease-billing:refunded', kind: 'money' },
    askedAt: { label: 'lease-billing:askedAt', kind: 'time', sort: true },
    askedByName: { label: 'lease-billing:askedBy' },
    decidedAt: { label: 'lease-billing:decidedAt', kind: 'time', sort: true },
    decidedByName: { label: 'lease-billing:decidedBy' },
    note: { label: 'lease-billing:note' },
  },
})

const Text = z.string().trim().max(500)
const params = z.object({ rechargeId: id('recharge') })

/** The form of the console and the body of the call. */
export const NewRecharge = z.object({
  clientId: RentalClientId,
  currency: CurrencyCode.optional().describe('Absent: that of the prices of the client'),
  amount: PositiveAmount,
  note: Text.default(''),
})
export const RechargeRefusal = z.object({ reason: Text.min(1), version: SeenVersion })
export const RechargeRefund = z.object({
  amount: PositiveAmount,
  reason: Text.min(1),
  version: SeenVersion,
})

const step = {
  params,
  policy: manage,
  out: Recharge,
  errors: [
    'not_found',
    'forbidden',
    'conflict',
    'recharge_decided',
    'payment_under_way',
    'gateway_away',
  ],
} as const
const seen = z.object({ version: SeenVersion })

export const leaseRechargeRoutes = {
  listLeaseRecharges: route('GET', base, {
    policy: { screens },
    summary: 'Recharges, newest first, of both sides',
    ...pageOf(rechargeList, {
      stats: z
        .object({ asked: z.int(), paid: z.int(), refused: z.int(), withdrawn: z.int() })
        .describe('By every filter but that of the state'),
    }),
  }),
  getLeaseRecharge: route('GET', `${base}/{rechargeId}`, {
    policy: { screens },
    summary: 'One recharge',
    params,
    out: Recharge,
    errors: ['not_found'],
  }),
  askLeaseRecharge: route('POST', base, {
    policy: manage,
    summary: 'Ask for a recharge: the answer is the bill to be paid by transfer under its number',
    body: NewRecharge,
    out: Recharge,
    errors: ['not_found', 'forbidden'],
  }),
  payLeaseRecharge: route('POST', `${base}/{rechargeId}/pay`, {
    ...step,
    summary: 'Pay a recharge by a gateway: what it answers is the payment with its QR',
    body: z.object({
      provider: PaymentProvider.describe('A transfer needs no call: its payer quotes the number'),
    }),
    out: Payment,
    errors: [...step.errors, 'payment_not_offered', 'recharge_by_transfer'],
  }),
  confirmLeaseRecharge: route('PUT', `${base}/{rechargeId}/confirm`, {
    ...step,
    summary: 'Confirm that the money has come: it is the client’s from now on',
    body: seen,
  }),
  refuseLeaseRecharge: route('PUT', `${base}/{rechargeId}/refuse`, {
    ...step,
    summary: 'Say that no money came, and why',
    body: RechargeRefusal,
  }),
  withdrawLeaseRecharge: route('PUT', `${base}/{rechargeId}/withdraw`, {
    ...step,
    summary: 'Take back what was asked for',
    body: seen,
  }),
  refundLeaseRecharge: route('POST', `${base}/{rechargeId}/refund`, {
    ...step,
    summary: 'Give back a part or all of a recharge, as far as the client still has it',
    body: RechargeRefund,
    errors: ['not_found', 'forbidden', 'conflict', 'refund_too_large'],
  }),
}
