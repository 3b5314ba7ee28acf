// SQL for a main bucket, and for the rows around it.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { StretchMs } from '@swath/domain/figure-buckets'
import { factsOf } from './asked-facts.queries.ts'
import type { ChosenPart } from './choose-sums.ts'
import { between, changeFacts, keptFacts, rowFacts, type Facts } from './facts.queries.ts'
import type { MainSum } from './main-sums.ts'

/**
 * A single bucket is compared by equality, so that an index returns its rows in order; several are
 * listed.
 */
const inBuckets = (buckets: MainSum['buckets']): RawBuilder<SqlBool> => {
  if (buckets === 'ever') return sql<SqlBool>`fact.at = timestamptz '-infinity'`
  const begins = buckets.map(({ fromMs }) => new Date(fromMs))
  return begins.length === 1
    ? sql<SqlBool>`fact.at = ${begins[0]}`
    : sql<SqlBool>`fact.at = any(${begins}::timestamptz[])`
}

/** Rows of a table with the same buckets as the sum. */
export const inMainBuckets = ({ buckets }: MainSum, table: string): Facts => ({
  from: sql`(select bucket as at, * from ${sql.raw(table)}) as fact`,
  within: inBuckets(buckets),
  hourFrom: 'quarter',
})

/** The parts of a period between main buckets. */
const gapsIn = ({ fromMs, untilMs }: StretchMs, buckets: MainSum['buckets']): StretchMs[] => {
  if (buckets === 'ever') return []
  const ends = [fromMs, ...buckets.map((bucket) => bucket.untilMs)]
  const begins = [...buckets.map((bucket) => bucket.fromMs), untilMs]
  return ends
    .map((end, i) => ({ fromMs: end, untilMs: begins[i]! }))
    .filter((gap) => gap.fromMs !== gap.untilMs)
}

export type Signed = { facts: Facts; sign: 1 | -1 }

/** The remaining facts of the question, in addition to the main buckets. */
export const factsBeside = ({ sum: mainSum, buckets, plus, minus }: MainSum): Signed[] => {
  const besideMain = ({ sum, stretch }: ChosenPart): Facts[] => {
    if (sum === null) return [rowFacts('work', stretch)]
    if (sum.grain !== mainSum.grain) return [keptFacts(sum, stretch)]
    const gaps = gapsIn(stretch, buckets)
    return gaps.length === 0
      ? []
      : [
          {
            ...keptFacts(sum, stretch),
            within: sql<SqlBool>`(${sql.join(gaps.map(between), sql` or `)})`,
          },
        ]
  }
  const kept = plus.filter(({ sum }) => sum !== null).map(({ stretch }) => stretch)
  return [
    ...[...plus.flatMap(besideMain), changeFacts('work', kept)].map((facts): Signed => ({
      facts,
      sign: 1,
    })),
    ...factsOf('work', minus).map((facts): Signed => ({ facts, sign: -1 })),
  ]
}
