// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { profileRoutes } from '@swath/contract/people/profile'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { everyone } from '../../../sweep/testing-oracle.ts'

export const profileSweep = featureSweep(profileRoutes, {
  cases: {
    updateOwnProfile: {
      people: everyone,
      request: () => ({ body: { userName: 'Sweep', userHeadUrl: null } }),
      changes: true,
    },
    updateOwnSettings: {
      people: everyone,
      request: () => ({ body: { language: 'en', areaUnit: 'mu' } }),
      changes: true,
    },
  },
})
