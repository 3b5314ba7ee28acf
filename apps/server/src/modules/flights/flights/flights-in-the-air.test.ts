// A flight in progress grows in the responses of every process.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { startFlyingTest, strips, takeoff, type FlyingTest } from './testing-flying.ts'

const own = await ownTestDatabase(loadRegionTable)
let test_: FlyingTest
beforeEach(async () => {
  test_ = await startFlyingTest(own)
})
afterEach(() => test_.close())

/** Seconds of the flight that have been received so far. */
const shows = async (droneId: string, seconds: number) => {
  await expect
    .poll(async () => (await test_.flight(droneId)).detail.durationS, { timeout: 10_000 })
    .toBe(seconds - 1)
  const { row, detail, track } = await test_.flight(droneId)
  expect(row).toMatchObject({ state: 'open', hasTrack: true, durationS: seconds - 1 })
  expect(row.sprayArea).toBe(detail.sprayArea)
  expect(track.recordTime).toHaveLength(seconds)
  return detail
}

describe('a flight in the air', () => {
  test('has a track, a duration, area and litres that grow; its record is written at the landing', async () => {
    const droneId = await test_.insertDrone()
    const gateway = await test_.start()
    const startMs = Date.now() - 250_000
    await test_.publish(gateway, droneId, 'event', takeoff(startMs))
    await test_.publish(gateway, droneId, 'track', strips(startMs, 0, 84))
    const first = await shows(droneId, 84)
    // Four strips of 100 m by 5 m and the turns between them, in mu.
    expect(first.sprayArea).toBeCloseTo(3.1, 1)
    expect(first.sprayL).toBeCloseTo((83 / 60) * 3, 1)
    expect(first.coveredRings).not.toEqual([])
    await test_.publish(gateway, droneId, 'track', strips(startMs, 84, 200))
    const second = await shows(droneId, 200)
    expect(second.sprayArea).toBeGreaterThan(first.sprayArea * 2)

    await test_.publish(gateway, droneId, 'event', {
      ...takeoff(startMs + 200_000),
      type: 'landing',
    })
    await expect
      .poll(async () => (await test_.flight(droneId)).detail.state, { timeout: 10_000 })
      .toBe('closed')
    const { detail } = await test_.flight(droneId)
    expect(detail.sortieId).toBe(second.sortieId)
    expect(detail.sprayL).toBe(second.sprayL)
    expect(detail.distanceM).toBe(second.distanceM)
    expect(Math.abs(detail.sprayArea / second.sprayArea - 1)).toBeLessThan(0.01)
  })

  test('continues after a restart as the same flight, with its whole area', async () => {
    const droneId = await test_.insertDrone()
    const startMs = Date.now() - 280_000
    const before = await test_.start()
    await test_.publish(before, droneId, 'event', takeoff(startMs))
    await test_.publish(before, droneId, 'track', strips(startMs, 0, 150))
    const first = await shows(droneId, 150)
    await test_.stop(before)
    expect((await test_.flight(droneId)).detail.sprayArea).toBe(first.sprayArea)

    const after = await test_.start()
    await test_.publish(after, droneId, 'track', strips(startMs, 150, 250))
    const second = await shows(droneId, 250)
    expect(second.sortieId).toBe(first.sortieId)
    expect(second.sprayArea).toBeGreaterThan(first.sprayArea * 1.5)
    expect(second.sprayL).toBeCloseTo((249 / 60) * 3, 1)
  })

  test('continues in a process that was running before it began, when its own process stops', async () => {
    const droneId = await test_.insertDrone()
    const knew = await test_.start()
    const other = await test_.start()
    const startMs = Date.now() - 200_000
    await test_.publish(knew, droneId, 'event', takeoff(startMs))
    await test_.publish(knew, droneId, 'track', strips(startMs, 0, 60))
    const first = await shows(droneId, 60)
    await test_.stop(knew)
    await test_.publish(other, droneId, 'track', strips(startMs, 60, 120))
    const second = await shows(droneId, 120)
    expect(second.sortieId).toBe(first.sortieId)
    expect(second.sprayArea).toBeGreaterThan(first.sprayArea * 1.8)
  })

  test('includes late data once received', async () => {
    const droneId = await test_.insertDrone()
    const gateway = await test_.start()
    const startMs = Date.now() - 200_000
    await test_.publish(gateway, droneId, 'event', takeoff(startMs))
    await test_.publish(gateway, droneId, 'track', strips(startMs, 0, 42))
    await test_.publish(gateway, droneId, 'track', strips(startMs, 84, 126))
    await expect
      .poll(async () => (await test_.flight(droneId)).detail.durationS, { timeout: 10_000 })
      .toBe(125)
    await test_.publish(gateway, droneId, 'track', strips(startMs, 42, 84))
    await expect
      .poll(async () => (await test_.flight(droneId)).track.recordTime.length, { timeout: 10_000 })
      .toBe(126)
  })

  test('is shown without a reported take-off too, in a process that did not see it begin', async () => {
    const droneId = await test_.insertDrone()
    const knew = await test_.start()
    const other = await test_.start()
    const startMs = Date.now() - 200_000
    await test_.publish(knew, droneId, 'track', strips(startMs, 0, 60))
    const first = await shows(droneId, 60)
    await test_.stop(knew)
    await test_.publish(other, droneId, 'track', strips(startMs, 60, 120))
    expect((await shows(droneId, 120)).sortieId).toBe(first.sortieId)
  })
})
