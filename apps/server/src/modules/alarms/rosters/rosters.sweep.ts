// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { rosterRoutes } from '@swath/contract/alarms/rosters'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { monitor, ownAccount } from '../../../sweep/testing-oracle.ts'
import {
  accountNames,
  buildCanary,
  idsFor,
  personLines,
  world,
  worldNow,
  type PersonName,
} from '../../../sweep/testing-world.ts'

const rosterIds = idsFor(accountNames)
/** Deleted people, who are in no list. */
const formerIds = idsFor(accountNames)
const ownRoster = ({ person }: Asking): string => rosterIds[personLines[person].account]
const shift = (first: string, account: (typeof accountNames)[number]) => ({
  days: [1, 2, 3, 4, 5],
  from: '08:00',
  until: '18:00',
  userIds: [first, formerIds[account]],
})
const body = ({ person }: Asking) => ({
  rosterName: 'Made by the sweep',
  region: null,
  minutes: 5,
  shifts: [shift(world.userId[person], personLines[person].account)],
})
const holding = (people: readonly PersonName[]) => ({
  kind: 'roster',
  all: accountNames,
  rows: Object.fromEntries(people.map((person) => [person, [personLines[person].account]])),
})

export const rosterSweep = featureSweep(rosterRoutes, {
  seed: async (db) => {
    await db
      .insertInto('app_user')
      .values(
        accountNames.map((name) => ({
          id: formerIds[name],
          account_id: world.accountId[name],
          name: 'Former',
          user_type: 4 as const,
          enabled: false,
          deleted_at: new Date(worldNow),
        })),
      )
      .execute()
    await db
      .insertInto('duty_roster')
      .values(
        accountNames.map((name) => ({
          id: rosterIds[name],
          account_id: world.accountId[name],
          name: buildCanary('roster', name),
          minutes: 5,
          shifts: JSON.stringify([shift(world.userId[name], name)]),
        })),
      )
      .execute()
  },
  strangers: {
    roster: ({ person }) =>
      accountNames
        .filter((name) => name !== personLines[person].account)
        .map((name) => rosterIds[name]),
  },
  cases: {
    listRosters: { people: ownAccount, holds: holding(ownAccount) },
    listRosterPeople: { people: ownAccount, right: true },
    addRoster: {
      people: ownAccount,
      right: true,
      request: (asking) => ({ body: body(asking) }),
      changes: true,
    },
    updateRoster: {
      people: ownAccount,
      right: true,
      // A version that no roster has, so that the call is refused before it changes anything.
      request: (asking) => ({
        body: { ...body(asking), rosterId: ownRoster(asking), version: 99 },
      }),
      refusesFirst: true,
    },
    deleteRoster: {
      people: ownAccount,
      right: true,
      request: (asking) => ({ params: { rosterId: ownRoster(asking) } }),
      changes: true,
    },
    getOnDuty: { people: monitor, holds: holding(monitor) },
  },
})
