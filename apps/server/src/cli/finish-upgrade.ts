import { migrationsFolder, readMigrations } from '../platform/database/migrate.ts'
import { admitNoOlderProgram } from '../platform/database/oldest-program.queries.ts'
import { StartFailure } from '../platform/config/start-failure.ts'
import { applied } from './doctor.queries.ts'
import type { Command } from './shell.ts'
import { withDatabase } from './with-database.ts'

/** Ends the way back to the version before, and allows what it cannot read. */
export const finishUpgrade: Command = (_given, shell) =>
  withDatabase(
    shell,
    async (db) => {
      const there = await applied(db)
      const own = await readMigrations(migrationsFolder)
      if (there.length !== own.length)
        throw new StartFailure('The database is not at the version of this program.')
      await admitNoOlderProgram(db)
      shell.print('No program before this version starts on the database any more.\n')
      return 0
    },
    { alsoWhileRunning: true },
  )
