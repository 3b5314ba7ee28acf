import { beforeEach, expect, test } from 'vitest'
import { insertAccount } from '../../platform/auth/testing.queries.ts'
import { tx } from '../../platform/database/database.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
} from '../../modules/flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../modules/people/regions/regions.seed.ts'
import { writeAnomalies, type AnomalyRow } from './anomalies.queries.ts'

const { db } = await ownTestDatabase(loadRegionTable)
const startMs = Date.parse('2026-06-01T00:00:00Z')
let droneId: string
let row: AnomalyRow

beforeEach(async () => {
  const maker = await insertAccount(db, { type: 'manufacturer' })
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.id),
    manufacturerId: maker.id,
  })
  droneId = drone.id
  row = {
    id: crypto.randomUUID(),
    sortieId: await insertFlight(db, drone, { startMs }),
    type: 'blowing_anomaly',
    level: 2,
    cause: 'too_high',
    tMs: startMs,
    lng: 120,
    lat: 30,
    evidence: {},
    replayed: false,
    manufacturerId: maker.id,
    operatorId: null,
    tenantId: null,
    regionCode: null,
  }
  await write([], [row])
})

const write = (gone: readonly string[], rows: readonly AnomalyRow[]) =>
  tx(db, (trx) => writeAnomalies(trx, droneId, gone, rows))
const find = () =>
  db
    .selectFrom('anomaly')
    .where('drone_id', '=', droneId)
    .select(['state', 'closed_reason', 'version'])
    .execute()
const alarmTypes = async () =>
  (
    await db
      .selectFrom('sortie')
      .where('drone_id', '=', droneId)
      .select('alarm_types')
      .executeTakeFirstOrThrow()
  ).alarm_types

test('a refuted alarm that no one handled is deleted', async () => {
  await write([row.id], [])
  expect(await find()).toEqual([])
})

test('an alarm that a user has handled is withdrawn instead of deleted, and reopened if found again', async () => {
  await db
    .insertInto('alarm_step')
    .values({
      drone_id: droneId,
      anomaly_id: row.id,
      number: 1,
      kind: 'comment',
      at: new Date(startMs),
      text: 'Looking into it',
    })
    .execute()
  expect(await alarmTypes()).toBe(1 << 2)
  await write([row.id], [])
  await write([row.id], []) // recomputed
  expect(await find()).toEqual([{ state: 'closed', closed_reason: 'withdrawn', version: 2 }])
  expect(await alarmTypes()).toBe(0)
  await write([], [row])
  expect(await find()).toEqual([{ state: 'open', closed_reason: null, version: 3 }])
  expect(await alarmTypes()).toBe(1 << 2)
})

test('an alarm closed by a person stays closed, however often the flight is recomputed', async () => {
  await db
    .updateTable('anomaly')
    .set({ state: 'closed', closed_reason: 'real', closed_at: new Date(startMs), version: 2 })
    .where('id', '=', row.id)
    .execute()
  await write([], [row])
  expect(await find()).toEqual([{ state: 'closed', closed_reason: 'real', version: 2 }])
})
