// The facts that answer a question, as rows of keys and measures.
import { sql, type RawBuilder } from 'kysely'
import {
  timeDimensions,
  type Dimension,
  type FigureQuestion,
  type Measure,
} from '@swath/domain/figures'
import { keptOffsetsMinutes, type StretchMs } from '@swath/domain/figure-buckets'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { chooseSums, type ChosenPart, type SumRequest } from './choose-sums.ts'
import {
  changeFacts,
  conditionsOf,
  keptFacts,
  keyOf,
  rowFacts,
  scopeOf,
  type Facts,
  type Zone,
} from './facts.queries.ts'
import type { SourceName } from './kept-sums.ts'

/** A question with moments instead of days. */
export type Asked = SumRequest & {
  measures: readonly Measure[]
  stretch: StretchMs
  zone: Zone
  top?: FigureQuestion['top']
  /** Read only from rows, however many there are. */
  fresh: boolean
}

/** Whether sums are stored for the requested days or hours in the question's time zone. */
export const isKept = ({ by, zone: { steadyMinutes } }: Asked): boolean => {
  const times = by.filter((one) => (timeDimensions as readonly Dimension[]).includes(one))
  if (times.length === 0) return true
  if (steadyMinutes === null) return false
  return times.every((one) =>
    one === 'hourOfDay'
      ? steadyMinutes % 15 === 0
      : (keptOffsetsMinutes as readonly number[]).includes(steadyMinutes),
  )
}

/** Facts of all parts, including changes not yet merged into the sums. */
export const factsOf = (source: SourceName, parts: readonly ChosenPart[]): Facts[] => {
  const kept = parts.filter(({ sum }) => sum !== null)
  return [
    ...parts.map(({ sum, stretch }) => (sum ? keptFacts(sum, stretch) : rowFacts(source, stretch))),
    ...(kept.length === 0
      ? []
      : [
          changeFacts(
            source,
            kept.map(({ stretch }) => stretch),
          ),
        ]),
  ]
}

export const factsFor = (source: SourceName, asked: Asked): Facts[] =>
  asked.fresh
    ? [rowFacts(source, asked.stretch)]
    : factsOf(source, chooseSums(source, asked, asked.stretch, isKept(asked)))

export const keyNames = (asked: Asked) => asked.by.map((_, i) => sql.ref(`key_${i}`))

/**
 * Whether anything is counted. As int4, because a sum of int8 is numeric, which takes a third of
 * the time of a ranking.
 */
export const present = sql`fact.present::int4`

/** One row per fact, with its keys and measures. */
export const listed = (
  asked: Asked,
  source: SourceName,
  { from, within, hourFrom }: Facts,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const keys = asked.by.map((one) => keyOf(source, one, asked.zone, hourFrom))
  const conditions = [
    within,
    inScope(asked.scope, scopeOf[source]),
    ...conditionsOf(source, asked.filters),
  ]
  return sql`select ${sql.join([...keys, ...columns])} from ${from}
    where ${sql.join(conditions, sql` and `)}`
}

export const union = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `)

/** One column per measure of the question; 0 if the statement has no value for it. */
export const toColumns = (
  { measures }: Asked,
  own: (measure: Measure) => RawBuilder<unknown> | null,
): RawBuilder<unknown>[] => measures.map((one) => own(one) ?? sql`0::float8`)
