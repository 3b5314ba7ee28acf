import { figureSchema } from './modules/figures/figures/figure-schema.queries.ts'
import type { Db } from './platform/database/database.ts'
import { migrate, type MigrateOptions, type Repeatable } from './platform/database/migrate.ts'

/** The SQL that modules generate. */
export const repeatables: readonly Repeatable[] = [figureSchema]

/** Applies the numbered migrations, then the SQL that modules generate. */
export const applyMigrations = (
  db: Db,
  onProgress?: MigrateOptions['onProgress'],
): Promise<string[]> => migrate(db, { repeatables, onProgress })
