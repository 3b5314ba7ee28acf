// The money of leases, line by line, as posted in the books (specification, section 7: Rental,
// deductions and amounts).
import { z } from 'zod'
import {
  DroneId,
  Mu,
  PartOfDroneId,
  SearchText,
  searchIn,
  TableFormat,
  Time,
  filter,
  flag,
  TimeFrom,
  TimeUntil,
} from '../fields.ts'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import {
  BillAccount,
  BillKind,
  LedgerLineId,
  Month,
  Side,
  billBase,
  billKindLabels,
  billScreens,
  billTag,
} from './lease-bill-fields.ts'
import { ChargeBy, CurrencyCode, LeaseId, RentalClientId, leasingBase } from './leasing-fields.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'
import { Money, PositiveAmount } from '../money.ts'

const route = routeWithTag(billTag)
const screens = billScreens
const manage = { screens, right: 'recharge.manage' } as const

export const BillLine = z
  .object({
    lineId: LedgerLineId,
    at: Time,
    kind: BillKind,
    account: BillAccount,
    isCounterEntry: z.boolean().describe('Whether it reverses an earlier line'),
    isTakenBack: z.boolean().describe('Whether a later line reverses it'),
    clientId: RentalClientId,
    clientName: z.string().nullable(),
    lessorAccountName: z.string(),
    amount: Money.describe('Positive: in favour of the client'),
    droneId: DroneId.nullable(),
    droneName: z.string().nullable(),
    sortieId: id('sortie').nullable(),
    leaseId: LeaseId.nullable(),
    coveredArea: Mu.nullable(),
    flightTime: z.number().nullable().describe('Seconds'),
    chargeBy: ChargeBy.nullable(),
    unitPrice: Money.nullable().describe(
      'Price per covered mu or per hour of flight, see chargeBy',
    ),
    note: z.string(),
    byName: z
      .string()
      .nullable()
      .describe('Name of the person who entered it; null: entered automatically'),
    month: Month.describe('Accounting month of the line'),
    postedAt: Time,
  })
  .meta({ id: 'BillLine' })
export type BillLine = z.infer<typeof BillLine>

export const billList = declareList({
  name: 'lease-bills',
  call: 'listLeaseBills',
  fileCall: 'exportLeaseBills',
  row: BillLine,
  rowKey: 'lineId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-at',
  filters: {
    search: searchIn('clientName', 'lessorAccountName', 'droneName', 'droneId', 'note'),
    side: Side,
    kind: filter(BillKind),
    account: filter(BillAccount),
    clientId: filter(RentalClientId),
    clientName: SearchText,
    lessorAccountName: SearchText,
    droneName: SearchText,
    droneId: PartOfDroneId,
    note: SearchText,
    month: filter(Month),
    startTime: filter(TimeFrom),
    endTime: filter(TimeUntil),
  },
  columns: {
    at: { label: 'lease-billing:at', kind: 'time', exact: true, sort: true, phone: 'figure' },
    kind: { label: 'lease-billing:kind', kind: 'code', labels: billKindLabels, phone: 'title' },
    amount: { label: 'lease-billing:amount', kind: 'money', phone: 'state' },
    clientName: { label: 'lease-billing:client', phone: 'figure' },
    lessorAccountName: { label: 'lease-billing:lessor', phone: 'figure' },
    account: {
      label: 'lease-billing:account',
      kind: 'code',
      labels: { prepaid: 'lease-billing:prepaid', deposit: 'lease-billing:deposit' },
    },
    droneName: { label: 'terms:drone' },
    droneId: { label: 'terms:serialNumber' },
    coveredArea: { label: 'terms:coveredArea', kind: 'chargedArea' },
    flightTime: { label: 'terms:flightTime', kind: 'duration' },
    unitPrice: { label: 'lease-billing:unitPrice', kind: 'money' },
    chargeBy: {
      label: 'lease-billing:chargeBy',
      kind: 'code',
      labels: { mu: 'lease-billing:perMu', hour: 'lease-billing:perHour' },
    },
    isCounterEntry: {
      label: 'lease-billing:counterEntry',
      kind: 'code',
      labels: { true: 'terms:yes', false: 'terms:no' },
    },
    note: { label: 'lease-billing:note' },
    byName: { label: 'lease-billing:byName' },
    month: { label: 'lease-billing:month' },
    postedAt: { label: 'lease-billing:postedAt', kind: 'time', exact: true },
    currency: { label: 'lease-billing:currency', kind: 'own', only: 'file' },
    leaseId: { label: 'lease-billing:lease', only: 'file' },
    sortieId: { label: 'lease-billing:sortie', only: 'file' },
  },
})

const Turnover = z.object({
  currency: Money.shape.currency,
  credit: z.int().describe('Sum in favour of clients'),
  debit: z.int().describe('Sum charged to clients, as a positive number'),
})
const Held = z.object({
  currency: Money.shape.currency,
  prepaid: z.int().describe('Sum of the clients’ balances above zero'),
  owed: z.int().describe('Sum of the clients’ balances below zero, as a positive number'),
  deposit: z.int(),
})

export const ClientBalance = z
  .object({
    balanceId: notARow('Composed of client and currency', z.string()),
    clientId: RentalClientId,
    clientName: z.string(),
    lessorAccountId: id('account'),
    lessorAccountName: z.string(),
    currency: CurrencyCode,
    prepaid: Money,
    deposit: Money,
    lastAt: Time.nullable().describe('Time of the last line in this currency'),
    can: z.object({ recharge: z.boolean(), enter: z.boolean() }),
  })
  .meta({ id: 'ClientBalance' })
export type ClientBalance = z.infer<typeof ClientBalance>

/** By the sign of the balance. */
export const balanceStates = ['owing', 'credit', 'even'] as const

export const balanceList = declareList({
  name: 'lease-balances',
  call: 'listLeaseBalances',
  fileCall: undefined,
  row: ClientBalance,
  rowKey: 'balanceId',
  paging: 'currentPage',
  sortName: 'sortParam',
  // clients who owe first
  defaultSort: 'prepaid',
  filters: {
    side: Side,
    clientId: filter(RentalClientId),
    clientName: SearchText,
    currency: filter(CurrencyCode),
    state: filter(z.enum(balanceStates)).describe(
      'owing: balance below zero; credit: above zero; even: zero',
    ),
  },
  columns: {
    clientName: { label: 'lease-billing:client', sort: true, phone: 'title' },
    lessorAccountName: { label: 'lease-billing:lessor' },
    prepaid: { label: 'lease-billing:balance', kind: 'money', sort: true, phone: 'state' },
    deposit: { label: 'lease-billing:deposit', kind: 'money', phone: 'figure' },
    currency: { label: 'lease-billing:currency' },
    lastAt: { label: 'lease-billing:lastAt', kind: 'time', phone: 'figure' },
  },
})

export const Statement = z
  .object({
    clientId: RentalClientId,
    clientName: z.string(),
    lessorAccountName: z.string(),
    month: Month,
    timeZone: z.string(),
    isClosed: z.boolean().describe('Whether the month is closed and accepts no further lines'),
    opening: Money.describe(
      'In the currency of the client’s prices; for other currencies see balances',
    ),
    closing: Money,
    deposit: Money.describe('Deposit at the end of the month'),
    balances: z
      .array(
        z.object({
          currency: CurrencyCode,
          opening: z.int(),
          closing: z.int(),
          deposit: z.int().describe('Deposit at the end of the month'),
          lineCount: z.int(),
        }),
      )
      .describe(
        'One row for each currency in which the client has money, the currency of its prices first; amounts in the smallest unit',
      ),
    totals: z.array(z.object({ kind: BillKind, count: z.int(), amount: Money })),
    lineCount: z.int().describe('Number of lines of the prepaid account that the totals include'),
    lines: z
      .array(BillLine.extend({ balance: Money.describe('Balance in its currency after the line') }))
      .describe(
        'Grouped by currency, in order of time; the first 2,000 lines of each currency, while the exported file contains all',
      ),
    months: z.array(Month).describe('Months that have lines, newest first'),
  })
  .meta({ id: 'LeaseStatement' })
export type Statement = z.infer<typeof Statement>

const asked = { clientId: RentalClientId, month: Month }

export const enteredKinds = ['deposit', 'deposit_return', 'damage', 'idle', 'adjustment'] as const
export const EnteredKind = z.enum(enteredKinds)

/** The form of the console and the body of the call. */
export const NewBill = z.object({
  requestId: notARow('An idempotency key chosen by the caller', z.uuid()),
  clientId: RentalClientId,
  kind: EnteredKind,
  currency: CurrencyCode.optional().describe('Absent: the currency of the client’s prices'),
  amount: PositiveAmount,
  note: z.string().trim().min(1).max(500),
})

const ClosedMonth = z.object({
  month: Month,
  isClosed: z.boolean(),
  closedAt: Time.nullable(),
  closedByName: z.string().nullable(),
})
export const LedgerMonth = ClosedMonth.extend({
  monthId: notARow('Composed of month and currency', z.string()),
  currency: CurrencyCode.nullable().describe('Null: the month was closed without any lines'),
  credit: Money.nullable().describe('Sum in favour of clients'),
  debit: Money.nullable().describe('Sum charged to clients, as a positive number'),
}).meta({ id: 'LedgerMonth' })
export type LedgerMonth = z.infer<typeof LedgerMonth>

export const ledgerMonthList = declareList({
  name: 'ledger-months',
  call: 'listLedgerMonths',
  fileCall: 'exportLedgerMonths',
  row: LedgerMonth,
  rowKey: 'monthId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-month',
  filters: { isClosed: flag, currency: filter(CurrencyCode) },
  columns: {
    month: { label: 'lease-billing:month', sort: true, phone: 'title' },
    isClosed: {
      label: 'terms:state',
      kind: 'code',
      labels: { true: 'lease-billing:monthClosed', false: 'lease-billing:monthOpen' },
      phone: 'state',
    },
    credit: { label: 'lease-billing:into', kind: 'money', sort: true, phone: 'figure' },
    debit: { label: 'lease-billing:outOf', kind: 'money', sort: true, phone: 'figure' },
    currency: { label: 'lease-billing:currency' },
    closedAt: { label: 'lease-billing:closedAt', kind: 'time', exact: true },
    closedByName: { label: 'lease-billing:closedByName' },
  },
})

export const leaseBillRoutes = {
  listLeaseBills: route('GET', billBase, {
    policy: { screens },
    summary: 'List recharges, deductions and all other movements of clients’ money, newest first',
    ...pageOf(billList, {
      stats: z.object({
        turnover: z
          .array(Turnover)
          .describe('Sums of the filtered lines, one row for each currency'),
        held: z
          .array(Held)
          .describe(
            'Current balances of the clients selected by the filters clientId, clientName and account; empty if any other filter is set',
          ),
      }),
    }),
  }),
  exportLeaseBills: route('GET', `${billBase}/export`, {
    policy: { screens },
    summary: 'Export the filtered lines as CSV or XLSX, streamed',
    ...fileOf(billList),
  }),
  getLeaseBill: route('GET', `${billBase}/{lineId}`, {
    policy: { screens },
    summary: 'Get one line with all lines entered for the same cause, in order',
    params: z.object({ lineId: LedgerLineId }),
    out: BillLine.extend({ sameCause: z.array(BillLine) }).meta({ id: 'BillDetail' }),
    errors: ['not_found'],
  }),
  enterLeaseBill: route('POST', billBase, {
    policy: manage,
    summary:
      'Enter a deposit, its return, damage, idle time or a credit; each requestId is entered only once',
    body: NewBill,
    out: BillLine,
    errors: ['not_found', 'forbidden', 'deposit_too_small'],
  }),
  listLeaseBalances: route('GET', `${leasingBase}/balances`, {
    policy: { screens },
    summary: 'List the prepaid balance and deposit of each client, one row for each currency',
    ...pageOf(balanceList, {
      stats: z.object({
        held: z.array(Held).describe('Sums of all filtered rows; the state does not apply'),
        states: countEach(balanceStates).describe('Counts by state; the state does not apply'),
      }),
    }),
  }),
  getLeaseStatement: route('GET', `${leasingBase}/statement`, {
    policy: { screens },
    summary: 'Get the statement of a client for a month: opening balance, lines, closing balance',
    query: z.object(asked),
    out: Statement,
    errors: ['not_found'],
  }),
  exportLeaseStatement: route('GET', `${leasingBase}/statement/export`, {
    policy: { screens },
    summary: 'Export the statement as CSV or XLSX',
    raw: 'text/csv',
    query: z.object({ ...asked, format: TableFormat }),
    errors: ['not_found'],
  }),
  listLedgerMonths: route('GET', `${leasingBase}/months`, {
    policy: { screens },
    summary: 'List the months of the account’s books, one row for each currency',
    ...pageOf(ledgerMonthList, {
      stats: z.object({ turnover: z.array(Turnover) }),
      closable: Month.nullable().describe(
        'First month that is over and not yet closed; null: none',
      ),
      timeZone: z.string(),
    }),
  }),
  exportLedgerMonths: route('GET', `${leasingBase}/months/export`, {
    policy: { screens },
    summary: 'Export the filtered months as CSV or XLSX',
    ...fileOf(ledgerMonthList),
  }),
  closeLedgerMonth: route('POST', `${leasingBase}/months/close`, {
    policy: manage,
    summary:
      'Close the first open month that is over; later entries for it are posted to a later month',
    body: z.object({ month: Month }),
    out: ClosedMonth,
    errors: ['month_not_closable'],
  }),
}
