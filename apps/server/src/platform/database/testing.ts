import { randomBytes } from 'node:crypto'
import { openDatabase, type Db, type Tx } from './database.ts'
import { applyMigrations } from '../../apply-migrations.ts'
import { installJobQueue } from '../jobs/install-job-queue.ts'
import {
  createDatabase,
  dropDatabase,
  startTestServer,
  withDatabase,
  type TestServer,
} from './testing-server.ts'

export interface OwnDatabase {
  db: Db
  url: string
}

export interface TestDatabase extends OwnDatabase {
  /** Closes the connections and drops the database. */
  close(): Promise<void>
}

/** A separate database with all migrations applied. Test files call `ownTestDatabase`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = await testDatabase()
  const name = newName()
  try {
    await createDatabase(adminUrl, name, template)
    return open(adminUrl, name)
  } catch (error) {
    if ((error as { code?: string }).code !== templateInUse) throw error
  }
  const empty = await createEmptyTestDatabase()
  await applyMigrations(empty.db)
  await installJobQueue(empty.db)
  return empty
}

/** A separate database without tables. */
export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  const { adminUrl } = await testDatabase()
  const name = newName()
  await createDatabase(adminUrl, name)
  return open(adminUrl, name)
}

const newName = () => `swath_test_${randomBytes(8).toString('hex')}`

function open(adminUrl: string, name: string): TestDatabase {
  const url = withDatabase(adminUrl, name)
  const db = openDatabase(url, { applicationName: 'swath-test', maxConnections: 8 })
  return {
    db,
    url,
    async close() {
      await db.destroy()
      await dropDatabase(adminUrl, name)
    },
  }
}

const templateInUse = '55006' // a pooler keeps its connection to the template open

let asked: Promise<TestServer> | undefined

/**
 * The one server of this test run. Outside vitest it is started here, and the caller must call
 * `stop` of startTestServer.
 */
export function testDatabase(): Promise<TestServer> {
  return (asked ??= ask())
}

async function ask(): Promise<TestServer> {
  const broker = process.env['SWATH_TEST_DATABASE_BROKER']
  if (!broker) return startTestServer()
  const response = await fetch(broker)
  if (!response.ok) throw new Error(`No test database: ${await response.text()}`)
  return (await response.json()) as TestServer
}

/**
 * Runs `fn` in a transaction that is always rolled back; what it writes with `tx` becomes a
 * savepoint in it.
 */
export async function rollback<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> {
  const transaction = await db.startTransaction().execute()
  try {
    return await fn(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}
