// Payments through one door, yearly orders for drones, and their invoices.
import type { Generated } from 'kysely'
import type { DayText, Json, NullableTimestamp, Timestamp } from './column-types.ts'

export interface PaymentTable {
  id: string
  number: string
  provider: 'transfer' | 'wechat'
  purpose: string
  reference_id: string
  payer_id: string
  payee_id: string
  amount_minor: number
  currency: string
  state: Generated<'open' | 'paid' | 'closed'>
  qr_text: string | null
  gateway_id: string | null
  created_at: Timestamp
  expires_at: NullableTimestamp | null
  checked_at: NullableTimestamp | null
  paid_at: NullableTimestamp | null
  confirmed_by: string | null
}

export interface PaymentRefundTable {
  id: string
  payment_id: string
  number: string
  reference_id: string
  amount_minor: number
  reason: string
  state: Generated<'waiting' | 'done' | 'failed'>
  gateway_id: string | null
  created_at: Timestamp
  created_by: string | null
  accepted_at: NullableTimestamp | null
  done_at: NullableTimestamp | null
}

export interface PaymentBillDayTable {
  provider: string
  day: DayText
  payment_count: number
  paid_minor: number
  refund_count: number
  refunded_minor: number
  compared_at: Timestamp
}

export interface PaymentDifferenceTable {
  id: string
  provider: string
  day: DayText
  number: string
  kind:
    | 'unknown'
    | 'not_paid_here'
    | 'not_in_bill'
    | 'amount'
    | 'refund_unknown'
    | 'refund_not_in_bill'
    | 'refund_amount'
  here_minor: number | null
  there_minor: number | null
  currency: string
  found_at: Timestamp
  settled_at: NullableTimestamp | null
  settled_by: string | null
  note: Generated<string>
  version: Generated<number>
}

export interface ServicePriceTable {
  order_type: 1 | 2 | 3
  currency: string
  amount_minor: number
  seller_id: string
  updated_at: Timestamp
  version: Generated<number>
}

export interface InvoiceInformationTable {
  account_id: string
  ticket_type: 1 | 2
  business_name: string
  tax_number: Generated<string>
  registered_address: Generated<string>
  contact_phone: Generated<string>
  bank: Generated<string>
  bank_account: Generated<string>
  getter_phone: Generated<string>
  getter_name: Generated<string>
  getter_address: Generated<string>
  updated_at: Timestamp
  version: Generated<number>
}

export interface InvoiceTable {
  id: string
  number: string
  account_id: string
  seller_id: string
  buyer: Json<Record<string, string | number>>
  seller: Json<Record<string, string | number>> | null
  amount_minor: number
  currency: string
  state: Generated<'applied' | 'issued' | 'rejected'>
  invoice_number: string | null
  reason: Generated<string>
  applied_at: Timestamp
  applied_by: string | null
  applied_by_name: string
  decided_at: NullableTimestamp | null
  decided_by: string | null
  version: Generated<number>
}

export interface ServiceOrderTable {
  id: string
  number: string
  order_type: 1 | 2 | 3
  drone_id: string
  year: number
  account_id: string
  seller_id: string
  amount_minor: number
  currency: string
  state: Generated<'unpaid' | 'paid' | 'refunding' | 'refunded' | 'cancelled'>
  payment_id: string | null
  invoice_id: string | null
  created_at: Timestamp
  created_by: string | null
  created_by_name: string
  paid_at: NullableTimestamp | null
  version: Generated<number>
}

export interface InvoiceLineTable {
  invoice_id: string
  order_id: string
  stands: Generated<boolean>
}

export interface ServiceWarningTable {
  account_id: string
  order_type: number
  year: number
  days_before: number
}

export interface OrderTables {
  payment: PaymentTable
  payment_refund: PaymentRefundTable
  payment_bill_day: PaymentBillDayTable
  payment_difference: PaymentDifferenceTable
  service_price: ServicePriceTable
  invoice_information: InvoiceInformationTable
  invoice: InvoiceTable
  service_order: ServiceOrderTable
  invoice_line: InvoiceLineTable
  service_warning: ServiceWarningTable
}
