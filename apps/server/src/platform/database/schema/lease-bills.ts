// What flights on leases cost, and what clients pay ahead.
import type { ChargeUnit, Currency } from '@swath/domain/money'
import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from './column-types.ts'

export interface LeaseWorkRecordTable {
  drone_id: string
  sortie_id: string
  lease_id: number
  client_id: number
  lessor_id: string
  start_at: Timestamp
  end_at: Timestamp
  covered_m2: number
  duration_s: number
  charge_by: ChargeUnit
  unit_price_minor: number
  currency: Currency
  amount_minor: number
  state: 'charged' | 'waived' | 'taken_back'
  waived_reason: string | null
  corrections: Generated<number>
  billed_at: Timestamp
  version: Generated<number>
}

export interface LeaseRechargeTable {
  id: string
  number: string
  lessor_id: string
  client_id: number
  currency: Currency
  amount_minor: number
  refunded_minor: Generated<number>
  state: Generated<'asked' | 'paid' | 'refused' | 'withdrawn'>
  note: Generated<string>
  reason: Generated<string>
  asked_at: Timestamp
  asked_by: string | null
  asked_by_name: string
  asked_by_account_id: string
  decided_at: NullableTimestamp | null
  decided_by_name: string | null
  payment_id: string | null
  version: Generated<number>
}

export interface LeaseBillTables {
  lease_work_record: LeaseWorkRecordTable
  lease_recharge: LeaseRechargeTable
}
