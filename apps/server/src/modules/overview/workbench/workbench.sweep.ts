// Access cases of this feature: the callers of each call, and the owners of its rows.
import { workbenchRoutes } from '@swath/contract/overview/workbench'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { monitor, visibleDrones, without } from '../../../sweep/testing-oracle.ts'

export const workbenchSweep = featureSweep(workbenchRoutes, {
  cases: {
    getWorkbench: {
      people: without(monitor, 'farmer'),
      look: ({ fleet, work }, person) => {
        const count = visibleDrones[person].length
        return {
          actual: [fleet.droneNum, fleet.onlineDroneCount, work.today.sortieCount],
          expected: [count, count, count],
        }
      },
    },
  },
})
