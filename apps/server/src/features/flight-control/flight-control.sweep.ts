// Who may make the calls of this feature, with what, and whose rows they are.
import { flightControlRoutes } from '@swath/contract/flight-control'
import { featureSweep } from '../../sweep/testing-cases.ts'
import { flightControl } from '../../sweep/testing-oracle.ts'
import { world } from '../../sweep/testing-world.ts'

export const flightControlSweep = featureSweep(flightControlRoutes, {
  cases: {
    listControlDrones: { people: flightControl },
    getControlDrone: {
      people: flightControl,
      request: ({ drone }) => ({ query: { droneId: world.droneId[drone] } }),
    },
  },
})
