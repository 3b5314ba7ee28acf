// Sums that are kept, so that nobody adds up years of flights.
import type { Generated } from 'kysely'
import type { Exact } from './column-types.ts'

export interface WorkSumTable {
  month: Date
  manufacturer_id: string
  region_code: string | null
  mode: number | null
  sortie_count: number
  duration_s: Exact
  covered_m2: Exact
  spray_l: Exact
  operator_id: string | null
  tenant_id: string | null
}

export interface WorkSumWideTable {
  month: Date
  manufacturer_id: string
  region_code: string | null
  mode: number | null
  sortie_count: number
  duration_s: Exact
  covered_m2: Exact
  spray_l: Exact
}

export interface WorkSumDayTable {
  day: Date
  manufacturer_id: string
  country: string | null
  mode: number | null
  sortie_count: number
  duration_s: Exact
  covered_m2: Exact
  spray_l: Exact
}

export interface WorkSumChangeTable {
  day: Date
  manufacturer_id: string
  operator_id: string | null
  tenant_id: string | null
  region_code: string | null
  mode: number | null
  sortie_count: number
  duration_s: Exact
  covered_m2: Exact
  spray_l: Exact
  month: Generated<Date | null>
  country: Generated<string | null>
}

export interface DroneSumTable {
  manufacturer_id: string
  region_code: string
  model_id: string
  activation: 0 | 1 | 2
  device_type: 'sprayer' | 'spreader' | 'mapper'
  sale_type: 1 | 2 | 3
  drones: number
  sortie_count: number
  covered_m2: Exact
  operator_id: string | null
  tenant_id: string | null
}

export interface DroneSumWideTable {
  manufacturer_id: string
  region_code: string
  model_id: string
  activation: 0 | 1 | 2
  device_type: 'sprayer' | 'spreader' | 'mapper'
  sale_type: 1 | 2 | 3
  drones: number
  sortie_count: number
  covered_m2: Exact
}

export interface SumTables {
  work_sum: WorkSumTable
  work_sum_wide: WorkSumWideTable
  work_sum_day: WorkSumDayTable
  work_sum_change: WorkSumChangeTable
  drone_sum: DroneSumTable
  drone_sum_wide: DroneSumWideTable
  drone_sum_change: DroneSumTable
}
