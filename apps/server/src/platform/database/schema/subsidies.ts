// What an authority pays for spraying.
import type { Currency } from '@swath/domain/money'
import type { SubsidyCut } from '@swath/domain/subsidy-lines'
import type { SubsidyLeftOutReason, SubsidyRules } from '@swath/domain/subsidy-rules'
import type { AreaUnit } from '@swath/domain/units'
import type { Generated } from 'kysely'
import type { GeneratedJson, Json, NullableTimestamp, Timestamp } from './column-types.ts'

export interface SubsidyRuleTable {
  id: string
  account_id: string
  region_code: string
  year: number
  time_zone: string
  currency: Currency
  number: Generated<number>
  created_at: Timestamp
  version: Generated<number>
}

export interface SubsidyRuleVersionTable {
  rule_id: string
  number: number
  content: Json<SubsidyRules>
  note: Generated<string>
  at: Timestamp
  user_id: string
  user_name: string
}

export interface SubsidyTable {
  id: Generated<number>
  rule_id: string
  rule_number: number
  account_id: string
  region_code: string
  year: number
  time_zone: string
  currency: Currency
  state: Generated<'working' | 'failed' | 'proposed' | 'approved' | 'paid'>
  revision: Generated<number>
  done_count: Generated<number>
  all_count: Generated<number>
  objection_until: NullableTimestamp | null
  line_count: Generated<number>
  stopped_count: Generated<number>
  flight_count: Generated<number>
  plot_count: Generated<number>
  operator_count: Generated<number>
  left_out_count: Generated<number>
  ground_milli_m2: Generated<number>
  total_minor: Generated<number>
  stopped_minor: Generated<number>
  lines_hash: Buffer | null
  proposed_at: NullableTimestamp | null
  approved_at: NullableTimestamp | null
  paid_at: NullableTimestamp | null
  payment_reference: string | null
  seasons: Generated<string>
  created_at: Timestamp
  version: Generated<number>
}

export interface SubsidyLineTable {
  id: string
  subsidy_id: number
  number: number
  state: 'payable' | 'stopped' | 'nothing'
  season: number
  season_name: string
  plot_id: string
  plot_name: string
  owner_id: string
  operator_id: string
  region_code: string
  crop_id: string | null
  chemical_id: string | null
  task_type: 1 | 2 | 3 | 4 | null
  rate_minor: number
  rate_unit: Generated<AreaUnit>
  plot_milli_m2: number
  covered_milli_m2: number
  ground_milli_m2: number
  unproven_milli_m2: Generated<number>
  flight_count: number
  first_at: Timestamp
  gross_minor: number
  amount_minor: number
  cuts: GeneratedJson<SubsidyCut[]>
}

export interface SubsidyFlightTable {
  subsidy_id: number
  number: number
  line_id: string | null
  why: SubsidyLeftOutReason | null
  drone_id: string
  sortie_id: string
  plot_id: string | null
  operator_id: string | null
  region_code: string | null
  start_at: Timestamp
  covered_m2: number
  ground_milli_m2: Generated<number>
  unproven_milli_m2: Generated<number>
  stopped_by: 'suspicion' | 'alarm' | null
  track_hash: Buffer
  facts_hash: Buffer
}

export interface SubsidyRulingTable {
  subsidy_id: number
  drone_id: string
  sortie_id: string
  ruling: 'exclude' | 'admit'
  text: string
  at: Timestamp
  user_id: string
}

export interface SubsidyObjectionTable {
  id: string
  subsidy_id: number
  line_id: string
  line_number: number
  plot_name: string
  region_code: string
  account_id: string
  account_name: string
  user_id: string
  user_name: string
  at: Timestamp
  text: string
  state: Generated<'open' | 'upheld' | 'declined'>
  answer: Generated<string>
  decided_at: NullableTimestamp | null
  decided_by: string | null
  decided_name: string | null
  version: Generated<number>
}

export interface SubsidyStepTable {
  subsidy_id: number
  number: number
  kind: 'propose' | 'correct' | 'rule' | 'approve' | 'pay'
  at: Timestamp
  user_id: string
  user_name: string
  account_id: string
  account_name: string
  text: Generated<string>
}

export interface SubsidyTables {
  subsidy_rule: SubsidyRuleTable
  subsidy_rule_version: SubsidyRuleVersionTable
  subsidy: SubsidyTable
  subsidy_line: SubsidyLineTable
  subsidy_flight: SubsidyFlightTable
  subsidy_ruling: SubsidyRulingTable
  subsidy_objection: SubsidyObjectionTable
  subsidy_step: SubsidyStepTable
}
