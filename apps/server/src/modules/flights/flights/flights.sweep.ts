// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { flightRoutes } from '@swath/contract/flights/flights'
import { featureSweep, ofUnseenDrones, type Asking } from '../../../sweep/testing-cases.ts'
import { droneList, visibleDrones } from '../../../sweep/testing-oracle.ts'
import { world } from '../../../sweep/testing-world.ts'

const ofSortie = ({ drone }: Asking) => ({
  query: { droneId: world.droneId[drone], sortieId: world.sortieId[drone] },
})
const playedSpan = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' }
const played = ({ drone }: Asking) => ({
  body: { droneIds: [world.droneId[drone]], ...playedSpan },
})
const holds = { kind: 'drone', rows: visibleDrones } as const

export const flightSweep = featureSweep(flightRoutes, {
  strangers: { sortie: ofUnseenDrones(world.sortieId) },
  cases: {
    listFlights: {
      people: droneList,
      request: () => ({ query: { pageSize: '100' } }),
      holds,
      look: ({ total, stats }, person) => {
        const count = visibleDrones[person].length
        return {
          actual: [total, stats.sortieCount, stats.sprayArea > 0],
          expected: [count, count, count > 0],
        }
      },
    },
    exportFlights: { people: droneList, holds },
    listSimulatedFlights: {
      people: droneList,
      request: () => ({ query: { pageSize: '100' } }),
      holds,
      look: ({ total, stats }, person) => {
        const count = visibleDrones[person].length
        return {
          actual: [total, stats.sortieCount, stats.durationS],
          expected: [count, count, 600 * count],
        }
      },
    },
    exportSimulatedFlights: { people: droneList, holds },
    getSortie: { people: droneList, request: ofSortie },
    getFlightStatistics: {
      people: droneList,
      request: ({ drone }) => ({ params: { droneId: world.droneId[drone] } }),
    },
    getTracks: {
      people: droneList,
      request: ({ drone }) => ({
        body: { droneId: world.droneId[drone], ids: [world.sortieId[drone]] },
      }),
      reads: true,
    },
    getSortieMessages: { people: droneList, request: ofSortie },
    exportSortieMessages: { people: droneList, request: ofSortie },
    getSortieProof: { people: droneList, request: ofSortie },
    getBattery: { people: droneList, request: ofSortie },
    listFlownDrones: { people: droneList, request: () => ({ query: playedSpan }) },
    getPlayback: { people: droneList, request: played, reads: true },
    getPlaybackTracks: { people: droneList, request: played, reads: true },
  },
})
