import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { mergeDroneSumChanges } from './drone-sums.queries.ts'
import {
  countAgain,
  countsOf,
  keptCounts,
  mergeOfCount,
  type KeptCount,
} from './kept-counts.queries.ts'
import {
  addTo,
  changesOf,
  ofSum,
  originOf,
  rowsOf,
  summedAs,
  sumsLock,
  tableOf,
  type AddedTo,
} from './kept-sum-sql.queries.ts'
import { keptSums, measuresOf, sources, type KeptSum, type SourceName } from './kept-sums.ts'

/** A row of a sum that has become empty. */
type Emptied = { sum: string; ctid: string }

const union = (parts: readonly string[]): string => parts.join('\nunion all\n')

const returningEmptied = (table: AddedTo, rows: string): string =>
  `added_${table.name} as (${addTo(table, rows)} returning kept.ctid, kept.present)`
const emptied = ({ name }: AddedTo): string =>
  `select '${name}' as sum, ctid::text as ctid from added_${name} where present = 0`

/** A single statement, so that every snapshot contains each change exactly once. */
const mergeOf = (source: SourceName): string => {
  const sums = keptSums.filter((sum) => sum.source === source)
  const counts = keptCounts.filter(({ sum }) => sum.source === source)
  const parts = [
    `gone as (delete from ${changesOf(source)} returning *)`,
    ...sums.map((sum) => returningEmptied(ofSum(sum), summedAs(sum, 'gone'))),
    ...counts.flatMap((count) => {
      const { touched, rows } = mergeOfCount(count, 'gone')
      return [touched, returningEmptied(count, rows)]
    }),
  ]
  return `with ${parts.join(',\n')}
${union([...sums.map(ofSum), ...counts].map(emptied))}`
}

/** The merge lock is held, so that the rows are still in place. */
const removeEmptied = async (trx: Tx, rows: readonly Emptied[]): Promise<void> => {
  for (const [name, those] of Object.entries(Object.groupBy(rows, ({ sum }) => sum))) {
    await sql`delete from ${sql.raw(`figure.${name}`)}
      where ctid = any(${those!.map(({ ctid }) => ctid)}::tid[])`.execute(trx)
  }
}

const hasChanges = async (trx: Tx, source: SourceName): Promise<boolean> =>
  (
    await sql<{
      some: boolean
    }>`select exists (select from ${sql.raw(changesOf(source))}) as some`.execute(trx)
  ).rows[0]!.some

const mergeFigureChanges = async (trx: Tx): Promise<void> => {
  for (const source of Object.keys(sources) as SourceName[]) {
    if (!(await hasChanges(trx, source))) continue
    const { rows } = await sql<Emptied>`${sql.raw(mergeOf(source))}`.execute(trx)
    await removeEmptied(trx, rows)
  }
}

/**
 * Merges the changes into the sums. Concurrent readers see both either before or after the merge.
 * Without a time limit: a merge that is cancelled starts again with even more changes, which readers
 * meanwhile add up at each call.
 */
export const mergeSumChanges = async (trx: Tx): Promise<void> => {
  const {
    rows: [row],
  } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${sumsLock}) as mine`.execute(
    trx,
  )
  if (!row?.mine) return
  await sql`set local statement_timeout = 0`.execute(trx)
  await mergeFigureChanges(trx)
  await mergeDroneSumChanges(trx)
}

/**
 * The difference of a sum, in its whole numbers; `buckets` is the number of its rows that differed.
 */
export type Difference = { sum: string; buckets: number; present: number }

/** Whole buckets of the sum. */
export type WholeStretch = { from: Date; until: Date }

/**
 * The difference between a sum and its source. Pending changes are already in the rows, but in no
 * sum yet.
 */
const lackOf = (sum: KeptSum, origin: 'rows' | 'days', stretch: WholeStretch | null): string => {
  const keys = ['bucket', ...sum.by]
  const measures = measuresOf(sum.source)
  const during = (column: string): string =>
    stretch
      ? `where ${column} >= '${stretch.from.toISOString()}' and ${column} < '${stretch.until.toISOString()}'`
      : ''
  const addedUp = (rows: string): string =>
    `(${summedAs(sum, `(select * from (${rows}) rows ${during('at')}) facts`)}) as sums (${[...keys, ...measures].join(', ')})`
  const select = (sign: '' | '-', from: string): string =>
    `select ${[...keys, ...measures.map((one) => sign + one)].join(', ')} from ${from}`
  return `select ${[...keys, ...measures.map((one) => `sum(${one}) as ${one}`)].join(', ')}
from (${union([
    select('', addedUp(origin === 'rows' ? rowsOf(sum) : originOf(sum))),
    `${select('-', tableOf(sum))} ${during('bucket')}`,
    ...(origin === 'rows' ? [select('-', addedUp(`select * from ${changesOf(sum.source)}`))] : []),
  ])}) as compared (${[...keys, ...measures].join(', ')})
group by ${keys.join(', ')}
having ${measures.map((one) => `sum(${one}) <> 0`).join(' or ')}`
}

const described = `count(*)::int as buckets, coalesce(sum(abs(present)), 0)::float8 as present`

const lackOfCount = (count: KeptCount, stretch: WholeStretch | null): string => {
  const during = stretch
    ? `bucket >= '${stretch.from.toISOString()}' and bucket < '${stretch.until.toISOString()}'`
    : 'true'
  const columns = [...count.keys, ...count.measures].join(', ')
  return `select ${count.keys.join(', ')}, sum(present) as present
from (${union([
    countAgain(count, during),
    `select ${count.keys.join(', ')}, -present from figure.${count.name} where ${during}`,
  ])}) as compared (${columns})
group by ${count.keys.join(', ')} having sum(present) <> 0`
}

/** Days are compared with rows, coarser sums with days if these have all columns. */
export const compareSum = async (
  db: Db | Tx,
  sum: KeptSum,
  stretch: WholeStretch | null,
): Promise<Difference> => {
  const origin = sum.grain === 'day' || originOf(sum) === rowsOf(sum) ? 'rows' : 'days'
  const { rows } = await sql<Omit<Difference, 'sum'>>`
    select ${sql.raw(described)} from (${sql.raw(lackOf(sum, origin, stretch))}) lack`.execute(db)
  return { sum: sum.name, ...rows[0]! }
}

/** Compares counts with the sum that contains each of the counted items. */
export const compareCount = async (
  db: Db | Tx,
  count: KeptCount,
  stretch: WholeStretch | null,
): Promise<Difference> => {
  const { rows } = await sql<Omit<Difference, 'sum'>>`
    select ${sql.raw(described)} from (${sql.raw(lackOfCount(count, stretch))}) lack`.execute(db)
  return { sum: count.name, ...rows[0]! }
}

const addLack = async (trx: Tx, table: AddedTo, lack: string): Promise<Difference> => {
  const { name, keys, measures } = table
  const columns = [...keys, ...measures].join(', ')
  const { rows } = await sql<Omit<Difference, 'sum'> & { emptied: string[] }>`
    with lack as (${sql.raw(lack)}),
      ${sql.raw(returningEmptied(table, `select ${columns} from lack`))}
    select ${sql.raw(described)},
      array(select ctid::text from ${sql.raw(`added_${name}`)} where present = 0) as emptied
    from lack`.execute(trx)
  const { emptied: empty, ...difference } = rows[0]!
  await removeEmptied(
    trx,
    empty.map((ctid) => ({ sum: name, ctid })),
  )
  return { sum: name, ...difference }
}

/**
 * Recomputes a sum from the rows, and its counts from the sum, and returns the differences. Merges
 * are blocked meanwhile.
 */
export const recomputeSum = async (trx: Tx, sum: KeptSum): Promise<Difference[]> => {
  await sql`select pg_advisory_xact_lock(${sumsLock})`.execute(trx)
  const differences = [await addLack(trx, ofSum(sum), lackOf(sum, 'rows', null))]
  for (const count of countsOf(sum))
    differences.push(await addLack(trx, count, lackOfCount(count, null)))
  return differences
}
