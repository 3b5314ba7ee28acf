// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { cropRoutes } from '@swath/contract/crops'
import { sameInAllLanguages } from '../../../platform/access/common-rows.queries.ts'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { blockList } from '../../../sweep/testing-oracle.ts'
import { ownRowsOf } from '../../../sweep/testing-own-rows.ts'
import { accountNames, buildCanary, world } from '../../../sweep/testing-world.ts'

const { ids, own, strangers, listing } = ownRowsOf('crop')

export const cropSweep = featureSweep(cropRoutes, {
  seed: async (db) => {
    await db
      .insertInto('crop')
      .values(
        accountNames.map((name) => ({
          id: ids[name],
          account_id: world.accountId[name],
          names: sameInAllLanguages(buildCanary('crop', name)),
        })),
      )
      .execute()
  },
  strangers: { crop: strangers },
  cases: {
    listCrops: listing,
    exportCrops: { ...listing, request: () => ({ query: { format: 'csv' } }) },
    addCrop: {
      people: blockList,
      right: true,
      request: () => ({ body: { cropName: 'Made by the sweep', scientificName: '' } }),
      changes: true,
    },
    updateCrop: {
      people: blockList,
      right: true,
      request: (asking) => ({
        body: { cropId: own(asking), cropName: 'Later', scientificName: '', version: 99 },
      }),
    },
    deleteCrop: {
      people: blockList,
      right: true,
      request: (asking) => ({ params: { cropId: own(asking) } }),
      changes: true,
    },
  },
})
