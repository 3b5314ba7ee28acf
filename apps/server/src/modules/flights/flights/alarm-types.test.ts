// The alarm types of a flight are stored with the flight and its record, in any order of
// writes.
import { beforeEach, describe, expect, test } from 'vitest'
import { tx, type Db, type Tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { seedFleet } from '../../../gateway/testing.seed.ts'
import { insertFlight, type TestDrone } from './testing-rows.queries.ts'

const { db } = await ownTestDatabase()
const fleet = await seedFleet(db, 'AT', 1)
const at = new Date('2026-06-01T02:00:00Z')
const {
  id: droneId,
  manufacturer_id,
  operator_id,
  region_code,
} = await db
  .selectFrom('drone')
  .selectAll()
  .where('id', '=', fleet.drones[0]!.droneId)
  .executeTakeFirstOrThrow()
const drone = {
  id: droneId,
  manufacturerId: manufacturer_id,
  operatorId: operator_id,
  tenantId: null,
  regionCode: region_code,
} as TestDrone
let sortieId: string

beforeEach(async () => {
  sortieId = await insertFlight(db, drone, { startMs: at.getTime() })
})

const buildAnomaly = (type: 1 | 2 | 3 | 4 | 5, cause: string) =>
  ({
    drone_id: drone.id,
    id: crypto.randomUUID(),
    sortie_id: sortieId,
    type,
    level: 1,
    cause,
    at,
    lng: 120,
    lat: 30,
    evidence: '{}',
    manufacturer_id,
    operator_id,
    region_code,
  }) as const
const raise = async (on: Db | Tx, type: 1 | 2 | 3 | 4 | 5, cause: string): Promise<string> => {
  const row = buildAnomaly(type, cause)
  await on.insertInto('anomaly').values(row).execute()
  return row.id
}
const typesNow = async (): Promise<number[]> => {
  const sortie = await db
    .selectFrom('sortie')
    .select('alarm_types')
    .where('id', '=', sortieId)
    .executeTakeFirstOrThrow()
  const record = await db
    .selectFrom('work_record')
    .select('alarm_types')
    .where('sortie_id', '=', sortieId)
    .executeTakeFirst()
  expect(record?.alarm_types ?? sortie.alarm_types).toBe(sortie.alarm_types)
  return [1, 2, 3, 4, 5].filter((type) => sortie.alarm_types & (1 << type))
}

describe('alarm types of a flight', () => {
  test('are added and removed with its alarms', async () => {
    expect(await typesNow()).toEqual([])
    const first = await raise(db, 2, 'flow')
    const second = await raise(db, 2, 'tank')
    await raise(db, 5, 'area')
    expect(await typesNow()).toEqual([2, 5])
    await db.deleteFrom('anomaly').where('id', '=', first).execute()
    expect(await typesNow()).toEqual([2, 5])
    await db.deleteFrom('anomaly').where('id', '=', second).execute()
    expect(await typesNow()).toEqual([5])
  })

  test('are stored with a record that is written, or rewritten, after them', async () => {
    const [record] = await db
      .deleteFrom('work_record')
      .where('sortie_id', '=', sortieId)
      .returningAll()
      .execute()
    await raise(db, 1, 'zone')
    await db
      .insertInto('work_record')
      .values({ ...record!, alarm_types: 0 })
      .execute()
    expect(await typesNow()).toEqual([1])
  })

  test('are complete after two transactions have added and removed alarms at once', async () => {
    const wrong = await raise(db, 3, 'crop')
    let go = (): void => undefined
    const started = new Promise<void>((resolve) => {
      go = resolve
    })
    await Promise.all([
      tx(db, async (trx) => {
        await raise(trx, 1, 'zone')
        go()
        // The other transaction waits for the flight meanwhile.
        await new Promise((resume) => setTimeout(resume, 50))
      }),
      started.then(() =>
        tx(db, async (trx) => {
          await trx.deleteFrom('anomaly').where('id', '=', wrong).execute()
          await raise(trx, 4, 'repeated')
        }),
      ),
    ])
    expect(await typesNow()).toEqual([1, 4])
  })

  test('raising an alarm and recomputing the flight cannot deadlock', async () => {
    const row = buildAnomaly(1, 'both')
    let raised: Promise<unknown> | undefined
    await tx(db, async (trx) => {
      await trx.updateTable('sortie').set({ point_count: 7 }).where('id', '=', sortieId).execute()
      raised = db
        .insertInto('anomaly')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await new Promise((resume) => setTimeout(resume, 100)) // it is waiting by now
      await trx
        .insertInto('anomaly')
        .values(row)
        .onConflict((conflict) => conflict.columns(['drone_id', 'id']).doUpdateSet({ level: 1 }))
        .execute()
    })
    await raised
    expect(await typesNow()).toEqual([1])
  })

  test('are stored if the flight is first written while its alarm is being raised', async () => {
    const [flight] = await db
      .deleteFrom('sortie')
      .where('id', '=', sortieId)
      .returningAll()
      .execute()
    let raised = (): void => undefined
    const isRaised = new Promise<void>((resolve) => {
      raised = resolve
    })
    let go = (): void => undefined
    const isWritten = new Promise<void>((resolve) => {
      go = resolve
    })
    let id = ''
    const live = tx(db, async (trx) => {
      id = await raise(trx, 1, 'zone')
      raised()
      await isWritten
    })
    await isRaised
    await tx(db, async (trx) => {
      await trx.insertInto('sortie').values(flight!).execute()
      go()
      await trx
        .insertInto('anomaly')
        .values({ ...buildAnomaly(1, 'zone'), id })
        .onConflict((conflict) => conflict.columns(['drone_id', 'id']).doUpdateSet({ level: 1 }))
        .execute()
    })
    await live
    expect(await typesNow()).toEqual([1])
  })
})
