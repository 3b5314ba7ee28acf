// Access cases of this feature: who may make each call, with which input, and who owns the rows.
import { regionRoutes } from '@swath/contract/regions'
import { featureSweep } from '../../../sweep/testing-cases.ts'

export const regionSweep = featureSweep(regionRoutes, {
  cases: {
    listCountries: { people: 'public' },
    loadRegions: { people: 'public' },
    loadRegionNames: { people: 'public' },
  },
})
