// Writes schema.ts from the catalog of a migrated database: run `npm run generate`.
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { imports, valueTypes } from './value-types.ts'

interface Column {
  table: string
  column: string
  /** PostgreSQL's type name; an array type starts with an underscore. */
  type: string
  nullable: boolean
  defaulted: boolean
  always: boolean
  /** The CHECK constraint that lists its values. */
  check: string | null
}

/** Columns of the tables in `public`, without the tables of the migrator. */
const readColumns = async (db: Db): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select relname as table, attname as column, typname as type, not attnotnull as nullable,
      atthasdef or attidentity <> '' as defaulted, attidentity = 'a' or attgenerated <> '' as always,
      (select pg_get_constraintdef(c.oid) from pg_constraint c
        where conrelid = r.oid and contype = 'c' and conkey = array[attnum]
          and pg_get_constraintdef(c.oid) ~ '^CHECK \\(\\((\\w+ = ANY \\(ARRAY\\[|\\(\\w+ >= \\d\\) AND \\(\\w+ <= \\d\\))'
        limit 1) as check
    from pg_class r join pg_attribute on attrelid = r.oid and attnum > 0 and not attisdropped
      join pg_type t on t.oid = atttypid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'schema\\_%'
    order by relname, attnum`.execute(db)
  return rows
}

/** TypeScript types of the values that pg returns (database.ts); `value-types.ts` lists the others. */
const types: Readonly<Record<string, string>> = {
  text: 'string',
  varchar: 'string',
  uuid: 'string',
  xid8: 'string',
  box: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'Exact',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'DayText',
}

/** A union if the constraint lists few values: `state in ('open', 'closed')`, `level between 1 and 3`. */
const readLiterals = (check: string): string | undefined => {
  const between = />= (\d)\) AND \(\w+ <= (\d)\)/.exec(check)
  if (between) {
    const [first, last] = [Number(between[1]), Number(between[2])]
    if (last - first > 5) return undefined
    return Array.from({ length: last - first + 1 }, (_, index) => first + index).join(' | ')
  }
  return [...check.matchAll(/('[^']*')::text|\b\d+\b/g)]
    .map(([all, text]) => text ?? all)
    .join(' | ')
}

const writeType = ({ table, column, type, nullable, defaulted, always, check }: Column): string => {
  const stated = valueTypes.get(`${table}.${column}`)
  const orNull = (text: string) => (nullable ? `${text} | null` : text)
  if (type === 'timestamptz') return orNull(defaulted ? 'GeneratedTimestamp' : 'Timestamp')
  if (type === 'jsonb')
    return orNull(`${defaulted ? 'GeneratedJson' : 'Json'}<${stated ?? 'unknown'}>`)
  const value = stated ?? (check ? readLiterals(check) : undefined)
  const text = type.startsWith('_') ? `${value ?? types[type.slice(1)]}[]` : (value ?? types[type])
  if (!text) throw new Error(`value-types.ts has no type for ${table}.${column} (${type})`)
  if (always) return `GeneratedAlways<${orNull(text)}>`
  return defaulted ? `Generated<${orNull(text)}>` : orNull(text)
}

/** Words joined by `; ` in lines of at most 98 columns. */
const fill = (words: string[]): string =>
  words.reduce((text, word) => {
    const line = text.slice(text.lastIndexOf('\n') + 1)
    return line.length + word.length + 2 > 98
      ? `${text}\n    ${word}`
      : `${text}${text && '; '}${word}`
  }, '')

export const writeSchema = async (db: Db): Promise<string> => {
  const tables = Object.groupBy(await readColumns(db), ({ table }) => table)
  const bodies = Object.entries(tables).map(([table, columns]) => {
    const words = columns!.map((each) => `${each.column}: ${writeType(each)}`)
    const line = `  ${table}: { ${words.join('; ')} }\n`
    return line.length <= 101 ? line : `  ${table}: {\n    ${fill(words)}\n  }\n`
  })
  return `// Tables and columns as the migrations make them. Generated: run \`npm run generate\`.\n${imports}
export interface Database {\n${bodies.join('')}}\n`
}
