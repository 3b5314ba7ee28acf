// The description of the stored sums as SQL. Names and expressions are the program's own: no user
// input is used here.
import { keptOffsetsMinutes, type Grain } from '@swath/domain/figure-buckets'
import {
  keptSums,
  measuresOf,
  sourceColumns,
  sources,
  type KeptSum,
  type KeyColumn,
  type Source,
  type SourceName,
} from './kept-sums.ts'

const list = (parts: readonly string[]): string => parts.join(', ')

const columnsOf = (source: SourceName): Exclude<KeyColumn, 'quarter'>[] =>
  Object.keys((sources[source] satisfies Source).columns) as Exclude<KeyColumn, 'quarter'>[]

/** The rows of a source as facts: `at`, the columns by their names, `present` and the measures. */
export const factsOfRows = (source: SourceName, rows: string): string => {
  const { at, columns, measures }: Source = sources[source]
  return `select ${list([
    `${at} as at`,
    ...columnsOf(source).map((column) =>
      columns[column] === column ? column : `${columns[column]} as ${column}`,
    ),
    '1 as present',
    ...Object.entries(measures).map(([name, expression]) => `${expression} as ${name}`),
  ])} from ${rows}`
}

export const changesOf = (source: SourceName): string => `figure.${source}_change`
const columnsOfChanges = (source: SourceName): string[] => [
  'at',
  ...columnsOf(source),
  ...measuresOf(source),
]

export const bucketOf: Readonly<Record<Grain, string>> = {
  ever: `timestamptz '-infinity'`,
  year: 'figure.year(at)',
  month: 'figure.month(at)',
  day: 'figure.day(at)',
}
const regionOf = {
  country: `left(region_code, 3) || '000000'`,
  province: `left(region_code, 5) || '0000'`,
  county: 'region_code',
} as const

const keyOf = (sum: KeptSum, column: KeyColumn): string =>
  column === 'quarter'
    ? 'figure.quarter(at)'
    : column === 'region_code'
      ? regionOf[sum.place]
      : column

export const tableOf = (sum: KeptSum): string => `figure.${sum.name}`
const columnsOfSum = (sum: KeptSum): string[] => ['bucket', ...sum.by]

/** Facts added up in the columns of the sum; those that add up to zero are left out. */
export const summedAs = (sum: KeptSum, facts: string): string => {
  const keys = [bucketOf[sum.grain], ...sum.by.map((column) => keyOf(sum, column))]
  const measures = measuresOf(sum.source).map((one) => `sum(${one})`)
  return `select ${list([...keys, ...measures])} from ${facts}
  group by ${list(keys.map((_, i) => String(i + 1)))}
  having ${measures.map((one) => `${one} <> 0`).join(' or ')}`
}

/** A table of the schema `figure` whose measures are added to, with a row for each of its keys. */
export type AddedTo = { name: string; keys: readonly string[]; measures: readonly string[] }

export const ofSum = (sum: KeptSum): AddedTo => ({
  name: sum.name,
  keys: columnsOfSum(sum),
  measures: measuresOf(sum.source),
})

/** Adds rows of a query to those of the table. */
export const addTo = ({ name, keys, measures }: AddedTo, rows: string): string =>
  `insert into figure.${name} as kept (${list([...keys, ...measures])})
  ${rows}
  on conflict on constraint ${name}_key do update set ${list(
    measures.map((one) => `${one} = kept.${one} + excluded.${one}`),
  )}`

const date = (offsetMinutes: number): string =>
  new Date(Date.UTC(2000, 0, 1) - offsetMinutes * 60_000).toISOString()

const functions = (): string => {
  const [first] = keptOffsetsMinutes
  const last = keptOffsetsMinutes.at(-1)!
  const unit = (
    name: 'month' | 'year',
  ): string => `-- Where all of these zones have begun it, their ${name}; else the stretch since the last that has.
create function figure.${name}(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select least(figure.day(at),
    (date_trunc('${name}', (at at time zone 'UTC') + interval '${first} minutes') - interval '${last} minutes') at time zone 'UTC')
$$;`
  return `-- The last moment at which one of the zones began its day.
create function figure.day(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select greatest(${keptOffsetsMinutes
    .map((offset) => `\n    date_bin('1 day', at, timestamptz '${date(offset)}')`)
    .join(',')})
$$;
${unit('month')}
${unit('year')}
-- Quarters of an hour since midnight (UTC).
create function figure.quarter(at timestamptz) returns smallint language sql immutable parallel safe as $$
  select (floor(date_part('epoch', at at time zone 'UTC') / 900)::bigint % 96)::smallint
$$;`
}

const createChanges = (source: SourceName): string => {
  const columns = [
    'at timestamptz not null',
    ...columnsOf(source).map((column) => `${column} ${sourceColumns[column]}`),
    'present smallint not null',
    ...Object.keys(sources[source].measures).map((one) => `${one} bigint not null`),
  ]
  return `create table ${changesOf(source)} (\n  ${columns.join(',\n  ')}\n);`
}

const createTriggers = (source: SourceName): string => {
  const { table } = sources[source]
  const into = `insert into ${changesOf(source)} (${list(columnsOfChanges(source))})`
  const [made, gone] = [factsOfRows(source, 'made'), factsOfRows(source, 'gone')]
  const takenBack = `select ${list([
    'at',
    ...columnsOf(source),
    ...measuresOf(source).map((one) => `-${one}`),
  ])} from`
  const trigger = (name: string, on: string, tables: string): string =>
    `create trigger ${table}_${name} after ${on} on ${table} referencing ${tables} for each statement execute function figure.note_${source}();`
  return `create function figure.note_${source}() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    ${into} ${made};
  elsif tg_op = 'DELETE' then
    ${into} ${takenBack} (${gone}) taken;
  else
    -- What is as it was counts for nothing.
    ${into} (${made} except all ${gone})
      union all ${takenBack} (${gone} except all ${made}) taken;
  end if;
  return null;
end $$;
${trigger('comes', 'insert', 'new table as made')}
${trigger('goes', 'delete', 'old table as gone')}
${trigger('moves', 'update', 'new table as made old table as gone')}`
}

const createSum = (sum: KeptSum): string => {
  const columns = [
    'bucket timestamptz not null',
    ...sum.by.map((column) => `${column} ${sourceColumns[column]}`),
    ...measuresOf(sum.source).map((one) => `${one} bigint not null`),
    `constraint ${sum.name}_key unique nulls not distinct (${list(columnsOfSum(sum))})`,
  ]
  return `create table ${tableOf(sum)} (\n  ${columns.join(',\n  ')}\n) with (fillfactor = 80);`
}

const mostlyNone: readonly KeyColumn[] = ['tenant_id', 'task_id', 'plot_id', 'pilot_id']

const createIndex = (sum: KeptSum, column: KeyColumn): string =>
  `create index on ${tableOf(sum)} (${column}, bucket)${
    mostlyNone.includes(column) ? ` where ${column} is not null` : ''
  };`

const createRank = (sum: KeptSum, measure: string): string =>
  `create index on ${tableOf(sum)} (bucket, ${list([`${measure} desc`, ...sum.by])});`

/** The finest sum: where its days are whole, coarser ones are added up from it sooner than from rows. */
const finest = keptSums.find(({ name }) => name === 'work_day_all')!

const isDerived = (sum: KeptSum): boolean =>
  sum.source === 'work' && sum !== finest && !sum.by.includes('quarter')

export const rowsOf = ({ source }: KeptSum): string => factsOfRows(source, sources[source].table)

/**
 * The fastest source of a sum: days of the finest sum where these contain enough, else the rows.
 */
export const originOf = (sum: KeptSum): string =>
  isDerived(sum)
    ? `select bucket as at, ${list([...finest.by, ...measuresOf('work')])} from ${tableOf(finest)}`
    : rowsOf(sum)

/** Of a new sum. */
export const fillSum = (sum: KeptSum): string => {
  const facts = `(${originOf(sum)}) facts`
  return `insert into ${tableOf(sum)} (${list([...columnsOfSum(sum), ...measuresOf(sum.source)])})
  ${summedAs(sum, facts)};`
}

/** The sums in an order in which each can be filled. */
export const fillingOrder = (): KeptSum[] => [finest, ...keptSums.filter((sum) => sum !== finest)]

/** Each of these is also in a migration: the description and the database must agree. */
export const statements = (): { what: string; text: string }[] => [
  { what: 'the stretches of time', text: functions() },
  ...(Object.keys(sources) as SourceName[]).flatMap((source) => [
    { what: `changes of ${source}`, text: createChanges(source) },
    { what: `the triggers of ${source}`, text: createTriggers(source) },
  ]),
  ...keptSums.flatMap((sum) => [
    { what: sum.name, text: createSum(sum) },
    ...(sum.asked ?? []).map((column) => ({
      what: `${sum.name} by ${column}`,
      text: createIndex(sum, column),
    })),
    ...(sum.ranked ? [{ what: `${sum.name} by rank`, text: createRank(sum, sum.ranked) }] : []),
  ]),
]
