import { runMigrations } from 'graphile-worker'
import { pino, type Logger } from 'pino'
import { findPool, type Db } from '../database/database.ts'
import { graphileOptions } from './graphile-options.ts'

/**
 * Creates the tables of the queue, in a separate schema. Several programs may do so concurrently.
 */
export const installJobQueue = async (
  db: Db,
  log: Logger = pino({ level: 'silent' }),
): Promise<void> => runMigrations(graphileOptions(await findPool(db), log))
