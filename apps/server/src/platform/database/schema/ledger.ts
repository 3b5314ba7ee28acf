// Money in double entry.
import type { Currency } from '@swath/domain/money'
import type { EntryKind, LedgerPurpose, LedgerTotals } from '@swath/domain/ledger'
import type { Generated } from 'kysely'
import type { DayText, Details, GeneratedJson, Json, Timestamp } from './column-types.ts'

export interface LedgerAccountTable {
  id: Generated<number>
  owner_id: string
  client_id: number | null
  payer_id: string | null
  purpose: LedgerPurpose
  currency: Currency
}

export interface LedgerBookTable {
  owner_id: string
  closed_until: DayText | null
}

export interface LedgerEntryTable {
  id: Generated<number>
  owner_id: string
  cause_kind: EntryKind
  cause_id: string
  revision: Generated<number>
  reverses_id: number | null
  at: Timestamp
  posted_at: Timestamp
  month: DayText
  about: GeneratedJson<Details>
  note: Generated<string>
  by_name: string | null
}

export interface LedgerLineTable {
  entry_id: number
  line: number
  account_id: number
  owner_id: string
  client_id: number | null
  purpose: LedgerPurpose
  currency: Currency
  amount_minor: number
  at: Timestamp
  month: DayText
  drone_id: string | null
}

export interface LedgerDroneSumTable {
  owner_id: string
  client_id: number
  purpose: LedgerPurpose
  currency: Currency
  drone_id: string
  month: DayText
  credit_minor: number
  debit_minor: number
  line_count: number
}

export interface LedgerDroneTable {
  owner_id: string
  client_id: number
  drone_id: string
}

export interface LedgerBookSumTable {
  owner_id: string
  purpose: LedgerPurpose
  currency: Currency
  month: DayText
  credit_minor: number
  debit_minor: number
  line_count: number
}

export interface LedgerSumTable {
  account_id: number
  month: DayText
  credit_minor: number
  debit_minor: number
  line_count: number
}

export interface LedgerPendingTable {
  entry_id: number
  line: number
  account_id: number
  month: DayText
  amount_minor: number
  drone_id: string | null
}

export interface LedgerSealTable {
  owner_id: string
  number: number
  entry_id: number
  previous_hash: Buffer
  hash: Buffer
}

export interface LedgerMonthCloseTable {
  owner_id: string
  month: DayText
  closed_at: Timestamp
  by_name: string
  sealed_number: number
  sealed_hash: Buffer
  totals: Json<LedgerTotals>
}

export interface LedgerTables {
  ledger_account: LedgerAccountTable
  ledger_book: LedgerBookTable
  ledger_entry: LedgerEntryTable
  ledger_line: LedgerLineTable
  ledger_sum: LedgerSumTable
  ledger_drone: LedgerDroneTable
  ledger_drone_sum: LedgerDroneSumTable
  ledger_book_sum: LedgerBookSumTable
  ledger_pending: LedgerPendingTable
  ledger_seal: LedgerSealTable
  ledger_month_close: LedgerMonthCloseTable
}
