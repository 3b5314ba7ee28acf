// The installation under test, opened for preparation and for the comparison at the end.
import { startEmbeddedPostgres } from '@swath/server/platform/database/embedded'
import { openDatabase, type Db } from '@swath/server/platform/database/database'
import { findRunningServer } from '@swath/server/platform/database/running-server'

/** `databaseUrl` null: the embedded PostgreSQL in the data folder. */
export type Installation = { databaseUrl: string | null; dataFolder: string }

const withUrl = async <T>(url: string, work: (db: Db, url: string) => Promise<T>): Promise<T> => {
  const db = openDatabase(url, { maxConnections: 4, statementTimeoutS: 0 })
  try {
    return await work(db, url)
  } finally {
    await db.destroy()
  }
}

/** @throws if no program runs it */
export const withRunning = async <T>(
  { databaseUrl, dataFolder }: Installation,
  work: (db: Db) => Promise<T>,
): Promise<T> => {
  const url = databaseUrl ?? (await findRunningServer(dataFolder))
  if (url === null) throw new Error(`PostgreSQL does not run in ${dataFolder}`)
  return withUrl(url, work)
}

/** Starts the embedded PostgreSQL for the work. */
export const withStarted = async <T>(
  { databaseUrl, dataFolder }: Installation,
  work: (db: Db, url: string) => Promise<T>,
): Promise<T> => {
  if (databaseUrl !== null) return withUrl(databaseUrl, work)
  const embedded = await startEmbeddedPostgres({ dataFolder })
  try {
    return await withUrl(embedded.url, work)
  } finally {
    await embedded.stop()
  }
}
