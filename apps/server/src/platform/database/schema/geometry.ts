// Fields and zones on their way in.
import type { Generated } from 'kysely'
import type { GeneratedJson, Json, Timestamp } from './column-types.ts'

export interface GeometryImportTable {
  id: string
  account_id: string
  created_by: string
  created_by_name: string
  created_at: Timestamp
  target: 'plots' | 'no-fly-zones'
  file_name: string
  bytes: number
  key: string | null
  settings: Json<unknown>
  status: Generated<'ready' | 'applying' | 'applied' | 'cancelled' | 'undoing' | 'undone'>
  format: string
  system: string
  encoding: string
  notes: Json<string[]>
  note_details: GeneratedJson<Partial<Record<string, string[]>>>
  columns: Json<string[]>
  good_count: Generated<number>
  mended_count: Generated<number>
  bad_count: Generated<number>
  chosen_count: Generated<number>
  made_count: Generated<number>
  refused_count: Generated<number>
  kept_count: Generated<number>
  done_count: Generated<number>
  is_cancel_asked: Generated<boolean>
  problem: string | null
  finished_at: Timestamp | null
  version: Generated<number>
}

export interface GeometryImportItemTable {
  import_id: string
  number: number
  layer: string
  name: string
  properties: Json<Record<string, string>>
  state: 'good' | 'mended' | 'bad'
  shape: Json<unknown> | null
  outline: Json<unknown> | null
  area_m2: number
  zone: Json<unknown> | null
  problems: Json<unknown[]>
  is_chosen: boolean
  made_id: string | null
  made_name: string | null
  refusal: string | null
  is_kept: Generated<boolean>
}

export interface GeometryTables {
  geometry_import: GeometryImportTable
  geometry_import_item: GeometryImportItemTable
}
