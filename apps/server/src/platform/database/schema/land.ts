// What is flown over.
import type { Generated } from 'kysely'
import type { Timestamp, GeneratedTimestamp, Json, Names, Rings } from './column-types.ts'

export interface CropTable {
  id: string
  names: Json<Names>
}

export interface PlotTable {
  id: string
  account_id: string
  name: string
  region_code: string
  rings: Json<Rings>
  bounds: string
  area_m2: number
  crop_id: string | null
  created_by: string | null
  created_at: GeneratedTimestamp
}

export interface NoFlyZoneTable {
  id: string
  account_id: string
  name: string
  type: 1 | 2
  shape: 'polygon' | 'circle'
  rings: Json<Rings> | null
  center_lng: number | null
  center_lat: number | null
  radius_m: number | null
  bounds: string
  area_m2: number
  region_code: string
  detail_address: Generated<string>
  lower_m: number | null
  upper_m: number | null
  valid_from: Timestamp | null
  valid_until: Timestamp | null
  enabled: Generated<boolean>
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  version: Generated<number>
}

export interface LandTables {
  crop: CropTable
  plot: PlotTable
  no_fly_zone: NoFlyZoneTable
}
