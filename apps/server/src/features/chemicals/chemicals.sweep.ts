// Who may make the calls of this feature, with what, and whose rows they are.
import { chemicalRoutes } from '@swath/contract/chemicals'
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

const chemicalId = idsFor(accountNames)
const own = ({ person }: Asking): string => chemicalId[personLines[person].account]

export const chemicalSweep = featureSweep(chemicalRoutes, {
  seed: async (db) => {
    await db
      .insertInto('chemical')
      .values(
        accountNames.map((name) => ({
          id: chemicalId[name],
          account_id: world.accountId[name],
          names: sameInAllLanguages(buildCanary('chemical', name)),
          kind: 'other' as const,
        })),
      )
      .execute()
  },
  strangers: {
    chemical: ({ person }) =>
      accountNames
        .filter((name) => name !== personLines[person].account)
        .map((name) => chemicalId[name]),
  },
  cases: {
    listChemicals: {
      people: signedIn,
      request: () => ({ query: { size: '1000' } }),
      holds: {
        kind: 'chemical',
        rows: Object.fromEntries(
          personNames
            .filter((person) => signedIn.includes(person))
            .map((person) => [person, [personLines[person].account]]),
        ),
      },
    },
    addChemical: {
      people: blockList,
      right: true,
      request: () => ({ body: { chemicalName: 'Made by the sweep', kind: 'other' } }),
      changes: true,
    },
    updateChemical: {
      people: blockList,
      right: true,
      request: (asking) => ({
        body: { chemicalId: own(asking), chemicalName: 'Later', kind: 'other', version: 99 },
      }),
    },
    deleteChemical: {
      people: blockList,
      right: true,
      request: (asking) => ({ params: { chemicalId: own(asking) } }),
      changes: true,
    },
  },
})
