// Where drones may not fly or must stay, and who knows of it.
import type { AuthorityPurpose, ZoneReason } from '@swath/domain/zone-terms'
import type { WeeklyWindow } from '@swath/domain/weekly-windows'
import type { Generated, Selectable } from 'kysely'
import type { Timestamp, GeneratedJson, GeneratedTimestamp, Json, Rings } from './column-types.ts'

export type StoredAuthority = {
  name: string
  contactName: string
  phone: string
  email: string
  siteUrl: string
  purpose: AuthorityPurpose | null
}

/** A zone as it was, in the names of its columns; times are text. */
export type StoredZone = {
  [K in keyof Omit<NoFlyZoneTable, 'bounds'>]: NonNullable<
    Selectable<NoFlyZoneTable>[K]
  > extends Date
    ? string | Extract<Selectable<NoFlyZoneTable>[K], null>
    : Selectable<NoFlyZoneTable>[K]
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
  kind: Generated<'stay_out' | 'stay_in'>
  restriction: Generated<'prohibited' | 'req_authorisation' | 'conditional' | 'no_restriction'>
  reasons: GeneratedJson<ZoneReason[]>
  message: Generated<string>
  authorities: GeneratedJson<StoredAuthority[]>
  windows: GeneratedJson<WeeklyWindow[]>
  time_zone: Generated<string>
  lower_reference: Generated<'ground' | 'sea'>
  upper_reference: Generated<'ground' | 'sea'>
}

export interface NoFlyZoneVersionTable {
  number: Generated<number>
  zone_id: string
  version: number
  account_id: string
  enabled: boolean
  kind: 'stay_out' | 'stay_in'
  bounds: string
  content: Json<StoredZone>
  since: Timestamp
  until: Timestamp | null
}

export interface DroneZoneHoldingTable {
  drone_id: string
  number: number
  bounds: string
  version: string
  acknowledged_at: Timestamp
}

export interface ZoneTables {
  no_fly_zone: NoFlyZoneTable
  no_fly_zone_version: NoFlyZoneVersionTable
  drone_zone_holding: DroneZoneHoldingTable
}
