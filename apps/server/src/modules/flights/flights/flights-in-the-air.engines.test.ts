// Two workers with NATS between them, and a console process that only reads the database (`npm run
// test:engines`).
import { expect, test } from 'vitest'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { startFlyingTest, strips, takeoff } from './testing-flying.ts'

const natsUrl = process.env['TEST_NATS_URL']
if (!natsUrl)
  throw new Error('TEST_NATS_URL is not set: these tests are run by npm run test:engines')

const own = await ownTestDatabase(loadRegionTable)

test('a flight in progress also grows over NATS, and continues in the other worker', async () => {
  const flying = await startFlyingTest(own, natsUrl)
  const droneId = await flying.insertDrone()
  const [one, other] = [await flying.start(), await flying.start()]
  const startMs = Date.now() - 200_000
  const durationS = async () => (await flying.flight(droneId)).detail.durationS
  await flying.publish(one, droneId, 'event', takeoff(startMs))
  await flying.publish(one, droneId, 'track', strips(startMs, 0, 60))
  await expect.poll(durationS, { timeout: 30_000 }).toBe(59)
  const first = (await flying.flight(droneId)).detail
  await flying.stop(one)
  await flying.publish(other, droneId, 'track', strips(startMs, 60, 120))
  await expect.poll(durationS, { timeout: 60_000 }).toBe(119)
  const { detail, track } = await flying.flight(droneId)
  expect(detail.sortieId).toBe(first.sortieId)
  expect(track.recordTime).toHaveLength(120)
  expect(detail.sprayArea).toBeGreaterThan(first.sprayArea * 1.8)
  await flying.close()
})
