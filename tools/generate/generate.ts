// `npm run generate`: writes the files that follow from others.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTree } from '../check/tree.ts'
import { generated } from './generated.ts'

const root = join(import.meta.dirname, '../..')
for (const [path, text] of Object.entries(generated(readTree(root)))) {
  writeFileSync(join(root, path), text)
  console.log(path)
}
