// Who belongs to whom, who they are, and what they ask to become.
import type { ColumnType, Generated } from 'kysely'
import type {
  Timestamp,
  GeneratedTimestamp,
  NullableTimestamp,
  Json,
  GeneratedJson,
  Names,
  Details,
} from './column-types.ts'

export interface RegionTable {
  code: string
  parent_code: string | null
  level: 0 | 1 | 2 | 3
  names: Json<Names>
}

export interface AccountTable {
  id: string
  parent_id: string | null
  path: string
  type: 'platform' | 'government' | 'manufacturer' | 'operator' | 'farmer'
  operator_type: 'team' | 'personal' | null
  name: string
  tag: string | null
  screens: string[] | null
  region_code: string
  time_zone: string
  theme: Generated<string>
  custom_domain: string | null
  logo_url: string | null
  contact_name: string | null
  contact_phone: string | null
  contact_address: string | null
  email: string | null
  legal_name: string | null
  credit_code: string | null
  business_license_url: string | null
  check_status: Generated<1 | 2 | 3>
  enabled: Generated<boolean>
  vip_level: Generated<number>
  can_create_sub: Generated<boolean>
  lease_account: Generated<boolean>
  created_at: GeneratedTimestamp
  version: Generated<number>
}

export interface AccountApplicationTable {
  id: string
  account_id: string
  type: 1 | 2
  status: Generated<1 | 2 | 3>
  proposed: Json<Details>
  current: Json<Details> | null
  submitted_by: string
  submitted_at: Timestamp
  reviewed_by: string | null
  reviewer_name: string | null
  reviewed_at: Timestamp | null
  reason: string | null
}

export interface AppUserTable {
  id: string
  account_id: string
  phone: string | null
  email: string | null
  name: string
  head_url: string | null
  user_type: 1 | 2 | 3 | 4 | 5 | 6
  data_scope: Generated<'enterprise' | 'personal'>
  password_hash: string | null
  enabled: Generated<boolean>
  settings: GeneratedJson<Details>
  rights: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  created_by: ColumnType<string | null, string | null | undefined, string | null>
  last_sign_in_at: NullableTimestamp | null
  /** Set: nobody any more, but for the name beside what was flown and done. */
  deleted_at: NullableTimestamp | null
  created_at: GeneratedTimestamp
  version: Generated<number>
}

export interface UserApplicationTable {
  id: string
  account_id: string
  admin_id: string
  name: string
  phone: string | null
  email: string | null
  user_type: 2 | 3
  password_hash: string | null
  message: Generated<string>
  status: Generated<1 | 2 | 3>
  applied_at: Timestamp
  reviewed_by: string | null
  reviewer_name: string | null
  reviewed_at: Timestamp | null
  reason: string | null
  user_id: string | null
}

export interface StoredFileTable {
  key: string
  media_type: string
  bytes: number
  width_px: number
  height_px: number
  account_id: ColumnType<string | null, string | null | undefined, string | null>
  purpose: ColumnType<
    'avatar' | 'logo' | 'licence' | 'model' | 'bulletin' | null,
    'avatar' | 'logo' | 'licence' | 'model' | 'bulletin' | null | undefined,
    'avatar' | 'logo' | 'licence' | 'model' | 'bulletin' | null
  >
  uploaded_by: string | null
  uploaded_at: Timestamp
  unclaimed_since: Timestamp
}

export interface AccountTables {
  region: RegionTable
  account: AccountTable
  account_application: AccountApplicationTable
  app_user: AppUserTable
  user_application: UserApplicationTable
  stored_file: StoredFileTable
}
