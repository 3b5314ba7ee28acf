import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { settableClock } from '../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { createEventBus } from '../../platform/events/events.ts'
import { createCounters } from '../counters.ts'
import { seedFleet } from '../testing.seed.ts'
import { createRecomputer } from './recomputer.ts'

const own = await ownTestDatabase()
const nowMs = Date.UTC(2026, 5, 1)

const isWaitingForDrone = async (): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(own.db)
  return rows.length > 0
}

test('waiting for all due work includes the drone that the loop is processing', async () => {
  const { drones } = await seedFleet(own.db, 'RC', 1)
  const droneId = drones[0]!.droneId
  const recomputer = createRecomputer({
    db: own.db,
    clock: settableClock(nowMs),
    events: createEventBus(),
    log: pino({ level: 'silent' }),
    counters: createCounters(),
  })
  const order: string[] = []
  let due: Promise<unknown> = Promise.resolve()
  await own.db.transaction().execute(async (trx) => {
    await trx.selectFrom('drone').select('id').where('id', '=', droneId).forNoKeyUpdate().execute()
    const at = new Date(nowMs)
    await own.db
      .insertInto('recompute')
      .values({ drone_id: droneId, from_at: at, until_at: at, due_at: at })
      .execute()
    recomputer.start()
    await expect.poll(isWaitingForDrone).toBe(true)
    due = recomputer.due().then(() => order.push('due'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    order.push('let go')
  })
  await due
  await recomputer.stop()
  expect(order).toEqual(['let go', 'due'])
  expect(await own.db.selectFrom('recompute').select('drone_id').execute()).toEqual([])
})
