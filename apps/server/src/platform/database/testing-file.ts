import { afterAll } from 'vitest'
import type { Db } from './database.ts'
import { createTestDatabase, type OwnDatabase } from './testing.ts'

/**
 * A database for one test file, dropped after its last test: call `const database = await
 * ownTestDatabase()` above the tests.
 */
export const ownTestDatabase = async (
  prepare?: (db: Db) => Promise<unknown>,
): Promise<OwnDatabase> => {
  const database = await createTestDatabase()
  afterAll(() => database.close(), 60_000)
  await prepare?.(database.db)
  return database
}
