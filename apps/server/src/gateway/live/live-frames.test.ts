import { expect, test } from 'vitest'
import { decodeFrame, type flightCodes } from '@swath/contract/live/live'
import { createFrameMaker, dronesInView, type Viewport } from './live-frames.ts'
import type { LiveDroneState } from './live-drone.ts'
import type { LiveState } from './live-state.ts'

type Flight = (typeof flightCodes)[number]

/** Live state of drones in two groups, with just the methods that the frame maker calls. */
const state = (flights: readonly Flight[], lng: (i: number) => number): LiveState => {
  const drones = flights.map(
    (flight, slot) => ({ slot, lng: lng(slot), lat: 30, flight }) as unknown as LiveDroneState,
  )
  return {
    all: () => drones,
    flight: (drone: LiveDroneState) => (drone as unknown as { flight: Flight }).flight,
    within: (_bounds: unknown, accepts: (drone: LiveDroneState) => boolean, limit: number) =>
      drones.filter(accepts).slice(0, limit),
  } as unknown as LiveState
}
const world: Viewport = {
  bounds: { minLng: -180, minLat: -85, maxLng: 180, maxLat: 85 },
  zoom: 4,
  showOffline: true,
  accepts: () => true,
  key: 'all',
}

test('a cluster contains the shares of its conditions, and the number of all drones', () => {
  const flights = Array.from({ length: dronesInView + 1000 }, (_, i): Flight => {
    if (i < 1000) return 'spraying'
    if (i < 1500) return 'ground'
    return i === 1500 ? 'flying' : 'offline'
  })
  const { frame } = createFrameMaker(state(flights, (i) => (i < 2000 ? 100 : 20))).frameFor(
    world,
    1,
  )
  const decoded = decodeFrame(frame)
  if (decoded?.kind !== 'clusters') throw new Error('one by one, though they are too many')
  const [east, west] = decoded.clusters.toSorted((a, b) => b.lng - a.lng)
  expect(east).toMatchObject({ lng: 100, lat: 30, count: 2000 })
  // offline 499, ground 500, flying 1, spraying 1000: as parts of 255
  expect(east!.shares).toEqual([64, 64, 1, 128])
  expect(west).toMatchObject({ lng: 20, count: 1000, shares: [255, 0, 0, 0] })
})

test('clusters for a console that hides offline drones exclude them from counts and shares', () => {
  const flights = Array.from({ length: 2 * dronesInView + 2 }, (_, i): Flight =>
    i % 2 ? 'offline' : 'flying',
  )
  const maker = createFrameMaker(state(flights, () => 100))
  const decoded = decodeFrame(maker.frameFor({ ...world, showOffline: false }, 1).frame)
  expect(decoded).toMatchObject({ clusters: [{ count: dronesInView + 1, shares: [0, 0, 255, 0] }] })
})
