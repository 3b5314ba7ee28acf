// The schema `figure` as SQL, generated from the description of the stored sums. Its content is
// derived, so that a changed description drops and rebuilds it
// (docs/decisions/076-figures-cube.md).
import { keptOffsetsMinutes } from '@swath/domain/figure-buckets'
import type { Repeatable } from '../../../platform/database/migrate.ts'
import { countAgain, digitsOfPlace, keptCounts, type KeptCount } from './kept-counts.queries.ts'
import {
  changesOf,
  columnsOf,
  columnsOfChanges,
  factsOfRows,
  finest,
  list,
  ofSum,
  originOf,
  sumsLock,
  summedAs,
  tableOf,
  type AddedTo,
} from './kept-sum-sql.queries.ts'
import {
  keptSums,
  measuresOf,
  sourceColumns,
  sources,
  type KeptSum,
  type KeyColumn,
  type SourceName,
} from './kept-sums.ts'

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

const columnTypes: Readonly<Record<string, string>> = {
  ...sourceColumns,
  bucket: 'timestamptz not null',
  place: 'text collate "C" not null',
}

const createTable = ({ name, keys, measures }: AddedTo): string => {
  const columns = [
    ...keys.map((key) => `${key} ${columnTypes[key]}`),
    ...measures.map((one) => `${one} bigint not null`),
    `constraint ${name}_key unique nulls not distinct (${list(keys)})`,
  ]
  return `create table figure.${name} (\n  ${columns.join(',\n  ')}\n) with (fillfactor = 80);`
}

const fillTable = ({ name, keys, measures }: AddedTo, rows: string): string =>
  `insert into figure.${name} (${list([...keys, ...measures])})\n  ${rows};`

const mostlyNone: readonly KeyColumn[] = ['tenant_id', 'task_id', 'plot_id', 'pilot_id']

const createIndex = (sum: KeptSum, column: KeyColumn): string =>
  `create index on ${tableOf(sum)} (${column}, bucket)${
    mostlyNone.includes(column) ? ` where ${column} is not null` : ''
  };`

const createRank = (sum: KeptSum, measure: string): string =>
  `create index on ${tableOf(sum)} (bucket, ${list([`${measure} desc`, ...sum.by])});`

/** Every place that contains a location known at a level: itself and its ancestors. */
const placesAt = (known: number): string => {
  const prefix = (level: number): string =>
    level === 0 ? `''` : `left(code, ${digitsOfPlace[level]})`
  const all = digitsOfPlace.map((_, level) => level)
  const held = all.slice(0, known + 1)
  const finer = all.slice(known + 1)
  return `array[${[
    ...held.map((level) => `'${level}:' || ${prefix(level)}`),
    ...held.flatMap((level) => finer.map((part) => `'${part}/' || ${prefix(level)}`)),
  ].join(', ')}]`
}

const placesFunction =
  (): string => `-- The places in which something at a region counts: '2:15633' is a province, '3/15633' what of it is known no finer by city.
create function figure.places(code text) returns text[] language sql immutable parallel safe as $$
  select case
    when code is null then ${placesAt(0)}
    when right(code, 6) = '000000' then ${placesAt(1)}
    when right(code, 4) = '0000' then ${placesAt(2)}
    when right(code, 2) = '00' then ${placesAt(3)}
    else ${placesAt(4)} end
$$;`

/** Creates indexes after inserting the rows, which is faster. */
const makeSum = (sum: KeptSum): string[] => [
  createTable(ofSum(sum)),
  fillTable(ofSum(sum), summedAs(sum, `(${originOf(sum)}) facts`)),
  ...(sum.asked ?? []).map((column) => createIndex(sum, column)),
  ...(sum.ranked ? [createRank(sum, sum.ranked)] : []),
]

const makeCount = (count: KeptCount): string[] => [
  createTable(count),
  fillTable(count, countAgain(count)),
  `create index on figure.${count.name} (place, manufacturer_id, bucket);`,
]

const makeChanges = (source: SourceName): string[] => [
  createChanges(source),
  createTriggers(source),
]

/** Blocks writers and merges until the end, so that all sums describe the same moment. */
const begin = `select pg_advisory_xact_lock(${sumsLock});
lock table ${list(Object.values(sources).map(({ table }) => table))} in share row exclusive mode;
drop schema if exists figure cascade;
create schema figure;`

const filledInOrder = [finest, ...keptSums.filter((sum) => sum !== finest)]
const tables = [...keptSums, ...keptCounts].map(({ name }) => `figure.${name}`)

export const figureSchema: Repeatable = {
  name: 'figures',
  text: [
    begin,
    functions(),
    placesFunction(),
    ...(Object.keys(sources) as SourceName[]).flatMap(makeChanges),
    ...filledInOrder.flatMap(makeSum),
    ...keptCounts.flatMap(makeCount),
    `analyze ${list(tables)};`,
  ].join('\n'),
}
