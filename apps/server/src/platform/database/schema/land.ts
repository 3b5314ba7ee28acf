// What is flown over.
import type { Generated } from 'kysely'
import type { DayText, Timestamp, GeneratedTimestamp, Json, Names, Parts } from './column-types.ts'

export interface CropTable {
  id: string
  account_id: string | null
  names: Json<Names>
  scientific_name: Generated<string>
  version: Generated<number>
}

export interface WorkTypeTable {
  id: string
  account_id: string | null
  names: Json<Names>
  version: Generated<number>
}

export interface ChemicalTable {
  id: string
  account_id: string | null
  names: Json<Names>
  kind: 'insecticide' | 'fungicide' | 'herbicide' | 'regulator' | 'fertiliser' | 'other'
  version: Generated<number>
}

export interface PlotTable {
  id: string
  account_id: string
  name: string
  region_code: string
  /** Empty: not named. */
  village: Generated<string>
  parts: Json<Parts>
  sketch: Json<Parts> | null
  bounds: string
  area_m2: number
  crop_id: string | null
  shape_at: GeneratedTimestamp
  shape_by: string | null
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  version: Generated<number>
}

export interface PlotFormerShapeTable {
  plot_id: string
  until_at: Timestamp
  from_at: Timestamp
  drawn_by: string | null
  parts: Json<Parts>
  bounds: string
  area_m2: number
}

export interface PlotGroundChangeTable {
  id: Generated<number>
  bounds: string
}

export interface PlotShareTable {
  id: string
  plot_id: string
  phone: string
  rights: 'view' | 'edit'
  until_at: Timestamp | null
  state: Generated<'offered' | 'accepted' | 'declined'>
  receiver_account_id: string | null
  receiver_user_id: string | null
  created_by: string | null
  created_at: GeneratedTimestamp
  answered_at: Timestamp | null
}

export interface PlotSeasonTable {
  plot_id: string
  crop_id: string
  /** In the zone of the plot's owner. */
  from_day: DayText
  until_day: DayText
}

export interface LandTables {
  plot_season: PlotSeasonTable
  chemical: ChemicalTable
  work_type: WorkTypeTable
  crop: CropTable
  plot: PlotTable
  plot_former_shape: PlotFormerShapeTable
  plot_ground_change: PlotGroundChangeTable
  plot_share: PlotShareTable
}
