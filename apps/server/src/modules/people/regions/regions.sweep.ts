// Who may make the calls of this feature, with what, and whose rows they are.
import { regionRoutes } from '@swath/contract/regions'
import { featureSweep } from '../../../sweep/testing-cases.ts'

export const regionSweep = featureSweep(regionRoutes, {
  cases: {
    listCountries: { people: 'public' },
    loadRegions: { people: 'public' },
    loadRegionNames: { people: 'public' },
  },
})
