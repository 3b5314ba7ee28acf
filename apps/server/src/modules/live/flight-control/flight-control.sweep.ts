// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { flightControlRoutes } from '@swath/contract/live/flight-control'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { flightControl } from '../../../sweep/testing-oracle.ts'
import { world } from '../../../sweep/testing-world.ts'

const ofDrone = ({ drone }: Asking) => ({ body: { droneId: world.droneId[drone] } })
const steering = { people: flightControl, right: true, request: ofDrone, changes: true } as const

export const flightControlSweep = featureSweep(flightControlRoutes, {
  cases: {
    listControlDrones: { people: flightControl },
    getControlDrone: {
      people: flightControl,
      request: ({ drone }) => ({ query: { droneId: world.droneId[drone] } }),
    },
    getDroneControl: {
      people: flightControl,
      request: ({ drone }) => ({ query: { droneId: world.droneId[drone] } }),
    },
    takeDroneControl: steering,
    keepDroneControl: steering,
    handOverDroneControl: steering,
    leaveDroneControl: steering,
  },
})
