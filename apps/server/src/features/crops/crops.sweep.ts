// Who may make the calls of this feature, with what, and whose rows they are.
import { cropRoutes } from '@swath/contract/crops'
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

const cropId = idsFor(accountNames)
const own = ({ person }: Asking): string => cropId[personLines[person].account]

export const cropSweep = featureSweep(cropRoutes, {
  seed: async (db) => {
    await db
      .insertInto('crop')
      .values(
        accountNames.map((name) => ({
          id: cropId[name],
          account_id: world.accountId[name],
          names: sameInAllLanguages(buildCanary('crop', name)),
        })),
      )
      .execute()
  },
  strangers: {
    crop: ({ person }) =>
      accountNames
        .filter((name) => name !== personLines[person].account)
        .map((name) => cropId[name]),
  },
  cases: {
    listCrops: {
      people: signedIn,
      request: () => ({ query: { size: '1000' } }),
      holds: {
        kind: 'crop',
        rows: Object.fromEntries(
          personNames
            .filter((person) => signedIn.includes(person))
            .map((person) => [person, [personLines[person].account]]),
        ),
      },
    },
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
