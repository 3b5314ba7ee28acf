// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { monitorRoutes } from '@swath/contract/live/monitor'
import { featureSweep, partyToNone } from '../../../sweep/testing-cases.ts'
import { monitor, signedIn, visibleDrones } from '../../../sweep/testing-oracle.ts'
import { world } from '../../../sweep/testing-world.ts'

const range = { minLng: '70', maxLng: '140', minLat: '5', maxLat: '55' }

const strangers = { 'query.zzAccountId': partyToNone, 'query.yyAccountId': partyToNone }

export const monitorSweep = featureSweep(monitorRoutes, {
  cases: {
    getMonitorSummary: {
      people: monitor,
      narrows: true,
      strangers,
      look: (summary, person) => {
        const count = visibleDrones[person].length
        return {
          actual: [summary.droneNum, summary.onlineDroneCount, summary.today.sortieCount],
          expected: [count, count, count],
        }
      },
    },
    listOperatorsAtWork: { people: monitor, strangers },
    listFailingMachines: { people: monitor, strangers },
    listPlotWork: { people: monitor },
    getPlotReport: {
      people: monitor,
      request: ({ drone }) => ({
        query: {
          blockId: world.plotId[drone],
          droneId: world.droneId[drone],
          sortieId: world.sortieId[drone],
        },
      }),
    },
    getOwnBounds: { people: signedIn },
    getMonitorExtent: { people: monitor, narrows: true, strangers },
    listMonitorDrones: {
      people: monitor,
      request: () => ({ query: range }),
      strangers,
      holds: { kind: 'drone', rows: visibleDrones },
    },
    listOfflineDrones: { people: monitor, request: () => ({ query: range }), strangers },
    getMonitorDrone: {
      people: monitor,
      request: ({ drone }) => ({ query: { droneId: world.droneId[drone] } }),
    },
    listMonitorZones: { people: monitor, request: () => ({ query: range }) },
    listMonitorBlocks: { people: monitor, request: () => ({ query: range }) },
  },
})
