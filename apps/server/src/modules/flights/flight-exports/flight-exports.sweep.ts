// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { flightExportRoutes } from '@swath/contract/flights/flight-exports'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { droneList } from '../../../sweep/testing-oracle.ts'
import { world } from '../../../sweep/testing-world.ts'

export const flightExportSweep = featureSweep(flightExportRoutes, {
  cases: {
    exportTracks: {
      people: droneList,
      request: ({ drone }) => ({
        body: { format: 'geojson', droneId: world.droneId[drone], ids: [world.sortieId[drone]] },
      }),
      reads: true,
    },
  },
})
