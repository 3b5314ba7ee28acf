// Who may make the calls of this feature, with what, and whose rows they are.
import { demonstrationRoutes } from '@swath/contract/demonstration'
import { featureSweep } from '../../../sweep/testing-cases.ts'

export const demonstrationSweep = featureSweep(demonstrationRoutes, {
  cases: { getOutbox: { people: 'public' } },
})
