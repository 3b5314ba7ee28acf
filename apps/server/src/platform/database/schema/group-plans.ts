// Several drones over one field: what was asked for, what was worked out, how far each has come.
import type { Generated, GeneratedAlways } from 'kysely'
import type { GeneratedJson, Json, Timestamp } from './column-types.ts'

export interface GroupPlanTable {
  id: string
  account_id: string
  name: string
  state: Generated<'ready' | 'flying' | 'done'>
  plot_ids: string[]
  plot_names: string
  settings: Json<Record<string, unknown>>
  route: Json<Record<string, unknown>>
  done: GeneratedJson<Record<string, unknown>[]>
  drone_num: number
  swept_m2: number
  spray_l: number
  duration_s: number
  refill_num: number
  turn_num: number
  created_by: string | null
  created_at: Timestamp
  updated_at: Timestamp
  version: Generated<number>
}

export interface GroupPlanDroneTable {
  plan_id: string
  position: number
  drone_id: string | null
  share: number | null
  status: Generated<'waiting' | 'sent' | 'flying' | 'paused' | 'out' | 'done'>
  done_sortie_num: Generated<number>
  sortie_m2: Generated<number[]>
}

export interface GroupPlanOrderTable {
  number: GeneratedAlways<number>
  plan_id: string
  drone_id: string
  action: 'send' | 'start' | 'pause' | 'resume' | 'return' | 'set'
  command_id: string | null
  told_at: Timestamp
}

export interface GroupPlanTables {
  group_plan: GroupPlanTable
  group_plan_drone: GroupPlanDroneTable
  group_plan_order: GroupPlanOrderTable
}
