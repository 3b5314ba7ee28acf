// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { listViewRoutes } from '@swath/contract/people/list-views'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { everyone } from '../../../sweep/testing-oracle.ts'

export const listViewSweep = featureSweep(listViewRoutes, {
  cases: {
    getOwnListViews: { people: everyone, request: () => ({ query: { list: 'drones' } }) },
    keepOwnListViews: {
      people: everyone,
      request: () => ({ body: { list: 'drones', items: [] } }),
      changes: true,
    },
  },
})
