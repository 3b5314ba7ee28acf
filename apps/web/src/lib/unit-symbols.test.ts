// Units are written in the reader's language by `formatUnit`. A symbol in a screen's source would
// stay Latin in Chinese, Korean and Thai.
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const sources = fileURLToPath(new URL('../', import.meta.url))
const fixed = /className="unit">\s*(?:(?:h|min|s|L|km|m|mm|m\/s|L\/min)\s*<|\{(?:\w+\.)?unit\})/

test('no screen writes a unit without translation', async () => {
  const found: string[] = []
  for await (const path of glob('**/*.tsx', { cwd: sources }))
    if (fixed.test(readFileSync(`${sources}${path}`, 'utf8'))) found.push(path)
  expect(found).toEqual([])
})
