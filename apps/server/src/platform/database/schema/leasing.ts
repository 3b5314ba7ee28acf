// Who rents drones of whom, at what price, and which drone is lent to whom.
import type { Currency } from '@swath/domain/money'
import type { Generated } from 'kysely'
import type { DayText, GeneratedJson, NullableTimestamp, Timestamp } from './column-types.ts'

export interface RentalClientTable {
  id: Generated<number>
  lessor_account_id: string
  tenant_account_id: string | null
  name: string
  contact: Generated<string>
  phone: Generated<string>
  note: Generated<string>
  currency: Currency
  mu_unit_price_minor: number
  hour_unit_price_minor: number
  state: Generated<0 | 1 | 2>
  warn_below_minor: number | null
  locks_when_empty: Generated<boolean>
  grace_minor: Generated<number>
  warned_levels: GeneratedJson<Partial<Record<Currency, 1 | 2>>>
  code_hash: Buffer | null
  code_until: NullableTimestamp | null
  activated_at: NullableTimestamp | null
  created_at: Timestamp
  version: Generated<number>
}

export interface RentalClientPriceTable {
  client_id: number
  from_at: Timestamp
  currency: Currency
  mu_unit_price_minor: number
  hour_unit_price_minor: number
  user_name: string
}

export interface BasicPriceTable {
  id: string
  lessor_account_id: string
  model_id: string | null
  rental_model: 1 | 2 | 3 | 5
  currency: Currency
  mu_unit_price_minor: number
  hour_unit_price_minor: number
  valid_from: DayText
  valid_until: DayText | null
  note: Generated<string>
  version: Generated<number>
}

export interface LeaseContractTable {
  id: string
  client_id: number
  lessor_account_id: string
  language: string
  document: string
  document_hash: Buffer
  lessor_signed_at: NullableTimestamp | null
  lessor_signer_id: string | null
  lessor_signer_name: string | null
  tenant_signed_at: NullableTimestamp | null
  tenant_signer_id: string | null
  tenant_signer_name: string | null
  withdrawn_at: NullableTimestamp | null
  created_at: Timestamp
  version: Generated<number>
}

export interface LeaseTable {
  id: Generated<number>
  lessor_account_id: string
  client_id: number | null
  drone_id: string
  contract_id: string | null
  rental_model: 1 | 2 | 3 | 5
  charge_by: 'mu' | 'hour'
  currency: Currency
  mu_unit_price_minor: number
  hour_unit_price_minor: number
  share_token: string | null
  note: Generated<string>
  starts_at: Timestamp
  returned_at: NullableTimestamp | null
  cancelled_at: NullableTimestamp | null
  created_by: string
  version: Generated<number>
}

export interface SharedUseTable {
  id: Generated<number>
  lease_id: number
  client_id: number
  user_id: string | null
  user_name: string
  from_at: Timestamp
  until_at: NullableTimestamp | null
}

export interface LeaseLockTable {
  drone_id: string
  client_id: number
  locked_at: Timestamp
}

export interface LeasingTables {
  rental_client: RentalClientTable
  rental_client_price: RentalClientPriceTable
  basic_price: BasicPriceTable
  lease_contract: LeaseContractTable
  lease: LeaseTable
  shared_use: SharedUseTable
  lease_lock: LeaseLockTable
}
