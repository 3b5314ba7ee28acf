// `npm run generate`: writes the files that are generated from others.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTree } from '../check/tree.ts'
import { writeDatabaseSchema } from './database-schema.ts'
import { generated } from './generated.ts'

const root = join(import.meta.dirname, '../..')
const write = (path: string, text: string): void => {
  writeFileSync(join(root, path), text)
  console.log(path)
}

for (const [path, text] of Object.entries(generated(readTree(root)))) write(path, text)
write('apps/server/src/platform/database/schema.ts', await writeDatabaseSchema())
