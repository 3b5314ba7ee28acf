import { figureSchema } from './modules/figures/figures/figure-schema.queries.ts'
import type { Db } from './platform/database/database.ts'
import { migrate, type MigrateOptions } from './platform/database/migrate.ts'

/** All that this program needs: the numbered migrations, and what modules derive. */
export const applyMigrations = (
  db: Db,
  onProgress?: MigrateOptions['onProgress'],
): Promise<string[]> => migrate(db, { repeatables: [figureSchema], onProgress })
