import { mkdtemp, readdir, rm, writeFile, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkRecord, checkRecordChain } from '../../../gateway/recompute/public.ts'
import {
  archiveDueMonths,
  archiveMonth,
  attachArchives,
  listArchivedMonths,
  monthOf,
  pointsIn,
  readStoredPoints,
  restoreMonth,
  setTrackRetention,
} from '../../../gateway/tracks/public.ts'
import { insertAccount } from '../../../platform/auth/testing.queries.ts'
import { tx, type Db } from '../../../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/testing.ts'
import { folderStore } from '../../../platform/files/folder-store.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { removeUnnamedFiles } from '../../people/files/unnamed-files.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  pointsEast,
  type TestDrone,
} from '../flights/testing-rows.queries.ts'
import { archiveTracks } from './archive-tracks.ts'

let database: TestDatabase
let db: Db
let dataFolder: string
let drone: TestDrone
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  await loadRegionTable(db)
  dataFolder = await mkdtemp(join(tmpdir(), 'swath-archives-'))
  attachArchives(db, { dataFolder, s3: undefined })
})
afterAll(async () => {
  await database.close()
  await rm(dataFolder, { recursive: true })
})

const dayMs = 86_400_000
const startMs = Date.parse('2024-03-31T23:50:00Z')
const march = monthOf(new Date(startMs))
const nowMs = Date.parse('2026-11-10T00:00:00Z')
const log = pino({ level: 'silent' })
const run = () => ({ db, now: () => new Date(nowMs) })
const runJob = (atMs = nowMs) =>
  archiveTracks({ db, log, clock: { now: () => atMs } }, new AbortController().signal)

/** As after a recomputation: ids of version 8, and hashes of what was stored. */
const settle = async (): Promise<void> => {
  await sql`update track_chunk set id = overlay(id::text placing '8' from 15 for 1)::uuid`.execute(
    db,
  )
  await sql`insert into record_made (drone_id, sortie_id, hash, hash_at, track_hash, track_at,
      stored_hash)
    select record.drone_id, record.sortie_id, record.hash, now(), track_hash, now(),
      sha256(columns)
    from work_record record join track_chunk chunk using (drone_id, sortie_id)
    on conflict (drone_id, sortie_id) do nothing`.execute(db)
}

type Flight = { id: string; startMs: number; count: number }
let flights: Flight[]
beforeEach(async () => {
  await sql`truncate track_chunk, track_archive, track_month, track_retention, record_made,
    work_record, sortie, drone, anomaly, subsidy_rule cascade`.execute(db)
  const maker = await insertAccount(db, { type: 'manufacturer' })
  drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.id),
    manufacturerId: maker.id,
  })
  await rm(join(dataFolder, 'files'), { recursive: true, force: true })
  attachArchives(db, { dataFolder, s3: undefined })
  flights = []
  // The first one flies past midnight of the month's end; the last ones are of other months.
  for (const [before, count] of [
    [0, 1_800],
    [1, 300],
    [2, 20_000],
    [400, 120],
    [-40, 200],
  ] as const) {
    const atMs = startMs - before * dayMs
    const points = pointsEast(atMs, count, (i) => ({ tankL: 30 - (i % 977) / 50, seq: i * 3 }))
    const id = await insertFlight(db, drone, { startMs: atMs, durationS: count, points })
    flights.push({ id, startMs: atMs, count })
  }
  await settle()
})

const readAll = async () =>
  Promise.all(
    flights.map(async ({ id, startMs: atMs, count }) =>
      pointsIn(
        await readStoredPoints(db, drone.id, {
          id,
          start_at: new Date(atMs),
          end_at: new Date(atMs + count * 1000),
        }),
      ),
    ),
  )
const readChunks = () =>
  db.selectFrom('track_chunk').selectAll().orderBy('from_at').orderBy('id').execute()
const countArchived = async (): Promise<number> =>
  (await readChunks()).filter(({ archive_id: id }) => id !== null).length
const listFiles = async (): Promise<string[]> => {
  const folder = join(dataFolder, 'files', 'tr')
  return (await readdir(folder)).map((name) => join(folder, name))
}
const checkAll = async () => {
  expect((await checkRecordChain(db, drone.id)).broken).toEqual([])
  for (const { id } of flights)
    expect((await checkRecord(db, drone.id, id)).points).toMatchObject({ state: 'intact' })
}

test('a month moves into a file, is read as before, and comes back with the same bytes', async () => {
  const [points, chunks] = [await readAll(), await readChunks()]
  await checkAll()
  const sum = await archiveMonth(run(), march)
  expect(sum).toMatchObject({ files: 1, flights: 3, points: 22_100, kept: 0 })
  expect(await countArchived()).toBe(3)
  expect(await readAll()).toEqual(points)
  await checkAll()
  expect(await listArchivedMonths(db)).toEqual([
    {
      month: '2024-03',
      files: 1,
      flights: 3,
      points: 22_100,
      bytes: sum.bytes,
      writing: 0,
      unused: 0,
    },
  ])
  expect(await archiveMonth(run(), march)).toMatchObject({ files: 0, kept: 0 })

  expect(await restoreMonth(run(), march)).toMatchObject({ files: 1, flights: 3, points: 22_100 })
  expect(await readChunks()).toEqual(chunks)
  await checkAll()
})

describe('flights that somebody works on stay', () => {
  const archiveAgain = async () => (await archiveMonth(run(), march)).kept
  test('with an open alarm', async () => {
    await sql`insert into anomaly (drone_id, id, sortie_id, type, level, cause, at, lng, lat,
        manufacturer_id)
      values (${drone.id}, gen_random_uuid(), ${flights[1]!.id}, 1, 1, 'zone', now(), 1, 1,
        ${drone.manufacturerId})`.execute(db)
    expect(await archiveAgain()).toBe(1)
    await sql`update anomaly set state = 'closed', closed_reason = 'real', closed_at = now()`.execute(
      db,
    )
    expect(await archiveAgain()).toBe(0)
  })
  test('with a suspicion, also if it is the other flight', async () => {
    await sql`insert into claim_suspicion (drone_id, id, sortie_id, cause, at, lng, lat,
        other_drone_id, other_sortie_id, manufacturer_id)
      values (${drone.id}, gen_random_uuid(), ${flights[1]!.id}, 'same_ground', now(), 1, 1,
        ${drone.id}, ${flights[2]!.id}, ${drone.manufacturerId})`.execute(db)
    expect(await archiveAgain()).toBe(2)
    await sql`update claim_suspicion set state = 'in_order', decided_at = now()`.execute(db)
    expect(await archiveAgain()).toBe(0)
  })
  test('with a subsidy that is not final, or an open objection', async () => {
    const account = await insertAccount(db, { type: 'government' })
    const rule = '01890000-0000-7000-8000-0000000000aa'
    const line = '01890000-0000-7000-8000-0000000000bb'
    await sql`insert into subsidy_rule (id, account_id, region_code, year, time_zone, currency,
        created_at)
      values (${rule}, ${account.id}, '156330106', 2024, 'Asia/Shanghai', 'CNY', now())`.execute(db)
    await sql`insert into subsidy (id, rule_id, rule_number, account_id, region_code, year,
        time_zone, currency, state, created_at, proposed_at, objection_until, lines_hash)
      values (7, ${rule}, 1, ${account.id}, '156330106', 2024, 'Asia/Shanghai', 'CNY', 'proposed',
        now(), now(), now(), '')`.execute(db)
    await sql`insert into subsidy_line (id, subsidy_id, number, state, season, season_name, plot_id,
        plot_name, owner_id, operator_id, region_code, rate_minor, plot_milli_m2, covered_milli_m2,
        ground_milli_m2, flight_count, first_at, gross_minor, amount_minor)
      values (${line}, 7, 1, 'payable', 0, 'spring', ${rule}, 'plot', ${account.id}, ${account.id},
        '156330106', 1, 1, 1, 1, 1, now(), 1, 1)`.execute(db)
    await sql`insert into subsidy_flight (subsidy_id, number, line_id, drone_id, sortie_id, start_at,
        covered_m2, track_hash, facts_hash)
      values (7, 1, ${line}, ${drone.id}, ${flights[1]!.id}, now(), 1, '', '')`.execute(db)
    expect(await archiveAgain()).toBe(1)
    await sql`update subsidy set state = 'approved', approved_at = now()`.execute(db)
    await sql`insert into subsidy_objection (id, subsidy_id, line_id, line_number, plot_name,
        region_code, account_id, account_name, user_id, user_name, at, text)
      values (${rule}, 7, ${line}, 1, 'plot', '156330106', ${account.id}, 'a', ${rule}, 'b', now(),
        'c')`.execute(db)
    expect(await archiveAgain()).toBe(1)
    await sql`update subsidy_objection set state = 'declined', decided_at = now()`.execute(db)
    expect(await archiveAgain()).toBe(0)
  })
  test('marked for recomputation', async () => {
    await sql`insert into recompute values (${drone.id}, ${new Date(startMs - dayMs)},
      ${new Date(startMs - dayMs)}, now())`.execute(db)
    expect(await archiveAgain()).toBe(1)
  })
  test('not computed yet', async () => {
    await sql`update track_chunk set id = overlay(id::text placing '7' from 15 for 1)::uuid
      where sortie_id = ${flights[1]!.id}`.execute(db)
    expect(await archiveAgain()).toBe(1)
  })
  test('damaged', async () => {
    await sql`update track_chunk set columns = set_byte(columns, 20, 7 # get_byte(columns, 20))
      where sortie_id = ${flights[1]!.id}`.execute(db)
    expect(await archiveAgain()).toBe(1)
  })
})

test('a chunk that somebody changes keeps its points in the database', async () => {
  const points = await readAll()
  const changed = sql`sortie_id = ${flights[1]!.id}`
  await tx(db, async (trx) => {
    await sql`select from track_chunk where ${changed} for update`.execute(trx)
    expect(await archiveMonth(run(), march)).toMatchObject({ flights: 2, kept: 1 })
    await sql`delete from track_chunk where ${changed}`.execute(trx)
  })
  expect((await readAll()).map(({ length }) => length)).toEqual(
    points.map(({ length }, i) => (i === 1 ? 0 : length)),
  )
})

test('wrong bytes of a file are found, and are no reason to lose the file', async () => {
  await archiveMonth(run(), march)
  const [file] = await listFiles()
  const bytes = await readFile(file!)
  for (let at = 100; at < bytes.length / 2; at += 97) bytes[at]! ^= 1
  await writeFile(file!, bytes)
  const states: string[] = []
  for (const { id } of flights) states.push((await checkRecord(db, drone.id, id)).points.state)
  expect(states).toContain('broken')
  await expect(restoreMonth(run(), march)).rejects.toThrow()
  expect(await listFiles()).toEqual([file])

  await rm(file!)
  attachArchives(db, { dataFolder, s3: undefined })
  expect((await checkRecord(db, drone.id, flights[1]!.id)).points).toMatchObject({
    state: 'broken',
    fault: 'unreadable',
  })
})

test('the job keeps to the retention, and leaves no file without chunks', async () => {
  await sql`update schema_migration set oldest_program = 14 where number > 18`.execute(db)
  await setTrackRetention(db, { archiveAfterMonths: 24, deleteAfterMonths: null })
  await runJob()
  expect(await countArchived()).toBe(0) // programs that cannot read archives may run
  await sql`update schema_migration set oldest_program = number`.execute(db)
  await runJob()
  expect(await countArchived()).toBe(5)
  expect((await listArchivedMonths(db)).map(({ month, flights: count }) => [month, count])).toEqual(
    [
      ['2023-02', 1],
      ['2024-03', 3],
      ['2024-05', 1],
    ],
  )
  const later = { now: () => Date.now() + 9 * dayMs }
  expect(await removeUnnamedFiles({ db, log, clock: later }, folderStore(dataFolder))).toBe(0)

  await setTrackRetention(db, { archiveAfterMonths: 24, deleteAfterMonths: 36 })
  await runJob()
  expect((await readChunks()).length).toBe(4)
  const twoDays = nowMs + 2 * dayMs
  await runJob(twoDays)
  expect(await listArchivedMonths(db)).toMatchObject([
    { month: '2024-03', unused: 0 },
    { month: '2024-05', unused: 0 },
  ])
  expect(await listFiles()).toHaveLength(2)
})

test('two processes divide the months, and each month is archived once', async () => {
  await sql`update schema_migration set oldest_program = number`.execute(db)
  await setTrackRetention(db, { archiveAfterMonths: 24, deleteAfterMonths: null })
  const points = await readAll()
  const archivedBy: string[][] = [[], []]
  await Promise.all(
    archivedBy.map((months) =>
      archiveDueMonths(run(), (month) => void months.push(month.from.toISOString().slice(0, 7))),
    ),
  )
  expect(archivedBy.flat().toSorted()).toEqual(['2023-02', '2024-03', '2024-05'])
  expect((await listArchivedMonths(db)).map(({ files }) => files)).toEqual([1, 1, 1])
  expect(await countArchived()).toBe(5)
  expect(await readAll()).toEqual(points)
})

test('an interrupted writing is removed a day later', async () => {
  const folder = join(dataFolder, 'files', 'tr')
  const id = '01890000-0000-7000-8000-000000000009'
  const key = `track-archive-2024-03-${id}`
  await db
    .insertInto('track_archive')
    .values({ id, key, month: '2024-03-01', state: 'writing', changed_at: new Date(nowMs) })
    .execute()
  await folderStore(dataFolder).put(key, Buffer.from('half'), 'x')
  await runJob(nowMs + dayMs / 2)
  expect(await readdir(folder)).toContain(key)
  await runJob(nowMs + 2 * dayMs)
  await runJob(nowMs + 4 * dayMs)
  expect(await readdir(folder)).not.toContain(key)
})
