// Access cases of this feature: who may make each call, with which input, and who owns the rows.
import { demonstrationRoutes } from '@swath/contract/demonstration'
import { featureSweep } from '../../../sweep/testing-cases.ts'

export const demonstrationSweep = featureSweep(demonstrationRoutes, {
  cases: { getOutbox: { people: 'public' } },
})
