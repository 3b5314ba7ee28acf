// The description of the stored sums as SQL. Names and expressions come from the program: no user
// input is used.
import type { Grain } from '@swath/domain/figure-buckets'
import {
  keptSums,
  measuresOf,
  sources,
  type KeptSum,
  type KeyColumn,
  type Source,
  type SourceName,
} from './kept-sums.ts'

export const list = (parts: readonly string[]): string => parts.join(', ')

export const columnsOf = (source: SourceName): Exclude<KeyColumn, 'quarter'>[] =>
  Object.keys((sources[source] satisfies Source).columns) as Exclude<KeyColumn, 'quarter'>[]

/** The rows of a source as facts: `at`, the columns by name, `present` and the measures. */
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
export const columnsOfChanges = (source: SourceName): string[] => [
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

/** Serializes merges: two that add to the same sums in different orders would deadlock. */
export const sumsLock = 0x73756d73

export const tableOf = (sum: KeptSum): string => `figure.${sum.name}`
const columnsOfSum = (sum: KeptSum): string[] => ['bucket', ...sum.by]

/** Groups facts by the columns of the sum; those that add up to zero are left out. */
export const summedAs = (sum: KeptSum, facts: string): string => {
  const keys = [bucketOf[sum.grain], ...sum.by.map((column) => keyOf(sum, column))]
  const measures = measuresOf(sum.source).map((one) => `sum(${one})`)
  return `select ${list([...keys, ...measures])} from ${facts}
  group by ${list(keys.map((_, i) => String(i + 1)))}
  having ${measures.map((one) => `${one} <> 0`).join(' or ')}`
}

/** A table of the schema `figure` with one row per key, to whose measures values are added. */
export type AddedTo = { name: string; keys: readonly string[]; measures: readonly string[] }

export const ofSum = (sum: KeptSum): AddedTo => ({
  name: sum.name,
  keys: columnsOfSum(sum),
  measures: measuresOf(sum.source),
})

/** Adds the rows of a query to those of the table. */
export const addTo = ({ name, keys, measures }: AddedTo, rows: string): string =>
  `insert into figure.${name} as kept (${list([...keys, ...measures])})
  ${rows}
  on conflict on constraint ${name}_key do update set ${list(
    measures.map((one) => `${one} = kept.${one} + excluded.${one}`),
  )}`

/** The finest sum. Coarser sums are computed from its whole days faster than from rows. */
export const finest = keptSums.find(({ name }) => name === 'work_day_all')!

const isDerived = (sum: KeptSum): boolean =>
  sum.source === 'work' && sum !== finest && !sum.by.includes('quarter')

export const rowsOf = ({ source }: KeptSum): string => factsOfRows(source, sources[source].table)

/** The fastest source of a sum: days of the finest sum if these have all columns, else rows. */
export const originOf = (sum: KeptSum): string =>
  isDerived(sum)
    ? `select bucket as at, ${list([...finest.by, ...measuresOf('work')])} from ${tableOf(finest)}`
    : rowsOf(sum)
