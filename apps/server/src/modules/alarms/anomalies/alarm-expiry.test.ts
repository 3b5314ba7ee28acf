import { pino } from 'pino'
import { expect, test } from 'vitest'
import { insertAccount } from '../../../platform/auth/testing.queries.ts'
import { settableClock } from '../../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { expireAlarmsJob } from './alarm-expiry.ts'

const { db } = await ownTestDatabase(loadRegionTable)
const now = Date.parse('2026-06-15T04:00:00Z')
const day = 86_400_000

test('an alarm that ended a week ago and that no one handled closes automatically, unless it is of level 1', async () => {
  const maker = await insertAccount(db, { type: 'manufacturer' })
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.id),
    manufacturerId: maker.id,
  })
  const raise = async (level: 1 | 2, ageDays: number, isTouched = false): Promise<string> => {
    const id = crypto.randomUUID()
    const at = new Date(now - ageDays * day)
    await db
      .insertInto('anomaly')
      .values({
        drone_id: drone.id,
        id,
        sortie_id: await insertFlight(db, drone, { startMs: at.getTime() }),
        type: level,
        level,
        cause: crypto.randomUUID(),
        at,
        created_at: at,
        lng: 120,
        lat: 30,
        manufacturer_id: maker.id,
      })
      .execute()
    if (isTouched)
      await db
        .insertInto('alarm_step')
        .values({
          drone_id: drone.id,
          anomaly_id: id,
          number: 1,
          kind: 'comment',
          at,
          text: 'Why?',
        })
        .execute()
    return id
  }
  const over = await raise(2, 8)
  const stays = [await raise(2, 6), await raise(1, 30), await raise(2, 30, true)]
  const job = expireAlarmsJob({ db, clock: settableClock(now) })
  const run = { signal: AbortSignal.timeout(60_000), log: pino({ level: 'silent' }) }
  await job.run({}, run)
  await job.run({}, run)
  const rows = await db.selectFrom('anomaly').select(['id', 'state', 'closed_reason']).execute()
  expect(rows.filter(({ state }) => state === 'closed')).toEqual([
    { id: over, state: 'closed', closed_reason: 'expired' },
  ])
  expect(new Set(rows.filter(({ state }) => state === 'open').map(({ id }) => id))).toEqual(
    new Set(stays),
  )
  expect(
    await db
      .selectFrom('alarm_step')
      .where('anomaly_id', '=', over)
      .select(['kind', 'reason'])
      .execute(),
  ).toEqual([{ kind: 'close', reason: 'expired' }])
})
