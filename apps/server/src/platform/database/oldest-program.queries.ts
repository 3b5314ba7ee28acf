// Which programs the database admits, by the number of their last migration.
import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'

/** No older program starts on the database: what this one cannot read may be stored. */
export const findOldestProgram = async (db: Db | Tx): Promise<number> => {
  const { rows } = await sql<{ oldest: number }>`
    select coalesce(max(coalesce(oldest_program, number)), 0) as oldest from schema_migration`.execute(
    db,
  )
  return rows[0]!.oldest
}

/** Admits only programs that have all migrations of the database. @returns the number of the last */
export const admitNoOlderProgram = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ number: number }>`
    update schema_migration set oldest_program = number
    where number = (select max(number) from schema_migration) returning number`.execute(db)
  return rows[0]!.number
}
