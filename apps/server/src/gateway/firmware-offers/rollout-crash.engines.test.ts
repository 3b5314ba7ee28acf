// Kills a process that offers firmware at random moments: in the end the roll-out is finished, and
// each drone has the build after a single offer. `KILLS=50 DRONES=1000` for a long run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { offerWords } from '@swath/domain/firmware-rollout'
import { readConnectionUrl } from '../../platform/database/database.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { seedFleet } from '../testing.seed.ts'
import {
  dronesOfRollout,
  insertBuild,
  insertTestRollout,
  stateOfRollout,
} from './testing-rollouts.queries.ts'

const { db } = await ownTestDatabase()
const child = fileURLToPath(new URL('testing-rollout-child.ts', import.meta.url))
const kills = Number(process.env['KILLS'] ?? 4)
const count = Number(process.env['DRONES'] ?? 200)
const goodWords = offerWords.filter((word) => word !== 'failed')

/** The offers that each drone has received, across restarts of the process. */
const offered = new Map<string, Set<string>>()
let messages = 0

const start = async (droneIds: readonly string[]) => {
  const offering = spawn(process.execPath, [child, await readConnectionUrl(db), ...droneIds], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  // A message that is lost is repeated when the offer is repeated.
  offering.stdin.on('error', () => undefined)
  createInterface({ input: offering.stdout }).on('line', (line) => {
    const at = line.indexOf(' ')
    const droneId = line.slice(0, at)
    const { type, offer } = JSON.parse(line.slice(at + 1)) as { type: string; offer: string }
    expect(type).toBe('offer')
    messages++
    offered.set(droneId, (offered.get(droneId) ?? new Set()).add(offer))
    for (const word of goodWords)
      offering.stdin.write(`${droneId} ${JSON.stringify({ v: 1, type: word, offer })}\n`)
  })
  return offering
}

test('a roll-out continues after kills at random moments', async () => {
  const { drones, manufacturerId } = await seedFleet(db, 'FK', count)
  const now = new Date()
  const firmwareId = await insertBuild(db, manufacturerId, '2.0.0', now)
  const rules = { firmwareId, backId: null, steps: [10, 50, 100] }
  const id = await insertTestRollout(db, { manufacturerId, drones }, rules, now)
  const droneIds = drones.map(({ droneId }) => droneId)
  const isRunning = async () => (await stateOfRollout(db, id)).state === 'running'
  let killed = 0
  while (killed < kills && (await isRunning())) {
    const offering = await start(droneIds)
    const had = messages
    await expect.poll(() => messages).toBeGreaterThan(had)
    await sleep(Math.random() * 100)
    offering.kill('SIGKILL')
    await once(offering, 'exit')
    killed++
  }
  expect(killed).toBeGreaterThan(1)
  const last = await start(droneIds)
  await expect
    .poll(async () => (await stateOfRollout(db, id)).state, { timeout: 120_000 })
    .toBe('finished')
  last.kill('SIGKILL')
  await once(last, 'exit')
  const rows = await dronesOfRollout(db, id)
  expect(new Set(rows.map(({ direction, state }) => `${direction} ${state}`))).toEqual(
    new Set(['forward installed']),
  )
  expect(rows.map(({ offer_id }) => [offer_id])).toEqual(
    droneIds.map((droneId) => [...offered.get(droneId)!]),
  )
}, 300_000)
