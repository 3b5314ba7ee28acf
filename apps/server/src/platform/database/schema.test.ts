import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ownTestDatabase } from './testing-file.ts'
import { writeSchema } from './write-schema.queries.ts'

const own = await ownTestDatabase()

test('schema.ts matches the migrated database: if not, run npm run generate', async () => {
  const text = await readFile(new URL('schema.ts', import.meta.url), 'utf8')
  expect(text === (await writeSchema(own.db)), 'run npm run generate').toBe(true)
})
