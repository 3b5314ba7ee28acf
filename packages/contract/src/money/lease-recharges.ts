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
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { Side, billScreens, billTag } from './lease-bill-fields.ts'
import { CurrencyCode, RentalClientId, leasingBase } from './leasing-fields.ts'
import { declareList } from '../list.ts'
import { countEach, pageOf } from '../list-calls.ts'
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
    rechargeNo: z.string().describe('Reference number that the payer quotes'),
    clientId: RentalClientId,
    clientName: z.string(),
    lessorAccountName: z.string(),
    payTo: z
      .object({ name: z.string(), bank: z.string(), bankAccount: z.string() })
      .nullable()
      .describe('Bank account for a transfer; null: the lessor has not entered one'),
    amount: Money,
    state: z.enum(rechargeStates),
    refunded: Money.describe('Amount refunded so far'),
    refundable: Money.describe('Amount that can still be refunded; at most the client’s balance'),
    note: z.string(),
    reason: z.string().describe('Reason for the refusal'),
    askedAt: Time,
    askedByName: z.string(),
    decidedAt: Time.nullable(),
    decidedByName: z.string().nullable(),
    isByGateway: z
      .boolean()
      .describe('Whether it was paid through a gateway; refunds go through the same gateway'),
    version: RowVersion,
    can: z.object({
      payBy: z
        .array(PaymentProvider)
        .describe('Gateways through which the caller can pay it, in addition to a transfer'),
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
    search: searchIn('clientName', 'rechargeNo'),
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
    askedAt: { label: 'lease-billing:askedAt', kind: 'time', exact: true, sort: true },
    askedByName: { label: 'lease-billing:askedBy' },
    decidedAt: { label: 'lease-billing:decidedAt', kind: 'time', exact: true, sort: true },
    decidedByName: { label: 'lease-billing:decidedBy' },
    note: { label: 'lease-billing:note' },
  },
})

const Text = z.string().trim().max(500)
const params = z.object({ rechargeId: id('recharge') })

/** The form of the console and the body of the call. */
export const NewRecharge = z.object({
  clientId: RentalClientId,
  currency: CurrencyCode.optional().describe('Absent: the currency of the client’s prices'),
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
    summary: 'List recharges of the account as lessor or tenant, newest first',
    ...pageOf(rechargeList, {
      stats: countEach(rechargeStates).describe('Counts with every filter applied except state'),
    }),
  }),
  getLeaseRecharge: route('GET', `${base}/{rechargeId}`, {
    policy: { screens },
    summary: 'Get one recharge',
    params,
    out: Recharge,
    errors: ['not_found'],
  }),
  askLeaseRecharge: route('POST', base, {
    policy: manage,
    summary:
      'Request a recharge; the response is the bill, payable by transfer that quotes its number',
    body: NewRecharge,
    out: Recharge,
    errors: ['not_found', 'forbidden'],
  }),
  payLeaseRecharge: route('POST', `${base}/{rechargeId}/pay`, {
    ...step,
    summary: 'Pay a recharge through a gateway; the response is the payment with its QR code text',
    body: z.object({
      provider: PaymentProvider.describe(
        'A transfer does not need this call: its payer quotes rechargeNo',
      ),
    }),
    out: Payment,
    errors: [...step.errors, 'payment_not_offered', 'recharge_by_transfer'],
  }),
  confirmLeaseRecharge: route('PUT', `${base}/{rechargeId}/confirm`, {
    ...step,
    summary: 'Confirm that the money has arrived; the amount is credited to the client',
    body: seen,
  }),
  refuseLeaseRecharge: route('PUT', `${base}/{rechargeId}/refuse`, {
    ...step,
    summary: 'Refuse a recharge whose money has not arrived, with a reason',
    body: RechargeRefusal,
  }),
  withdrawLeaseRecharge: route('PUT', `${base}/{rechargeId}/withdraw`, {
    ...step,
    summary: 'Withdraw a requested recharge',
    body: seen,
  }),
  refundLeaseRecharge: route('POST', `${base}/{rechargeId}/refund`, {
    ...step,
    summary: 'Refund all or part of a recharge, up to the client’s remaining balance',
    body: RechargeRefund,
    errors: ['not_found', 'forbidden', 'conflict', 'refund_too_large'],
  }),
}
