// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { teamRoutes } from '@swath/contract/people/teams'
import { featureSweep, type Asking, type Strangers } from '../../../sweep/testing-cases.ts'
import { seenAccounts, teamList } from '../../../sweep/testing-oracle.ts'
import {
  accountNames,
  buildCanary,
  idsFor,
  personLines,
  personNames,
  world,
  worldNow,
  type AccountName,
} from '../../../sweep/testing-world.ts'
import { flown } from './testing-team-work.ts'

const teamIds = idsFor(accountNames)
const certificateIds = idsFor(accountNames)
const unseen =
  (ids: Readonly<Record<AccountName, string>>): Strangers =>
  ({ person }) =>
    accountNames.filter((name) => !seenAccounts(person).includes(name)).map((name) => ids[name])
/** People of accounts that the person can't see. */
const unseenPeople: Strangers = ({ person }) =>
  personNames
    .filter((name) => !seenAccounts(person).includes(personLines[name].account))
    .map((name) => world.userId[name])

const ownTeam = ({ person }: Asking) => ({ groupId: teamIds[personLines[person].account] })
const holding = (kind: string) => ({
  kind,
  rows: Object.fromEntries(teamList.map((person) => [person, seenAccounts(person)])),
})
/** A version that no team has, so that the call is refused before it changes anything. */
const late = { version: 99 }
const certificate = ({ person }: Asking) => ({
  userId: world.userId[person],
  kind: 'licence',
  certificateNo: 'made by the sweep',
  validUntil: '2027-01-31',
})

export const teamSweep = featureSweep(teamRoutes, {
  seed: async (db) => {
    await db
      .insertInto('team')
      .values(
        accountNames.map((name) => ({
          id: teamIds[name],
          account_id: world.accountId[name],
          name: buildCanary('team', name),
          leader_id: world.userId[name],
          created_at: new Date(worldNow),
        })),
      )
      .execute()
    await db
      .insertInto('team_member')
      .values(
        accountNames.map((name) => ({
          user_id: world.userId[name],
          team_id: teamIds[name],
          joined_at: new Date(worldNow),
        })),
      )
      .execute()
    await db
      .insertInto('pilot_certificate')
      .values(
        accountNames.map((name) => ({
          id: certificateIds[name],
          user_id: world.userId[name],
          kind: 'licence' as const,
          number: buildCanary('certificate', name),
          valid_until: '2026-12-01',
          warned_days: null,
        })),
      )
      .execute()
    // Gives a person a flight, so that their logbook is not empty.
    for (const table of ['sortie', 'work_record'] as const)
      await db
        .updateTable(table)
        .set({ pilot_id: world.userId[flown.pilot] })
        .where(table === 'sortie' ? 'id' : 'sortie_id', '=', world.sortieId[flown.drone])
        .execute()
  },
  strangers: { team: unseen(teamIds), certificate: unseen(certificateIds) },
  cases: {
    listTeams: {
      people: teamList,
      request: () => ({ query: { size: '500' } }),
      holds: holding('team'),
    },
    createTeam: {
      people: teamList,
      right: true,
      // The name is taken, so that the call is refused before it changes anything.
      request: ({ person }) => ({
        body: {
          groupName: buildCanary('team', personLines[person].account),
          userIds: [world.userId[person]],
        },
      }),
    },
    listSelectableMembers: { people: teamList, narrows: true },
    listSelectableDrones: { people: teamList },
    getTeam: { people: teamList, request: (asking) => ({ params: ownTeam(asking) }) },
    renameTeam: {
      people: teamList,
      right: true,
      request: (asking) => ({ params: ownTeam(asking), body: { groupName: 'Later', ...late } }),
    },
    changeTeamLeader: {
      people: teamList,
      right: true,
      request: (asking) => ({
        params: ownTeam(asking),
        body: { leaderUserId: world.userId[asking.person], ...late },
      }),
      refusesFirst: true,
    },
    addTeamMembers: {
      people: teamList,
      right: true,
      request: (asking) => ({
        params: ownTeam(asking),
        body: { userIds: [world.userId[asking.person]], ...late },
      }),
      refusesFirst: true,
    },
    removeTeamMembers: {
      people: teamList,
      right: true,
      request: (asking) => ({
        params: ownTeam(asking),
        body: { userIds: [world.userId[asking.person]], ...late },
      }),
      refusesFirst: true,
    },
    setTeamDrones: {
      people: teamList,
      right: true,
      request: (asking) => ({
        params: ownTeam(asking),
        body: { droneIds: [world.droneId[asking.drone]], ...late },
      }),
      refusesFirst: true,
    },
    deleteTeam: {
      people: teamList,
      right: true,
      request: (asking) => ({ params: ownTeam(asking) }),
      changes: true,
    },
    listCertificates: {
      people: teamList,
      request: () => ({ query: { size: '500' } }),
      holds: holding('certificate'),
    },
    exportCertificates: { people: teamList, holds: holding('certificate') },
    addCertificate: {
      people: teamList,
      right: true,
      request: (asking) => ({ body: certificate(asking) }),
      changes: true,
    },
    updateCertificate: {
      people: teamList,
      right: true,
      request: (asking) => ({
        body: {
          certificateId: certificateIds[personLines[asking.person].account],
          ...certificate(asking),
          ...late,
        },
      }),
    },
    deleteCertificate: {
      people: teamList,
      right: true,
      request: ({ person }) => ({
        params: { certificateId: certificateIds[personLines[person].account] },
      }),
      changes: true,
    },
    listLogbook: {
      people: teamList,
      request: ({ person }) => ({
        query: { userId: world.userId[person === 'root' ? flown.pilot : person] },
      }),
      strangers: { 'query.userId': unseenPeople },
    },
    exportLogbook: {
      people: teamList,
      request: ({ person }) => ({ query: { userId: world.userId[person] } }),
      strangers: { 'query.userId': unseenPeople },
    },
  },
})
