// Firmware offers to drones: a whole fleet, a faulty build, and a process killed half-way.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { OfferWord } from '@swath/domain/firmware-rollout'
import { settableClock } from '../../platform/clock/clock.ts'
import { tx } from '../../platform/database/database.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import { eventually } from '../../platform/testing-eventually.ts'
import type { LiveState } from '../live/public.ts'
import { seedFleet, type TestFleet } from '../testing.seed.ts'
import { startOfferDispatcher, type OfferDispatcher } from './offer-dispatcher.ts'
import { readOfferWord } from './offer-words.ts'
import { dronesInTurn, lockRollout, takeOffer } from './offers.queries.ts'
import { continueRollouts, noteWord, steerRollout } from './rollout-progress.ts'
import {
  dronesOfRollout,
  insertBuild,
  insertTestRollout,
  stateOfRollout,
} from './testing-rollouts.queries.ts'

const { db } = await ownTestDatabase()
const clock = settableClock(Date.parse('2026-06-01T00:00:00Z'))
const now = (): Date => new Date(clock.now())
let fleet: TestFleet
let [firmwareId, backId] = ['', '']
let taken = 0
/** Drones that no other test uses. */
const freshDrones = (count: number) => ({
  ...fleet,
  drones: fleet.drones.slice(taken, (taken += count)),
})
const dispatchers: OfferDispatcher[] = []

beforeAll(async () => {
  fleet = await seedFleet(db, 'FW', 1_040)
  backId = await insertBuild(db, fleet.manufacturerId, '1.0.0', now())
  firmwareId = await insertBuild(db, fleet.manufacturerId, '2.0.0', now())
})
afterEach(async () => {
  for (const dispatcher of dispatchers.splice(0)) await dispatcher.stop()
})

/**
 * All drones that are due receive the offer and report the result one after the other, as real
 * drones do.
 */
const goRound = async (
  drones: readonly { droneId: string }[],
  ends: (droneId: string, direction: string) => OfferWord,
): Promise<number> => {
  const turns = await dronesInTurn(
    db,
    drones.map(({ droneId }) => droneId),
    1_000,
  )
  for (const turn of turns) {
    const offer = await takeOffer(db, { ...turn, offerId: uuidv7(clock.now()), now: now() })
    if (!offer) continue
    const said = { droneId: turn.droneId, offerId: offer.offerId, bytes: 1336, reason: null }
    const word = ends(turn.droneId, offer.version === '2.0.0' ? 'forward' : 'back')
    await noteWord(
      db,
      { ...said, word, ...(word === 'failed' ? { reason: 'no boot' } : {}) },
      now(),
    )
  }
  return turns.length
}

test('a build that fails on 30 % of drones stops before 5 % of 1,000 drones have it, and is rolled back', async () => {
  const { drones, manufacturerId } = freshDrones(1_000)
  const rules = { firmwareId, backId, steps: [1, 5, 25, 100] }
  const id = await insertTestRollout(db, { manufacturerId, drones }, rules, now())
  // the first seven install it before one fails
  const isBad = (droneId: string): boolean => Number(droneId.slice(3)) % 10 >= 7
  for (let round = 0; round < 20; round++) {
    const said = await goRound(drones, (droneId, direction) =>
      direction === 'forward' && isBad(droneId) ? 'failed' : 'installed',
    )
    if (said === 0) break
  }
  expect((await stateOfRollout(db, id)).state).toBe('rolled_back')
  const rows = await dronesOfRollout(db, id)
  const reached = rows.filter(({ offer_id }) => offer_id !== null)
  expect(reached.length).toBeGreaterThan(7)
  expect(reached.length).toBeLessThan(50)
  // Drones that installed it or tried to are back on the previous version; the others never
  // received an offer.
  expect(new Set(reached.map(({ direction, state }) => `${direction} ${state}`))).toEqual(
    new Set(['back installed']),
  )
  expect(rows.filter(({ state }) => state === 'withdrawn')).toHaveLength(1_000 - reached.length)
})

test('a good build advances step by step, with the required pause between steps', async () => {
  const { drones, manufacturerId } = freshDrones(10)
  const rules = { firmwareId, backId: null, steps: [20, 100], soakMin: 30 }
  const id = await insertTestRollout(db, { manufacturerId, drones }, rules, now())
  const all = (): OfferWord => 'installed'
  expect(await goRound(drones, all)).toBe(2)
  expect(await goRound(drones, all)).toBe(0)
  clock.advance(29 * 60_000)
  await continueRollouts(db, now())
  expect((await stateOfRollout(db, id)).step).toBe(0)
  clock.advance(60_000)
  await continueRollouts(db, now())
  expect(await goRound(drones, all)).toBe(8)
  expect(await stateOfRollout(db, id)).toEqual({ state: 'finished', step: 1 })
})

test('paused, no drone receives an offer; cancelled, drones with an offer must be notified; results may arrive late', async () => {
  const { drones, manufacturerId } = freshDrones(3)
  const rules = { firmwareId, backId, steps: [100] }
  const id = await insertTestRollout(db, { manufacturerId, drones }, rules, now())
  const first = drones[0]!
  const offer = (await takeOffer(db, {
    droneId: first.droneId,
    rolloutId: id,
    offerId: uuidv7(clock.now()),
    now: now(),
  }))!
  const steer = (step: Parameters<typeof steerRollout>[2]) =>
    tx(db, async (trx) => steerRollout(trx, (await lockRollout(trx, id))!, step, now()))
  await steer('pause')
  expect(await goRound(drones, () => 'installed')).toBe(0)
  await steer('resume')
  await steer('rollBack')
  expect((await dronesOfRollout(db, id))[0]).toMatchObject({ state: 'withdrawn', is_told: false })
  expect((await stateOfRollout(db, id)).state).toBe('rolled_back')
  // The installation had begun: the drone is rolled back like the others.
  const said = { droneId: first.droneId, offerId: offer.offerId, bytes: 0, reason: null }
  expect(await noteWord(db, { ...said, word: 'installed' }, now())).toBe(true)
  expect((await dronesOfRollout(db, id))[0]).toMatchObject({ direction: 'back', state: 'waiting' })
  expect(await goRound(drones, () => 'installed')).toBe(1)
  expect((await stateOfRollout(db, id)).state).toBe('rolled_back')
})

/** Starts a gateway's dispatcher for drones of which some are in the air. */
const start = (flying: ReadonlySet<string>) => {
  const heard: { droneId: string; type: string; offer: string; version?: string }[] = []
  const live = {
    get: (droneId: string) => ({ droneId }),
    flight: ({ droneId }: { droneId: string }) => (flying.has(droneId) ? 'flying' : 'ground'),
  } as unknown as Pick<LiveState, 'get' | 'flight'>
  const dispatcher = startOfferDispatcher({
    db,
    clock,
    log: pino({ level: 'silent' }),
    live,
    publish: async (droneId, payload) =>
      void heard.push({ droneId, ...(JSON.parse(payload.toString()) as object) } as never),
    lookEachMs: 10,
  })
  dispatchers.push(dispatcher)
  return { heard, dispatcher }
}
test('a drone receives nothing in the air and its offer on the ground; again after a restart, and then its withdrawal', async () => {
  const { drones, manufacturerId } = freshDrones(2)
  const [standing, aloft] = drones.map(({ droneId }) => droneId) as [string, string]
  const rules = { firmwareId, backId: null, steps: [100] }
  const id = await insertTestRollout(db, { manufacturerId, drones }, rules, now())
  const flying = new Set([aloft])
  const first = start(flying)
  first.dispatcher.listens(aloft)
  first.dispatcher.listens(standing)
  await eventually(() => first.heard.length > 0)
  await sleep(50)
  expect(first.heard).toMatchObject([
    {
      droneId: standing,
      type: 'offer',
      version: '2.0.0',
      path: expect.stringContaining('/api/device/firmware/'),
    },
  ])
  await first.dispatcher.heard(
    standing,
    Buffer.from(
      JSON.stringify({ v: 1, type: 'downloading', offer: first.heard[0]!.offer, bytes: 700 }),
    ),
  )
  // The process and its state are lost, another one takes over, and the drone lands.
  await first.dispatcher.stop()
  flying.clear()
  const second = start(flying)
  second.dispatcher.listens(standing)
  second.dispatcher.listens(aloft)
  await eventually(() => second.heard.length === 2)
  expect(second.heard.find(({ droneId }) => droneId === standing)).toMatchObject({
    type: 'offer',
    offer: first.heard[0]!.offer,
  })
  expect((await dronesOfRollout(db, id))[0]).toMatchObject({
    state: 'downloading',
    received_bytes: 700,
  })
  await tx(db, async (trx) => steerRollout(trx, (await lockRollout(trx, id))!, 'cancel', now()))
  await eventually(() => second.heard.filter(({ type }) => type === 'withdraw').length === 2)
  // The message is sent before it is recorded, so a process killed between the two sends it again.
  await eventually(async () => (await dronesOfRollout(db, id)).every(({ is_told }) => is_told))
})

test('a drone cannot reply for another one, and invalid messages are dropped', async () => {
  const { drones, manufacturerId } = freshDrones(2)
  const [own, other] = drones.map(({ droneId }) => droneId) as [string, string]
  const rules = { firmwareId, backId: null, steps: [100] }
  const id = await insertTestRollout(db, { manufacturerId, drones }, rules, now())
  const offerId = uuidv7(clock.now())
  await takeOffer(db, { droneId: own, rolloutId: id, offerId, now: now() })
  const said = { offerId, bytes: 0, reason: null, word: 'installed' } as const
  expect(await noteWord(db, { ...said, droneId: other }, now())).toBe(false)
  expect(await noteWord(db, { ...said, droneId: own }, now())).toBe(true)
  expect(await noteWord(db, { ...said, droneId: own }, now())).toBe(false)
  for (const nonsense of ['', '[]', '{"type":"installed"}', 'x'.repeat(5_000)])
    expect(readOfferWord(Buffer.from(nonsense))).toBeUndefined()
})
