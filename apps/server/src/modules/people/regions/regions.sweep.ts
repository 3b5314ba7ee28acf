// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { regionRoutes } from '@swath/contract/people/regions'
import { featureSweep } from '../../../sweep/testing-cases.ts'

export const regionSweep = featureSweep(regionRoutes, {
  cases: {
    listCountries: { people: 'public' },
    loadRegions: { people: 'public' },
    loadRegionNames: { people: 'public' },
  },
})
