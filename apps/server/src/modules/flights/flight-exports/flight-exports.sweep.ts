// Access cases of this feature: who may make each call, with which input, and who owns the rows.
import { flightExportRoutes } from '@swath/contract/flight-exports'
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
