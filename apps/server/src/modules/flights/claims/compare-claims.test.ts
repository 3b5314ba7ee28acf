// Two flights whose claims conflict: found once, reported for the later one, removed with either.
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { removeClaims } from '../../../gateway/recompute/claims.queries.ts'
import { settableClock } from '../../../platform/clock/clock.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../flights/testing-rows.queries.ts'
import { seedFleet } from '../../../gateway/testing.seed.ts'
import { compareClaims } from './compare-claims.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
const { db } = await ownTestDatabase()
const clock = settableClock(now)
const compare = () =>
  compareClaims({ db, clock, log: pino({ level: 'silent' }) }, new AbortController().signal)
let drone: TestDrone

beforeEach(async () => {
  await db.deleteFrom('claim_suspicion').execute()
  await db.deleteFrom('flight_claim').execute()
  const fleet = await seedFleet(db, 'CC', 1)
  drone = await insertDroneRow(db, {
    modelId: await insertModel(db, fleet.manufacturerId),
    manufacturerId: fleet.manufacturerId,
    operatorId: fleet.operatorId,
    region_code: '156330100',
  })
})

const claim = async (
  startMs: number,
  { boot = 'k1', firstSeq, lastSeq }: { boot?: string; firstSeq: number; lastSeq: number },
): Promise<string> => {
  const sortieId = await insertFlight(db, drone, { startMs })
  await db
    .insertInto('flight_claim')
    .values({
      drone_id: drone.id,
      sortie_id: sortieId,
      start_at: new Date(startMs),
      operator_id: drone.operatorId,
      covered_m2: 5_000,
      bounds: '(120.16,30.26),(120.15,30.25)',
      places: [],
      boot,
      first_seq: firstSeq,
      last_seq: lastSeq,
    })
    .execute()
  return sortieId
}
const found = () =>
  db
    .selectFrom('claim_suspicion')
    .select(['id', 'sortie_id', 'other_sortie_id', 'cause', 'created_at'])
    .execute()

test('a clock that was set back between two flights of a boot shows in their sequence numbers', async () => {
  const first = await claim(now - 3 * hour, { firstSeq: 500, lastSeq: 900 })
  const second = await claim(now - hour, { firstSeq: 1, lastSeq: 400 })
  await compare()
  const once = await found()
  expect(once).toMatchObject([
    { cause: 'clock_backwards', sortie_id: second, other_sortie_id: first },
  ])
  await db.updateTable('flight_claim').set({ compared: false }).execute()
  await compare()
  expect(await found()).toEqual(once)
})

test('ascending numbers, and those of another boot, are in order', async () => {
  await claim(now - 3 * hour, { firstSeq: 1, lastSeq: 400 })
  await claim(now - 2 * hour, { firstSeq: 401, lastSeq: 900 })
  await claim(now - hour, { boot: 'k2', firstSeq: 1, lastSeq: 300 })
  await compare()
  expect(await found()).toEqual([])
})

test('a suspicion is removed when either flight is deleted or changes', async () => {
  const first = await claim(now - 3 * hour, { firstSeq: 500, lastSeq: 900 })
  await claim(now - hour, { firstSeq: 1, lastSeq: 400 })
  await compare()
  await db
    .updateTable('flight_claim')
    .set({ first_seq: 901, last_seq: 1_300, compared: false })
    .where('first_seq', '=', 1)
    .execute()
  await compare()
  expect(await found()).toEqual([])
  await db
    .updateTable('flight_claim')
    .set({ first_seq: 1, last_seq: 400, compared: false })
    .where('first_seq', '=', 901)
    .execute()
  await compare()
  expect(await found()).toHaveLength(1)
  await tx(db, (trx) => removeClaims(trx, drone.id, [first]))
  expect(await found()).toEqual([])
})
