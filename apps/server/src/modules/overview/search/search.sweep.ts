// Access cases of this feature: everyone whose account is approved may search; what is found depends on the caller.
import { searchRoutes } from '@swath/contract/overview/search'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { signedIn } from '../../../sweep/testing-oracle.ts'

export const searchSweep = featureSweep(searchRoutes, {
  cases: { searchAll: { people: signedIn, request: () => ({ query: { text: 'ab' } }) } },
})
