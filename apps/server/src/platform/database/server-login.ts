// Connects to the cluster's server as its only user.
import pg from 'pg'
import { StartFailure } from '../config/start-failure.ts'
import { explain } from './server-output.ts'
import { findSocket } from './server-socket.ts'

const invalidPassword = '28P01'
export const superuser = 'swath'
export const databaseName = 'swath'

/** Whether the cluster's server is running and accepts our password. */
export const takesPassword = async ({
  port,
  password,
  clusterName,
  folder,
}: {
  port: number
  password: string
  clusterName: string
  folder: string
}): Promise<boolean> => {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {}) // reported by the query
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select current_setting('cluster_name') as name`,
    )
    return rows[0]?.name === clusterName
  } catch (error) {
    if ((error as { code?: string }).code === invalidPassword) {
      throw new StartFailure(
        `The database in ${folder} does not take the password in its file "password". Put that file back from a backup.`,
      )
    }
    return false // it is starting up
  } finally {
    await client.end().catch(() => {}) // the result is known already
  }
}

/** The address of a database of the running server, over its Unix socket if it has one. */
export const buildServerUrl = (
  { path, password, port }: { path: string; password: string; port: number },
  database: string,
): string =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}${findSocket(path, port)}`

/** Creates the product's database, unless it exists. */
export const createOwnDatabase = async (
  buildUrl: (database: string) => string,
  folder: string,
): Promise<void> => {
  const client = new pg.Client({ connectionString: buildUrl('postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      databaseName,
    ])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } catch (error) {
    throw explain(String((error as Error).message), folder)
  } finally {
    await client.end()
  }
}
