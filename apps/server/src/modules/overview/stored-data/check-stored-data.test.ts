// A wrong byte of each kind is found within its time, reported once, and forgotten when repaired.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { insertAccount, insertUser } from '../../../platform/auth/testing.queries.ts'
import { tx } from '../../../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/testing.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  pointsEast,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import {
  checkStoredData,
  dueAt,
  hourMs,
  hoursOfWeek,
  tellStoredFaultKind,
  weeksForTracks,
} from './check-stored-data.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await loadRegionTable(database.db)
})
afterAll(() => database.close())

const startMs = Date.parse('2026-10-01T00:00:00Z')
const hours = Array.from({ length: weeksForTracks * hoursOfWeek }, (_, i) => startMs + i * hourMs)
const suspects = new Set<string>()

/** Checks in the hour in which the subject, and the flight if one is given, are due. */
const check = (subject: string, sortieId?: string) => {
  const atMs = hours.find((ms) => {
    const due = dueAt(ms, suspects)
    return due.isSubjectDue(subject) && (sortieId === undefined || due.isTrackDue(sortieId))
  })!
  return checkStoredData(
    { db: database.db, clock: { now: () => atMs } },
    atMs,
    new AbortController().signal,
  )
}
const countReports = async (): Promise<number> =>
  (
    await sql`select from graphile_worker.jobs
      where task_identifier = ${tellStoredFaultKind.name}`.execute(database.db)
  ).rows.length

test('a drone is due once a week, a flight once in thirteen weeks', () => {
  const due = hours.map((ms) => dueAt(ms, suspects))
  for (const id of ['SN-1', 'SN-2', '0190a000-0000-7000-8000-0000000000e1']) {
    expect(due.filter((one) => one.isSubjectDue(id))).toHaveLength(weeksForTracks)
    expect(due.filter((one) => one.isTrackDue(id))).toHaveLength(hoursOfWeek)
  }
})

test('a wrong figure, point and event are found, reported once, and forgotten when repaired', async () => {
  const { db } = database
  const operator = await insertAccount(db, { type: 'platform' })
  await insertUser(db, operator)
  const maker = await insertAccount(db, { type: 'manufacturer' })
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.id),
    manufacturerId: maker.id,
  })
  const id = await insertFlight(db, drone, { startMs, points: pointsEast(startMs, 50) })
  expect(await check(drone.id, id)).toEqual([])

  const wrongByte = () =>
    sql`update track_chunk set columns = set_byte(columns, length(columns) - 9,
      get_byte(columns, length(columns) - 9) # 1) where drone_id = ${drone.id}`.execute(db)
  const wrongFigure = () =>
    sql`update work_record set spray_l = 100 - spray_l where drone_id = ${drone.id}`.execute(db)
  await wrongByte()
  await wrongFigure()
  const found = await check(drone.id, id)
  expect(
    found.map(({ kind, object }) => `${kind} ${object}`).toSorted((a, b) => a.localeCompare(b)),
  ).toEqual([`record ${id}`, `source ${id}`])
  expect(await countReports()).toBe(2)
  // The next check knows them already.
  expect(await check(drone.id, id)).toEqual(found)
  expect(await countReports()).toBe(2)

  await wrongFigure()
  // A known fault is checked again every week, not only when its flight is due.
  await wrongByte()
  expect(await check(drone.id)).toEqual([])
})

test('a point that cannot be read is found before its flight is closed', async () => {
  const { db } = database
  const maker = await insertAccount(db, { type: 'manufacturer' })
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.id),
    manufacturerId: maker.id,
  })
  await insertFlight(db, drone, { startMs, open: true, points: pointsEast(startMs, 5) })
  expect(await check(drone.id)).toEqual([])
  await sql`update track_chunk set columns = '\\x00' where drone_id = ${drone.id}`.execute(db)
  expect(await check(drone.id)).toMatchObject([{ kind: 'chunk', detail: 'unreadable' }])
})

test('a changed audit log is found', async () => {
  const { db } = database
  const { id: accountId } = await insertAccount(db)
  for (const action of ['a', 'b'])
    await tx(db, (trx) =>
      recordAudit(trx, {
        ...{ accountId, atMs: startMs, logType: 2, ip: null, action },
        user: { id: null, name: 'x' },
      }),
    )
  expect(await check(accountId)).toEqual([])
  await sql`update audit_log set action = 'c' where account_id = ${accountId} and number = 2`.execute(
    db,
  )
  expect(await check(accountId)).toMatchObject([{ kind: 'audit-log', object: '2' }])
})
