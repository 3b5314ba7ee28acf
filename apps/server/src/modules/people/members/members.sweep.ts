// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { memberRoutes } from '@swath/contract/people/members'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import {
  droneList,
  memberList,
  staffManagers,
  logList,
  visibleAccounts,
} from '../../../sweep/testing-oracle.ts'
import {
  world,
  worldNow,
  newId,
  personLines,
  personNames,
  type PersonName,
} from '../../../sweep/testing-world.ts'

const applicationId = newId()
const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('user_application')
    .values({
      id: applicationId,
      account_id: world.accountId.team,
      admin_id: world.userId.team,
      name: 'canary-user-application-end',
      phone: '+86-13699999999',
      email: null,
      user_type: 2,
      password_hash: 'x',
      applied_at: new Date(worldNow),
      reviewed_by: null,
      reviewer_name: null,
      reviewed_at: null,
      reason: null,
      user_id: null,
    })
    .execute()
}

/** A colleague if the account has one in this world, else the person. */
const aMember = (person: PersonName): string =>
  world.userId[
    personNames.find(
      (name) => name !== person && personLines[name].account === personLines[person].account,
    ) ?? person
  ]
const inPath = ({ person }: Asking) => ({ params: { userId: aMember(person) } })
const body = { userName: 'Made by the sweep', phoneNum: '+86-13999999998', userType: 3 }

export const memberSweep = featureSweep(memberRoutes, {
  seed,
  strangers: {
    user: ({ person }) =>
      personNames
        .filter((name) => personLines[name].account !== personLines[person].account)
        .map((name) => world.userId[name]),
    userApplication: ({ person }) =>
      personLines[person].account === 'team' || (visibleAccounts[person] ?? []).includes('team')
        ? []
        : [applicationId],
  },
  cases: {
    listMembers: { people: memberList, request: () => ({ query: { pageSize: '100' } }) },
    exportMembers: { people: memberList },
    getMember: {
      people: memberList,
      request: ({ person }) => ({ query: { userId: aMember(person) } }),
    },
    createMember: {
      people: staffManagers,
      right: true,
      request: () => ({ body: { ...body, password: 'Swath2026' } }),
      changes: true,
    },
    updateMember: {
      people: staffManagers,
      right: true,
      request: (asking) => ({ ...inPath(asking), body }),
      changes: true,
    },
    enableMember: {
      people: staffManagers,
      right: true,
      request: ({ person }) => ({ body: { userId: aMember(person), opr: 'disable' } }),
      changes: true,
    },
    resetMemberPassword: { people: staffManagers, right: true, request: inPath, changes: true },
    deleteMember: { people: staffManagers, right: true, request: inPath, changes: true },
    applyToJoin: {
      people: 'public',
      request: () => ({
        body: {
          name: 'Sweep',
          phoneNum: '+86-13800000000',
          verifyCode: '000000',
          password: 'Swath2026',
          adminPhone: '+86-13800000000',
          userType: 2,
        },
      }),
    },
    listUserApplications: { people: droneList },
    exportUserApplications: { people: droneList },
    reviewUserApplication: {
      people: logList,
      right: true,
      request: () => ({ body: { applyId: applicationId, applyStatus: 2 } }),
      changes: true,
    },
  },
})
