// Reads only the largest items of a ranking: those without changes outside the main bucket by the
// index of the measure, and the few others one by one.
import { sql, type RawBuilder } from 'kysely'
import { isNarrowed } from '@swath/domain/access/caller'
import { workMeasures, type Measure } from '@swath/domain/figures'
import { listed, present, toColumns, union, type Asked } from './asked-facts.queries.ts'
import { summandOf, type SummedMeasure } from './facts.queries.ts'
import { factsBeside, inMainBuckets } from './main-facts.queries.ts'
import { tableOf } from './kept-sum-sql.queries.ts'
import { findMain, type MainSum } from './main-sums.ts'

const isOfWork = (measure: Measure): boolean =>
  (workMeasures as readonly Measure[]).includes(measure)

const columnOf = { drone: 'drone_id', pilot: 'pilot_id' } as const

type Rank = { main: MainSum; column: 'drone_id' | 'pilot_id'; rowCount: number }

const findRank = (asked: Asked): Rank | null => {
  const { by, top, scope, filters, measures, fresh, stretch } = asked
  const [dimension] = by
  if (
    fresh ||
    by.length !== 1 ||
    (dimension !== 'drone' && dimension !== 'pilot') ||
    scope.kind !== 'all' ||
    isNarrowed(scope) ||
    Object.values(filters).some((filter) => filter !== undefined) ||
    top?.by !== 'coveredM2' ||
    top.least ||
    !measures.every(isOfWork)
  )
    return null
  const main = findMain(asked, stretch, true)
  return main?.sum.ranked
    ? { main, column: columnOf[dimension], rowCount: (top.offset ?? 0) + top.count }
    : null
}

/** Null: the question does not ask for a ranking. */
export const findLargest = (asked: Asked): RawBuilder<unknown>[] | null => {
  const rank = findRank(asked)
  if (!rank) return null
  const { main, column, rowCount } = rank
  const id = sql.ref(`fact.${column}`)
  const beside = factsBeside(main)
  const touched = union(beside.map(({ facts }) => listed(asked, 'work', facts, [])))
  const ids = sql`select key_0 from (${touched}) as touched (key_0) where key_0 is not null`
  const columns = toColumns(asked, (one) => summandOf(one as SummedMeasure))
  const own = inMainBuckets(main, tableOf(main.sum))
  const select = listed(asked, 'work', own, [...columns, present])
  return [
    ...beside.map(({ facts, sign }) =>
      listed(asked, 'work', facts, [
        ...columns.map((one) => sql`${sql.lit(sign)} * ${one}`),
        sql`${sql.lit(sign)} * ${present}`,
      ]),
    ),
    sql`${select} and (${id} = any(array(${ids})) or ${id} is null)`,
    sql`(${select} and ${id} is not null and ${id} not in (${ids})
      order by ${sql.ref(`fact.${main.sum.ranked!}`)} desc, ${id} limit ${rowCount})`,
  ]
}
