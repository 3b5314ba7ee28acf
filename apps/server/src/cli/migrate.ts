import { applyMigrations } from '../apply-migrations.ts'
import { installJobQueue } from '../platform/jobs/install-job-queue.ts'
import { loadRegionTable } from '../modules/people/regions/regions.seed.ts'
import { withDatabase } from './with-database.ts'
import type { Command } from './shell.ts'

export const migrateDatabase: Command = (_given, shell) =>
  withDatabase(shell, async (db) => {
    const applied = await applyMigrations(db, (line) => shell.print(`${line}\n`))
    await installJobQueue(db)
    await loadRegionTable(db)
    shell.print(
      applied.length === 0
        ? 'The database is at this version already.\n'
        : `Applied ${applied.length}: ${applied.join(', ')}\n`,
    )
    return 0
  })
