import { attachArchives } from '../gateway/tracks/public.ts'
import { StartFailure } from '../platform/config/start-failure.ts'
import { loadConfig, type Config } from '../platform/config/config.ts'
import { openDatabase, type Db } from '../platform/database/database.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded.ts'
import { findRunningServer } from '../platform/database/running-server.ts'
import { serverVersion } from './doctor.queries.ts'
import type { Shell } from './shell.ts'

const reach = async (db: Db, url: string | undefined): Promise<void> => {
  if (url === undefined) return
  try {
    await serverVersion(db)
  } catch (error) {
    const { host, pathname } = new URL(url)
    throw new StartFailure(
      `The database ${pathname.slice(1)} at ${host} cannot be reached: ${(error as Error).message}`,
    )
  }
}

type Options = {
  /**
   * Uses the embedded server of a running program instead of refusing to start a second one, with
   * the low priority of jobs.
   */
  alsoWhileRunning?: boolean
}

/**
 * Runs `work` on the configured database; an embedded one is started for it and stopped afterwards.
 */
export const withDatabase = async <T>(
  { env }: Pick<Shell, 'env'>,
  work: (db: Db, config: Config) => Promise<T>,
  { alsoWhileRunning = false }: Options = {},
): Promise<T> => {
  const config = loadConfig(env)
  const known =
    config.databaseUrl ?? (alsoWhileRunning ? await findRunningServer(config.dataFolder) : null)
  const embedded =
    known === null ? await startEmbeddedPostgres({ dataFolder: config.dataFolder }) : null
  const db = openDatabase(known ?? embedded!.url, {
    applicationName: 'swath-cli',
    statementTimeoutS: 0,
    ...(alsoWhileRunning && config.databaseUrl === undefined ? { niceness: 10 } : {}),
  })
  attachArchives(db, config)
  try {
    await reach(db, config.databaseUrl)
    return await work(db, config)
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}
