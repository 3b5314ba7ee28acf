// Sums of drones as they stand today. Those of work over time stand in the schema `figure`, which the
// figures alone read (apps/server/src/modules/figures/figures/kept-sums.ts).
import type { Exact } from './column-types.ts'

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
  drone_sum: DroneSumTable
  drone_sum_wide: DroneSumWideTable
  drone_sum_change: DroneSumTable
}
