import { dataScopeCodes } from '@swath/contract/people/data-scope-codes'
import type { Member, MemberDetail } from '@swath/contract/people/members'
import type { Caller } from '@swath/domain/access/caller'
import { mayGive } from '@swath/domain/access/grants'
import { rights, rightsByUserType, type Right } from '@swath/domain/access/rights'
import { masked } from '../auth/user-info.ts'
import type { MemberRecord } from './members.queries.ts'

export const managesStaff = (caller: Caller): boolean => caller.rights.includes('staff.manage')

export const heldBy = (
  row: Pick<MemberRecord, 'user_type' | 'rights'>,
): { userType: Member['userType']; rights: readonly Right[] } => ({
  userType: row.user_type,
  rights:
    row.rights === null
      ? rightsByUserType[row.user_type]
      : rights.filter((right) => row.rights!.includes(right)),
})

export const maskedPhone = (phone: string): string =>
  `${phone.split('-')[0]}-${masked({ phone, email: null })}`

export const presentMember = (row: MemberRecord, caller: Caller): Member => {
  const manages = managesStaff(caller)
  const self = row.id === caller.userId
  const held = heldBy(row)
  const above = manages && !self && mayGive(caller, held)
  return {
    userId: row.id,
    userName: row.name,
    phoneNum: row.phone === null || manages || self ? row.phone : maskedPhone(row.phone),
    email:
      row.email === null || manages || self ? row.email : masked({ phone: null, email: row.email }),
    userType: row.user_type,
    rights: [...held.rights],
    ownRights: row.rights !== null,
    dataScope: dataScopeCodes[row.data_scope],
    enabled: row.enabled,
    hasFactor: row.has_factor,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    self,
    version: row.version,
    can: {
      update: above || (manages && self),
      changeAccess: above,
      enable: above,
      delete: above,
      resetPassword: above,
    },
  }
}

export const presentDetail = (
  row: MemberRecord & { creator_name: string | null },
  flown: { flights: number; last_at: Date | null; drones: number },
  caller: Caller,
): MemberDetail => ({
  ...presentMember(row, caller),
  flightNum: flown.flights,
  lastFlightAt: flown.last_at?.toISOString() ?? null,
  droneNum: flown.drones,
  createdByName: row.creator_name,
})

/** Data of a member for the log: everything except the password. */
export const toFacts = (row: MemberRecord) => ({
  userName: row.name,
  phoneNum: row.phone,
  email: row.email,
  userType: row.user_type,
  rights: row.rights,
  dataScope: dataScopeCodes[row.data_scope],
})
