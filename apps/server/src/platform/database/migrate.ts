import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql, type Kysely } from 'kysely'
import { StartFailure } from '../config/start-failure.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

export interface Migration {
  number: number
  name: string
  text: string
  sha256: string
}

/** SQL that the program derives: applied after the numbered files, again whenever its text changes. */
export interface Repeatable {
  name: string
  text: string
}

export interface MigrateOptions {
  folder?: string
  repeatables?: readonly Repeatable[]
  onProgress?: (line: string) => void
}

interface MigrationTable {
  schema_migration: { number: number; name: string; sha256: string; applied_at: Date }
  schema_repeatable: { name: string; sha256: string; applied_at: Date }
}

/**
 * Held while a file is applied, and only inside its transaction, so that it works through a
 * transaction pooler.
 */
const lockKey = 0x53_57_41_54 // 'SWAT'

/**
 * Applies the numbered SQL files in their order, then the repeatables that changed, each in its own
 * transaction.
 * @returns the names of those applied. Several programs may do so at once on one database. Behind a
 * pooler, pass a database opened with `statementTimeoutS: 0`.
 * @throws StartFailure where an applied file has been changed or removed
 */
export async function migrate<T>(
  database: Kysely<T>,
  options: MigrateOptions = {},
): Promise<string[]> {
  const db = database as unknown as Kysely<MigrationTable>
  const files = await readMigrations(options.folder ?? migrationsFolder)
  const names: string[] = []
  await alone(db, async (tx) => {
    await sql`create table if not exists schema_migration (
      number integer primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now()
    );
    create table if not exists schema_repeatable (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now()
    )`.execute(tx)
    await noteBaseline(tx, files)
    refuseChanges(files, await readApplied(tx))
  })
  const apply = async (tx: Kysely<MigrationTable>, name: string, text: string): Promise<void> => {
    options.onProgress?.(`Applying ${name}`)
    try {
      await sql.raw(text).execute(tx)
    } catch (error) {
      throw new StartFailure(
        `The migration ${name} failed and was rolled back: ${(error as Error).message}`,
      )
    }
    names.push(name)
  }
  for (const { number, name, text, sha256 } of files) {
    await alone(db, async (tx) => {
      const done = await tx
        .selectFrom('schema_migration')
        .select('sha256')
        .where('number', '=', number)
        .executeTakeFirst()
      if (done) return
      await apply(tx, name, text)
      await sql`insert into schema_migration (number, name, sha256)
        values (${number}, ${name}, ${sha256})`.execute(tx)
    })
  }
  for (const { name, text } of options.repeatables ?? []) {
    const sha256 = hash(text)
    await alone(db, async (tx) => {
      const done = await tx
        .selectFrom('schema_repeatable')
        .select('sha256')
        .where('name', '=', name)
        .executeTakeFirst()
      if (done?.sha256 === sha256) return
      await apply(tx, name, text)
      await sql`insert into schema_repeatable (name, sha256) values (${name}, ${sha256})
        on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`.execute(tx)
    })
  }
  return names
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

function alone(
  db: Kysely<MigrationTable>,
  fn: (tx: Kysely<MigrationTable>) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(tx)
    await fn(tx)
  })
}

type Applied = { number: number; name: string; sha256: string }

const readApplied = (tx: Kysely<MigrationTable>): Promise<Applied[]> =>
  tx.selectFrom('schema_migration').select(['number', 'name', 'sha256']).orderBy('number').execute()

/** The migrations that the baseline, the first seven files, replaces: both make the same schema. */
const former = { first: '0001_foundation.sql', last: '0070_leaders_of_teams.sql', count: 70 }
const baselineFiles = 7

/**
 * Replaces the record of the former migrations by that of the baseline.
 * @throws StartFailure where not all of them are applied
 */
async function noteBaseline(tx: Kysely<MigrationTable>, files: Migration[]): Promise<void> {
  const applied = await readApplied(tx)
  if (applied[0]?.name !== former.first) return
  if (applied.length !== former.count || applied.at(-1)!.name !== former.last)
    throw new StartFailure(
      `The database was made by an earlier version and has ${applied.length} of its ${former.count} migrations. Start a version that ends with the migration ${former.last} on it once, then this one; or start with an empty database.`,
    )
  await tx.deleteFrom('schema_migration').execute()
  for (const { number, name, sha256 } of files.slice(0, baselineFiles))
    await sql`insert into schema_migration (number, name, sha256)
      values (${number}, ${name}, ${sha256})`.execute(tx)
}

function refuseChanges(files: Migration[], applied: Applied[]): void {
  for (const { number, name, sha256 } of applied) {
    const file = files.find((each) => each.number === number)
    if (!file)
      throw new StartFailure(
        `The database was written by a newer Swath: it has the migration ${name}, which this one does not know.`,
      )
    if (file.sha256 !== sha256) {
      throw new StartFailure(
        `The migration ${file.name} was changed after it had been applied to this database. Put it back as it was, and make the change in a new file.`,
      )
    }
  }
}

/** @throws StartFailure on a name that is not NNNN_name.sql, and on a missing or repeated number */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
      if (number !== index + 1)
        throw new StartFailure(
          `${join(folder, name)}: expected the number ${String(index + 1).padStart(4, '0')} and a name like 0001_accounts.sql.`,
        )
      const text = await readFile(join(folder, name), 'utf8')
      return { number, name, text, sha256: hash(text) }
    }),
  )
}
