// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { workTypeRoutes } from '@swath/contract/work-types'
import { sameInAllLanguages } from '../../../platform/access/common-rows.queries.ts'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { blockList } from '../../../sweep/testing-oracle.ts'
import { ownRowsOf } from '../../../sweep/testing-own-rows.ts'
import { accountNames, buildCanary, world } from '../../../sweep/testing-world.ts'

const { ids, own, strangers, listing } = ownRowsOf('workType')

export const workTypeSweep = featureSweep(workTypeRoutes, {
  seed: async (db) => {
    await db
      .insertInto('work_type')
      .values(
        accountNames.map((name) => ({
          id: ids[name],
          account_id: world.accountId[name],
          names: sameInAllLanguages(buildCanary('workType', name)),
        })),
      )
      .execute()
  },
  strangers: { workType: strangers },
  cases: {
    listWorkTypes: listing,
    exportWorkTypes: { ...listing, request: () => ({ query: { format: 'csv' } }) },
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
