import { applyMigrations } from '../apply-migrations.ts'
import { installJobQueue } from '../platform/jobs/install-job-queue.ts'
import { loadRegionTable } from '../modules/people/regions/regions.seed.ts'
import { withDatabase } from './with-database.ts'

export const migrateDatabase = (): Promise<number> =>
  withDatabase(async (db) => {
    const applied = await applyMigrations(db, (line) => process.stdout.write(`${line}\n`))
    await installJobQueue(db)
    await loadRegionTable(db)
    process.stdout.write(
      applied.length === 0
        ? 'The database is at this version already.\n'
        : `Applied ${applied.length}: ${applied.join(', ')}\n`,
    )
    return 0
  })
