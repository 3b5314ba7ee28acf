// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { demonstrationRoutes } from '@swath/contract/overview/demonstration'
import { featureSweep } from '../../../sweep/testing-cases.ts'

export const demonstrationSweep = featureSweep(demonstrationRoutes, {
  cases: { getOutbox: { people: 'public' } },
})
