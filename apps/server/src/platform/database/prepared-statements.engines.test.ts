// Every statement that the tests execute on the embedded PostgreSQL can be prepared on the oldest one
// that is supported: it has its syntax, functions and catalogues (`npm run test:engines`).
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from './testing.ts'

const file = process.env['STATEMENTS']

/** Tables that only tests create. */
const isMissingTable = (error: { code?: string; message: string }): boolean =>
  error.code === '42P01' && !/"pg_/.test(error.message)

test.skipIf(file === undefined)(
  'statements recorded by npm test with STATEMENTS=FILE',
  async () => {
    const statements = new Set(
      readFileSync(file!, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as string),
    )
    const database = await createTestDatabase()
    const refused: string[] = []
    let prepared = 0
    try {
      await database.db.connection().execute(async (connection) => {
        for (const statement of statements) {
          try {
            await sql.raw(`prepare statement as ${statement}`).execute(connection)
            await sql`deallocate statement`.execute(connection)
            prepared++
          } catch (error) {
            if (!isMissingTable(error as Error)) refused.push(`${String(error)}: ${statement}`)
          }
        }
      })
    } finally {
      await database.close()
    }
    console.log(`${prepared} of ${statements.size} statements prepared`)
    expect(refused).toEqual([])
    expect(prepared).toBeGreaterThan(1_000)
  },
)
