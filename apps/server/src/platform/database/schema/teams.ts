// Who flies with whom and with which drones, and what each pilot must hold to fly.
import type { Generated } from 'kysely'
import type { DayText, Timestamp } from './column-types.ts'

export interface TeamTable {
  id: string
  account_id: string
  name: string
  leader_id: string | null
  created_at: Timestamp
  version: Generated<number>
}

export interface TeamMemberTable {
  user_id: string
  team_id: string
  joined_at: Timestamp
}

export interface TeamDroneTable {
  account_id: string
  drone_id: string
  team_id: string
}

export interface PilotCertificateTable {
  id: string
  user_id: string
  kind: 'licence' | 'insurance'
  number: Generated<string>
  valid_until: DayText
  warned_days: number | null
  version: Generated<number>
}

export interface TeamTables {
  team: TeamTable
  team_member: TeamMemberTable
  team_drone: TeamDroneTable
  pilot_certificate: PilotCertificateTable
}
