// Who may make the calls of this feature, with what, and whose rows they are.
import { listViewRoutes } from '@swath/contract/list-views'
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
