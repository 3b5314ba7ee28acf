// Generates the types of tables and columns from an embedded PostgreSQL with all migrations.
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import {
  startTestServer,
  withDatabase,
} from '../../apps/server/src/platform/database/testing-server.ts'
import { writeSchema } from '../../apps/server/src/platform/database/write-schema.queries.ts'

/** Takes some seconds. schema.test.ts compares the result with the committed file. */
export const writeDatabaseSchema = async (): Promise<string> => {
  const server = await startTestServer()
  const db = openDatabase(withDatabase(server.adminUrl, server.template), { maxConnections: 1 })
  try {
    return await writeSchema(db)
  } finally {
    await db.destroy()
    await server.stop()
  }
}
