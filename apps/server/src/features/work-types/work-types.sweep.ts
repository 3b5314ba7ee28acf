// Who may make the calls of this feature, with what, and whose rows they are.
import { workTypeRoutes } from '@swath/contract/work-types'
import { sameInAllLanguages } from '../../platform/access/common-rows.queries.ts'
import { featureSweep, type Asking } from '../../sweep/testing-cases.ts'
import { blockList, signedIn } from '../../sweep/testing-oracle.ts'
import {
  accountNames,
  buildCanary,
  idsFor,
  personLines,
  personNames,
  world,
} from '../../sweep/testing-world.ts'

const workTypeId = idsFor(accountNames)
const own = ({ person }: Asking): string => workTypeId[personLines[person].account]

export const workTypeSweep = featureSweep(workTypeRoutes, {
  seed: async (db) => {
    await db
      .insertInto('work_type')
      .values(
        accountNames.map((name) => ({
          id: workTypeId[name],
          account_id: world.accountId[name],
          names: sameInAllLanguages(buildCanary('workType', name)),
        })),
      )
      .execute()
  },
  strangers: {
    workType: ({ person }) =>
      accountNames
        .filter((name) => name !== personLines[person].account)
        .map((name) => workTypeId[name]),
  },
  cases: {
    listWorkTypes: {
      people: signedIn,
      request: () => ({ query: { size: '1000' } }),
      holds: {
        kind: 'workType',
        rows: Object.fromEntries(
          personNames
            .filter((person) => signedIn.includes(person))
            .map((person) => [person, [personLines[person].account]]),
        ),
      },
    },
    addWorkType: {
      people: blockList,
      right: true,
      request: () => ({ body: { workTypeName: 'Made by the sweep' } }),
      changes: true,
    },
    updateWorkType: {
      people: blockList,
      right: true,
      request: (asking) => ({
        body: { workTypeId: own(asking), workTypeName: 'Later', version: 99 },
      }),
    },
    deleteWorkType: {
      people: blockList,
      right: true,
      request: (asking) => ({ params: { workTypeId: own(asking) } }),
      changes: true,
    },
  },
})
