import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aloneInMonth, monthOf } from '../gateway/tracks/public.ts'
import { insertAccount } from '../platform/auth/testing.queries.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database/testing.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  pointsEast,
} from '../modules/flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../modules/people/regions/regions.seed.ts'
import { run } from './testing-cli.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'swath-archive-cli-'))
  const { db } = database
  await loadRegionTable(db)
  const parent = await insertAccount(db, { type: 'platform' })
  const maker = await insertAccount(db, { type: 'manufacturer', parent })
  const modelId = await insertModel(db, maker.id)
  const drone = await insertDroneRow(db, { modelId, manufacturerId: maker.id })
  const startMs = Date.parse('2024-03-05T06:00:00Z')
  await insertFlight(db, drone, { startMs, points: pointsEast(startMs, 300) })
  await sql`update track_chunk set id = overlay(id::text placing '8' from 15 for 1)::uuid`.execute(
    db,
  )
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const archive = (...given: string[]) => run(database, ['archive', ...given], { DATA_DIR: folder })

test('a month is archived, listed, and restored', async () => {
  expect((await archive('list')).out).toBe('Tracks stay in the database.\n')
  expect((await archive('month', '2024-03')).out).toMatch(
    /Archived 2024-03: files: 1, flights: 1, points: 300, 0\.0 MB\. 0 stretches stay/,
  )
  expect((await archive('list')).out).toContain('2024-03  files: 1, flights: 1, points: 300')
  expect(await run(database, ['verify-records'], { DATA_DIR: folder })).toMatchObject({ code: 0 })
  expect((await archive('restore', '2024-03')).out).toContain('Back in the database: files: 1')
  expect((await archive('list')).out).toContain('1 to be removed')
})

test('the retention is set and shown', async () => {
  expect((await archive('retention', '24')).out).toContain(
    'archived after 24 months, and kept for ever',
  )
  expect((await archive('retention', '24', '120')).out).toContain('deleted after 120')
  expect((await archive('retention', 'off')).out).toContain('Tracks stay in the database.')
  const { rows } = await sql`select action, object_name from audit_log
    where action like 'track.%' order by number`.execute(database.db)
  expect(rows).toEqual([
    { action: 'track.archive', object_name: '2024-03' },
    { action: 'track.restore', object_name: '2024-03' },
    { action: 'track.retention', object_name: '24, never' },
    { action: 'track.retention', object_name: '24, 120' },
    { action: 'track.retention', object_name: 'off, never' },
  ])
})

test('the months of the retention are archived, without one that another process has', async () => {
  await archive('retention', '1')
  await sql`truncate track_month`.execute(database.db)
  await aloneInMonth(database.db, monthOf(new Date('2024-03-05')), async () => {
    expect(await archive('due')).toMatchObject({ code: 0, out: '' })
    for (const task of ['month', 'restore'])
      expect((await archive(task, '2024-03')).err).toContain('Another process')
  })
  expect((await archive('due')).out).toContain('Archived 2024-03: files: 1, flights: 1')
  expect((await archive('due')).out).toBe('')
})

test.each([
  [[], 'What is to be done?'],
  [['month'], 'Name a month'],
  [['month', '2024-13'], 'Name a month'],
  [['month', '2999-01'], 'has not ended'],
  [['retention', '0'], 'from 1 to 1200'],
  [['retention', 'off', '12'], 'Only archived tracks are deleted'],
  [['retention', '24', '12'], 'Only archived tracks are deleted'],
])('refuses %j', async (given, message) => {
  const { code, err } = await archive(...given)
  expect(code).toBe(64)
  expect(err).toContain(message)
})

test('while older programs may run, nothing is archived', async () => {
  await sql`update schema_migration set oldest_program = 14`.execute(database.db)
  expect((await archive('month', '2024-03')).err).toContain('finish-upgrade')
})
