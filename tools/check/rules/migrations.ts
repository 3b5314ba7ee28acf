import { posix } from 'node:path'
import type { Finding, Rule, SourceFile } from '../tree.ts'

/** The last migration of the time when all programs were stopped for an upgrade. */
const lastWithStop = 14

const addsRequiredColumn = (part: string): boolean =>
  /\badd (?!constraint|check|unique|primary|foreign)/.test(part) &&
  /\bnot null\b/.test(part) &&
  !/\b(default|generated)\b/.test(part)

/** Not keys, whose names programs do not use, nor a table of which the file makes another. */
const renamesUsed = (part: string, statement: string, made: ReadonlySet<string>): boolean => {
  const table = /\balter table (\w+)\s+rename to\b/.exec(statement)?.[1]
  return (
    /\brename\b/.test(part) &&
    !/\balter index\b/.test(statement) &&
    !(table !== undefined && made.has(table))
  )
}

/** What programs that still run do not survive, in a part of a statement between two commas. */
const breaking: readonly {
  isIn: (part: string, statement: string, made: ReadonlySet<string>) => boolean
  why: string
}[] = [
  {
    isIn: (part, statement) =>
      /\bdrop (table|column|view|function|type)\b/.test(part) ||
      (/\balter table\b/.test(statement) &&
        /\bdrop (?!constraint|default|not null|identity|expression)/.test(part)),
    why: 'removes what they use',
  },
  { isIn: renamesUsed, why: 'renames what they use' },
  {
    isIn: (part) => /\balter (column )?\w+ (set data )?type\b/.test(part),
    why: 'changes the type of what they use',
  },
  {
    isIn: (part) => /\bset not null\b/.test(part) || addsRequiredColumn(part),
    why: 'refuses rows that they write',
  },
]

const withoutComments = (text: string): string =>
  text.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))

const findBreaking = (file: SourceFile): Finding[] => {
  const text = withoutComments(file.text).toLowerCase()
  const made = new Set(
    [...text.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, name]) => name!),
  )
  const at = (index: number): number => text.slice(0, index).split('\n').length
  const found: Finding[] = []
  let from = 0
  for (const statement of text.split(';')) {
    const line = at(from + statement.search(/\S|$/))
    from += statement.length + 1
    const parts = statement.split(',')
    const why = breaking.find(({ isIn }) => parts.some((part) => isIn(part, statement, made)))?.why
    if (why)
      found.push({
        file: file.path,
        line,
        message: `programs that still run: ${why}. Do it once none of them is left, and raise the number of the oldest program`,
      })
    const index = /\bcreate (?:unique )?index (?!concurrently)\w+ on (\w+)/.exec(statement)
    if (index && !made.has(index[1]!))
      found.push({
        file: file.path,
        line,
        message: `nobody writes to ${index[1]} while its index is built: create it concurrently, in a file "-- outside a transaction"`,
      })
  }
  return found
}

const run: Rule['run'] = async (tree) =>
  tree.files
    .filter((file) => file.path.startsWith('apps/server/migrations/'))
    .flatMap((file, index): Finding[] => {
      const name = posix.basename(file.path)
      const number = index + 1
      const wanted = String(number).padStart(4, '0')
      const say = (message: string): Finding[] => [{ file: file.path, line: 1, message }]
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
        return say('a migration is named 0001_what_it_does.sql')
      if (!name.startsWith(wanted)) return say(`the migration at this place is numbered ${wanted}`)
      if (number <= lastWithStop) return []
      const oldest = /^-- oldest program: (\d{4})$/m.exec(file.text)?.[1]
      if (oldest === undefined || Number(oldest) > number)
        return say(
          'says which programs work after it: the line "-- oldest program: NNNN" with the number of their last migration',
        )
      return Number(oldest) === number ? [] : findBreaking(file)
    })

export const migrationsRule: Rule = { name: 'migrations', run }
