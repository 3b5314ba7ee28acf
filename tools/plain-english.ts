// `npm run words`: the words that plain English avoids, the files with the most first. npm run
// words -- packages/domain lists each place below a folder.
import { join } from 'node:path'
import { findAvoidedWords } from './check/plain-english.ts'
import { readTree } from './check/tree.ts'

const below = process.argv[2]
for (const [part, found] of Object.entries(
  findAvoidedWords(readTree(join(import.meta.dirname, '..'))),
)) {
  console.log(`${part}: ${found.length}`)
  if (below === undefined) {
    const byFile = Map.groupBy(found, ({ file }) => file)
    const most = [...byFile].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 15)
    for (const [file, words] of most) console.log(`  ${words.length} ${file}`)
  } else
    for (const { file, line, word, plain } of found)
      if (file.startsWith(below)) console.log(`  ${file}:${line} ${word} (${plain})`)
}
