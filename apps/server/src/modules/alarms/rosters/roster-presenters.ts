import type { DutyPerson, Roster } from '@swath/contract/alarms/rosters'
import type { Caller } from '@swath/domain/access/caller'
import { rightsByUserType, type UserType } from '@swath/domain/access/rights'
import type { Language } from '@swath/i18n/languages'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { channelsOf } from '../anomalies/alarm-channels.ts'
import type { Member, RosterFields, RosterRow } from './rosters.queries.ts'

const stateOf = (member: Member): DutyPerson['state'] => {
  if (member.deleted_at !== null) return 'deleted'
  if (!member.enabled) return 'disabled'
  const rights = member.rights ?? rightsByUserType[member.user_type as UserType]
  if (!rights.includes('alarm.sms')) return 'noRight'
  return channelsOf(member).length > 0 || member.has_push ? 'ready' : 'unreachable'
}

export const presentMember = (member: Member): DutyPerson => ({
  userId: member.id,
  userName: member.name,
  state: stateOf(member),
})

export const toFields = (row: RosterRow): RosterFields => ({
  rosterName: row.name,
  region: row.region_code,
  minutes: row.minutes,
  shifts: row.shifts,
})

export const managesRosters = ({ rights }: Caller): boolean => rights.includes('account.manage')

export const presentRoster = (
  row: RosterRow,
  { caller, language }: { caller: Caller; language: Language },
): Roster => {
  const may = managesRosters(caller)
  return {
    rosterId: row.id,
    ...toFields(row),
    // Zod's output type is mutable.
    shifts: row.shifts.map((shift) => ({
      ...shift,
      days: [...shift.days],
      userIds: [...shift.userIds],
    })),
    regionPath: regionPath(row.region_code, language),
    version: row.version,
    can: { update: may, delete: may },
  }
}
