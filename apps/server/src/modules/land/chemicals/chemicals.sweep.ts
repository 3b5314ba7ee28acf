// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { chemicalRoutes } from '@swath/contract/chemicals'
import { sameInAllLanguages } from '../../../platform/access/common-rows.queries.ts'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { blockList } from '../../../sweep/testing-oracle.ts'
import { ownRowsOf } from '../../../sweep/testing-own-rows.ts'
import { accountNames, buildCanary, world } from '../../../sweep/testing-world.ts'

const { ids, own, strangers, listing } = ownRowsOf('chemical')

export const chemicalSweep = featureSweep(chemicalRoutes, {
  seed: async (db) => {
    await db
      .insertInto('chemical')
      .values(
        accountNames.map((name) => ({
          id: ids[name],
          account_id: world.accountId[name],
          names: sameInAllLanguages(buildCanary('chemical', name)),
          kind: 'other' as const,
        })),
      )
      .execute()
  },
  strangers: { chemical: strangers },
  cases: {
    listChemicals: listing,
    exportChemicals: { ...listing, request: () => ({ query: { format: 'csv' } }) },
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
