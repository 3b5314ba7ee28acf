// Answers a question with a single statement, so that all measures refer to the same moment.
import { sql, type RawBuilder } from 'kysely'
import type { Caller, Scope } from '@swath/domain/access/caller'
import { addDays } from '@swath/domain/calendar-steps'
import {
  plotMeasures,
  whyNotAsked,
  workMeasures,
  type Dimension,
  type FigureQuestion,
  type FigureRow,
  type Measure,
} from '@swath/domain/figures'
import type { StretchMs } from '@swath/domain/figure-buckets'
import { startOfZoneDayMs, steadyOffsetMinutes, zoneDay } from '@swath/domain/zone-days'
import type { Db } from '../../../platform/database/database.ts'
import { shareAnswers } from '../../../platform/listing/shared-answer.ts'
import {
  factsFor,
  keyNames,
  listed,
  present,
  toColumns,
  union,
  type Asked,
} from './asked-facts.queries.ts'
import type { FactFilters } from './choose-sums.ts'
import { countDifferent } from './different.queries.ts'
import { partsPerUnit, shownKey, summandOf, type SummedMeasure } from './facts.queries.ts'
import type { SourceName } from './kept-sums.ts'
import { findLargest } from './largest.queries.ts'

const summed = (
  asked: Asked,
  source: SourceName,
  measures: readonly SummedMeasure[],
): RawBuilder<unknown>[] => {
  if (!measures.some((one) => asked.measures.includes(one))) return []
  const own = (one: Measure) =>
    (measures as readonly Measure[]).includes(one) ? summandOf(one as SummedMeasure) : null
  return factsFor(source, asked).map((facts) =>
    listed(asked, source, facts, [...toColumns(asked, own), present]),
  )
}

const partsOf = (asked: Asked): RawBuilder<unknown>[] => [
  ...(findLargest(asked) ?? summed(asked, 'work', workMeasures)),
  ...countDifferent(asked),
  ...summed(asked, 'drones', ['newDroneCount']),
  ...summed({ ...asked, stretch: { ...asked.stretch, fromMs: null } }, 'drones', ['droneCount']),
  ...summed(asked, 'plots', plotMeasures),
]

/** Exact up to 2^53 thousandths. */
const figureOf = (measure: Measure) =>
  sql`coalesce(${sql.ref(measure)}, 0) / ${sql.lit(partsPerUnit(measure))}
    as ${sql.ref(measure)}`

/** Hours are sorted as numbers, everything else as text. */
const orderOf = ({ by }: Asked) =>
  by.map((one, i) =>
    one === 'hourOfDay' ? sql.ref(`key_${i}`) : sql`${shownKey(one, i)} collate "C"`,
  )

const answer = async (db: Db, asked: Asked): Promise<FigureRow[]> => {
  const { top } = asked
  const keys = keyNames(asked)
  const measures = asked.measures.map((one) => sql.ref(one))
  const direction = top?.least ? sql`asc` : sql`desc`
  const largest = top
    ? sql`order by ${sql.join([sql`${sql.ref(top.by)} ${direction}`, ...keys])}
        limit ${top.count} offset ${top.offset ?? 0}`
    : sql``
  const order = [...(top ? [sql`sums.${sql.ref(top.by)} ${direction}`] : []), ...orderOf(asked)]
  // Converted to text at the end, because there are fewer keys than facts.
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${sql.join([
      ...asked.by.map((one, i) => sql`${shownKey(one, i)} as ${sql.ref(`shown_${i}`)}`),
      ...asked.measures.map(figureOf),
    ])}
    from (
      select ${sql.join([...keys, ...measures.map((one) => sql`sum(${one}) as ${one}`)])}
      from (${union(partsOf(asked))})
        as facts (${sql.join([...keys, ...measures, sql.ref('present')])})
      ${keys.length === 0 ? sql`` : sql`group by ${sql.join(keys)} having sum(present) <> 0`}
      ${largest}) as sums
    ${order.length === 0 ? sql`` : sql`order by ${sql.join(order)}`}`.execute(db)
  return rows.map((row) => ({
    keys: asked.by.map((_, i) => row[`shown_${i}`] as string | null),
    figures: Object.fromEntries(asked.measures.map((one) => [one, row[one] as number])),
  }))
}

type FactQuestion = FigureQuestion & { filters: FactFilters }

/** @throws Error for questions that `whyNotAsked` refuses; the caller must check first */
const toAsked = (scope: Scope, question: FactQuestion, fresh: boolean): Asked => {
  const refusal = whyNotAsked(question)
  if (refusal) throw new Error(`Not a question: ${refusal}`)
  const { timeZone, from, until, top, measures, by, filters } = question
  const toMs = (day: string | null) => (day === null ? null : startOfZoneDayMs(timeZone, day))
  return {
    scope,
    measures,
    by,
    filters,
    stretch: { fromMs: toMs(from), untilMs: toMs(until) },
    zone: { name: timeZone, steadyMinutes: steadyOffsetMinutes(timeZone) },
    top,
    fresh,
  }
}

const shared = new WeakMap<Db, ReturnType<typeof shareAnswers<FigureRow[]>>>()

/**
 * Reads the cheapest stored sums, and the rest from rows. Statistics screens send the same question
 * several times at once: they share a query that starts after all of them.
 */
export const askFigures = (db: Db, scope: Scope, question: FactQuestion): Promise<FigureRow[]> => {
  const work = () => answer(db, toAsked(scope, question, false))
  // A transaction has its own snapshot, so its result cannot be shared.
  if (db.isTransaction) return work()
  const share = shared.get(db) ?? shareAnswers<FigureRow[]>()
  shared.set(db, share)
  return share(JSON.stringify([scope, question]), work)
}

/**
 * Work of today: completed flights that began on the reader's calendar day. Used by every screen
 * that shows today's work.
 */
export const askToday = (
  db: Db,
  { scope, timeZone }: Pick<Caller, 'scope' | 'timeZone'>,
  nowMs: number,
  question: Pick<FactQuestion, 'measures' | 'by' | 'filters'>,
): Promise<FigureRow[]> => {
  const from = zoneDay(timeZone, nowMs)
  return askFigures(db, scope, { ...question, from, until: addDays(from, 1), timeZone })
}

/** Figures from rows alone, to verify the stored sums. */
export const askFreshFigures = (db: Db, scope: Scope, question: FigureQuestion) =>
  answer(db, toAsked(scope, question, true))

/**
 * Number of days on which each of these worked. Counted in the database, because a drone may have a
 * thousand days.
 */
export const countDays = async (
  db: Db,
  scope: Scope,
  question: Pick<FigureQuestion, 'filters' | 'from' | 'until' | 'timeZone'>,
  one: Dimension,
): Promise<ReadonlyMap<string, number>> => {
  const asked = toAsked(scope, { ...question, measures: ['sortieCount'], by: [one, 'day'] }, false)
  const keys = sql.join(keyNames(asked))
  const { rows } = await sql<{ id: string; days: number }>`
    select ${shownKey(one, 0)} as id, count(*)::int4 as days
    from (select ${keys} from (${union(partsOf(asked))})
        as facts (${sql.join([...keyNames(asked), sql.ref('sortieCount'), sql.ref('present')])})
      group by ${keys} having sum(present) <> 0) as worked
    where key_0 is not null group by key_0`.execute(db)
  return new Map(rows.map(({ id, days }) => [id, days]))
}

/** All the work of a scope, by drone, to be joined to a list of drones. */
export const workByDrone = (scope: Scope): RawBuilder<unknown> => {
  const measures = ['coveredM2', 'sortieCount'] as const
  const all = { filters: {}, from: null, until: null, timeZone: 'UTC' }
  const asked = toAsked(scope, { ...all, measures, by: ['drone'] }, false)
  const columns = sql.join([...keyNames(asked), ...measures.map((one) => sql.ref(one))])
  return sql`(select ${shownKey('drone', 0)} as drone_id,
      sum("sortieCount") as sortie_count,
      sum("coveredM2") / ${sql.lit(partsPerUnit('coveredM2'))}::numeric as covered_m2
    from (${union(partsOf(asked))}) as facts (${columns}, present)
    group by key_0 having sum(present) <> 0)`
}

/** Work between two moments, for lists, whose range need not be whole days. */
export const sumWork = async (
  db: Db,
  scope: Scope,
  filters: FactFilters,
  stretch: StretchMs,
): Promise<Record<(typeof workMeasures)[number], number>> => {
  const [row] = await answer(db, {
    scope,
    filters,
    stretch,
    measures: workMeasures,
    by: [],
    zone: { name: 'UTC', steadyMinutes: 0 },
    fresh: false,
  })
  return row!.figures as Record<(typeof workMeasures)[number], number>
}
