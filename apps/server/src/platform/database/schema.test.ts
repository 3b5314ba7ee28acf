import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ownTestDatabase } from './testing-file.ts'

const own = await ownTestDatabase()

interface Column {
  table: string
  column: string
  /** PostgreSQL's name, or the type in TypeScript. */
  type: string
  nullable: boolean
  defaulted: boolean
}

async function columnsOfDatabase(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column, case data_type when 'ARRAY' then udt_name else data_type end as type,
      is_nullable = 'YES' as nullable, column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as defaulted
    from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migration'
    order by table_name, column_name`.execute(own.db)
  return rows
}

/** Reads the files of the schema as text: types do not exist at run time. */
function columnsOfTypes(): Column[] {
  const folder = new URL('schema/', import.meta.url)
  const text = readdirSync(folder)
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n')
  const bodies = new Map(
    [...text.matchAll(/^export interface (\w+) \{\n([^}]*)^\}/gm)].map(([, name, body]) => [
      name!,
      // A type that is too long for its line continues on the next.
      body!.replaceAll(/\n {4,}/g, ' '),
    ]),
  )
  const tables = [...bodies].flatMap(([name, body]) =>
    name.endsWith('Tables') ? [...body.matchAll(/^ {2}(\w+): (\w+)$/gm)] : [],
  )
  return tables.flatMap(([, table, name]) =>
    [...bodies.get(name!)!.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, column, type]) => ({
      table: table!,
      column: column!,
      type: type!,
      nullable: type!.includes('| null'),
      defaulted: type!.startsWith('Generated'),
    })),
  )
}

/** The TypeScript type of a column for each PostgreSQL type. */
const expected: Record<string, RegExp> = {
  'text': /string|'|Currency|EntryKind|LedgerPurpose|ChargeUnit|AreaUnit|State|Reason|FirmwareType/,
  'character varying': /string/,
  'uuid': /string/,
  'box': /string/,
  '_text': /string\[\]/,
  '_uuid': /string\[\]/,
  '_int2': /number\[\]/,
  '_int4': /number\[\]/,
  '_float8': /number\[\]/,
  'smallint': /number|\d/,
  'integer': /number/,
  'bigint': /number/,
  'real': /number/,
  'double precision': /number/,
  'boolean': /boolean/,
  'bytea': /Buffer/,
  'timestamp with time zone': /Timestamp/,
  'jsonb': /Json/,
  'date': /Date|DayText/,
  'numeric': /Exact/,
}

describe('the schema and the migrations agree', () => {
  const shape = ({ table, column, nullable, defaulted }: Column) =>
    `${table}.${column}${nullable ? ' null' : ''}${defaulted ? ' default' : ''}`

  test('on every table and column, on what may be null and what may be left out', async () => {
    const database = (await columnsOfDatabase()).map(shape).sort()
    expect(database.length).toBeGreaterThan(100)
    expect(columnsOfTypes().map(shape).sort()).toEqual(database)
  })

  test('on the types', async () => {
    const types = new Map(
      columnsOfTypes().map((each) => [`${each.table}.${each.column}`, each.type]),
    )
    const wrong = (await columnsOfDatabase()).filter(
      (each) => !expected[each.type]?.test(types.get(`${each.table}.${each.column}`) ?? ''),
    )
    expect(wrong).toEqual([])
  })
})
