import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { mergeDroneSumChanges } from './drone-sums.queries.ts'
import {
  addTo,
  changesOf,
  columnsOfSum,
  originOf,
  rowsOf,
  summedAs,
  tableOf,
} from './kept-sum-sql.queries.ts'
import { keptSums, measuresOf, sources, type KeptSum, type SourceName } from './kept-sums.ts'

/** Where a sum has come to no rows at all. */
type Emptied = { sum: string; ctid: string }

const union = (parts: readonly string[]): string => parts.join('\nunion all\n')

const returningEmptied = (sum: KeptSum, rows: string): string =>
  `added_${sum.name} as (${addTo(sum, rows)} returning kept.ctid, kept.present)`
const emptied = ({ name }: KeptSum): string =>
  `select '${name}' as sum, ctid::text as ctid from added_${name} where present = 0`

/** In one statement, so that no snapshot has a change twice or not at all. */
const mergeOf = (source: SourceName): string => {
  const sums = keptSums.filter((sum) => sum.source === source)
  return `with gone as (delete from ${changesOf(source)} returning *),
${sums.map((sum) => returningEmptied(sum, summedAs(sum, 'gone'))).join(',\n')}
${union(sums.map(emptied))}`
}

/** Nobody else adds to the sums meanwhile: a row is where it was a moment ago. */
const removeEmptied = async (trx: Tx, rows: readonly Emptied[]): Promise<void> => {
  for (const [name, those] of Object.entries(Object.groupBy(rows, ({ sum }) => sum))) {
    const sum = keptSums.find((one) => one.name === name)!
    await sql`delete from ${sql.raw(tableOf(sum))}
      where ctid = any(${those!.map(({ ctid }) => ctid)}::tid[])`.execute(trx)
  }
}

const hasChanges = async (trx: Tx, source: SourceName): Promise<boolean> =>
  (
    await sql<{
      some: boolean
    }>`select exists (select from ${sql.raw(changesOf(source))}) as some`.execute(trx)
  ).rows[0]!.some

/** One at a time: two that add to the same sums in different orders would wait for each other. */
const lock = 0x73756d73

const mergeFigureChanges = async (trx: Tx): Promise<void> => {
  for (const source of Object.keys(sources) as SourceName[]) {
    if (!(await hasChanges(trx, source))) continue
    const { rows } = await sql<Emptied>`${sql.raw(mergeOf(source))}`.execute(trx)
    await removeEmptied(trx, rows)
  }
}

/**
 * Adds what changed to the sums. Whoever reads meanwhile sees either both as they were or both as
 * they will be.
 */
export const mergeSumChanges = async (trx: Tx): Promise<void> => {
  const {
    rows: [row],
  } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(trx)
  if (!row?.mine) return
  await mergeFigureChanges(trx)
  await mergeDroneSumChanges(trx)
}

/** What a sum was short of, in its whole numbers; `buckets` are how many of its rows differed. */
export type Difference = { sum: string; buckets: number; present: number }

/** Whole stretches of the sum. */
export type WholeStretch = { from: Date; until: Date }

/**
 * What is to be added to a sum for it to be what its origin says. Changes that wait are in the rows,
 * and in no sum yet.
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

/** Days are compared with rows, what is coarser with days where these know enough. */
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

/** Makes a sum what the rows say, and tells what it was short of. Nothing is merged meanwhile. */
export const recomputeSum = async (trx: Tx, sum: KeptSum): Promise<Difference> => {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(trx)
  const lack = lackOf(sum, 'rows', null)
  const columns = [...columnsOfSum(sum), ...measuresOf(sum.source)].join(', ')
  const { rows } = await sql<Omit<Difference, 'sum'> & { emptied: string[] }>`
    with lack as (${sql.raw(lack)}),
      ${sql.raw(returningEmptied(sum, `select ${columns} from lack`))}
    select ${sql.raw(described)},
      array(select ctid::text from ${sql.raw(`added_${sum.name}`)} where present = 0) as emptied
    from lack`.execute(trx)
  const { emptied: empty, ...difference } = rows[0]!
  await removeEmptied(
    trx,
    empty.map((ctid) => ({ sum: sum.name, ctid })),
  )
  return { sum: sum.name, ...difference }
}
