// Two processes with NATS between them (`npm run test:engines`).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { seedFleet, type TestFleet } from '../testing.seed.ts'
import { startSplit, type SplitInstallation } from '../testing.split.ts'

const natsUrl = process.env['TEST_NATS_URL']
if (!natsUrl)
  throw new Error('TEST_NATS_URL is not set: these tests are run by npm run test:engines')

const own = await ownTestDatabase()
let fleet: TestFleet
let split: SplitInstallation
beforeAll(async () => {
  fleet = await seedFleet(own.db, 'SN', 2)
  split = await startSplit(own.db, own.url, natsUrl)
})
afterAll(async () => {
  await split?.stop()
})

test('a process without device connections shows a drone within a second', async () => {
  const startMs = Date.now()
  await split.publish(fleet.drones[0]!, 'track', {
    v: 1,
    boot: 'a',
    seq: 0,
    pts: [{ t: startMs, lng: 120.3, lat: 30.3, height: 3, speed: 5, pump: true }],
  })
  const acknowledgedMs = Date.now()
  await expect.poll(() => split.viewer.liveState.get('SN-0')?.lng, { interval: 10 }).toBe(120.3)
  expect(Date.now() - acknowledgedMs).toBeLessThan(1_000 * slowness())
  expect(split.viewer.liveState.flight(split.viewer.liveState.get('SN-0')!)).toBe('spraying')
})

test('events reach the other process once, and are not echoed', async () => {
  const heard: string[] = []
  split.viewerEvents.on('anomaly', ({ anomalyId }) => heard.push(`viewer ${anomalyId}`))
  split.workerEvents.on('anomaly', ({ anomalyId }) => heard.push(`worker ${anomalyId}`))
  split.workerEvents.emit('anomaly', { droneId: 'SN-0', anomalyId: 'one', live: true })
  await expect.poll(() => heard.length).toBe(2)
  split.viewerEvents.emit('credentialsChanged', { droneId: 'SN-0' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(heard).toEqual(['worker one', 'viewer one'])
})
