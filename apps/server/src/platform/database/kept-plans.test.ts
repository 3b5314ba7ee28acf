import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase, tx } from './database.ts'
import { ownTestDatabase } from './testing-file.ts'

const own = await ownTestDatabase()
const db = openDatabase(own.url, { maxConnections: 1, keepsPlans: true })
afterAll(() => db.destroy())

const listPrepared = async (): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
    where statement not like '%pg_prepared%' order by statement`.execute(db)
  return rows.map((row) => row.statement)
}

test('a statement that runs often is prepared, also inside transactions, and survives a new column', async () => {
  const chunkSizes = (droneId: string) =>
    sql<{ size: number }>`select point_count as size from track_chunk
      where drone_id = ${droneId}`.execute(db)
  for (let i = 0; i < 3; i++) await chunkSizes('A')
  expect(await listPrepared()).toEqual([])
  await tx(db, async (inner) => {
    await sql`select 1 where ${1} = 2`.execute(inner)
  })
  await chunkSizes('B')
  expect(await listPrepared()).toEqual([expect.stringContaining('point_count as size')])
  await sql`alter table track_chunk add column extra integer`.execute(own.db)
  expect((await chunkSizes('A')).rows).toEqual([])
})

test('a statement whose first prepared run fails is prepared by the next', async () => {
  const divide = (by: number) => sql`select 7 / ${by}::int as part`.execute(db)
  for (let i = 0; i < 3; i++) await divide(7)
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(7)).rows).toEqual([{ part: 1 }])
})

test('a statement that selects all columns is never prepared: a new column would make it fail', async () => {
  const before = await listPrepared()
  const all = (code: string) => db.selectFrom('crop').selectAll().where('id', '=', code).execute()
  for (let i = 0; i < 10; i++) await all('none')
  await db.selectFrom('crop as one').selectAll('one').where('id', '=', 'none').execute()
  expect(await listPrepared()).toEqual(before)
  await sql`alter table crop add column extra integer`.execute(own.db)
  expect(await all('none')).toEqual([])
})
