// One question, one statement: whatever it measures, all of it is of the same moment.
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import {
  activeMeasures,
  plotMeasures,
  timeDimensions,
  whyNotAsked,
  workMeasures,
  type Dimension,
  type FigureQuestion,
  type FigureRow,
  type Measure,
} from '@swath/domain/figures'
import { keptOffsetsMinutes, type StretchMs } from '@swath/domain/figure-buckets'
import { startOfZoneDayMs, steadyOffsetMinutes } from '@swath/domain/zone-days'
import { inScope } from '../../platform/access/scope.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { shareAnswers } from '../../platform/listing/shared-answer.ts'
import { chooseSums, type FactFilters, type Needs } from './choose-sums.ts'
import {
  changeFacts,
  conditionsOf,
  keptFacts,
  keyOf,
  partsPerUnit,
  rowFacts,
  scopeOf,
  shownKey,
  summandOf,
  type Facts,
  type SummedMeasure,
  type Zone,
} from './facts.queries.ts'
import type { SourceName } from './kept-sums.ts'

/** As a question, with moments in place of days. */
type Asked = Needs & {
  measures: readonly Measure[]
  stretch: StretchMs
  zone: Zone
  /** The rows alone, however many they are. */
  fresh: boolean
}

const and = sql` and `

const isKept = ({ by, zone: { steadyMinutes } }: Asked): boolean => {
  const times = by.filter((one) => (timeDimensions as readonly Dimension[]).includes(one))
  if (times.length === 0) return true
  if (steadyMinutes === null) return false
  return times.every((one) =>
    one === 'hourOfDay'
      ? steadyMinutes % 15 === 0
      : (keptOffsetsMinutes as readonly number[]).includes(steadyMinutes),
  )
}

const factsFor = (source: SourceName, asked: Asked): Facts[] => {
  if (asked.fresh) return [rowFacts(source, asked.stretch)]
  const parts = chooseSums(source, asked, asked.stretch, isKept(asked))
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

const keyNames = (asked: Asked) => asked.by.map((_, i) => sql.ref(`key_${i}`))

/** Whether there is anything: a sum of these is no numeric, which costs a third of a rank. */
const present = sql`fact.present::int4`

/** A row for each fact: its keys, and what else is asked of it. */
const listed = (
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
    where ${sql.join(conditions, and)}`
}

/** A column for each measure of the question; 0 where the statement says nothing about it. */
const toColumns = (
  { measures }: Asked,
  own: (measure: Measure) => RawBuilder<unknown> | null,
): RawBuilder<unknown>[] => measures.map((one) => own(one) ?? sql`0::int8`)

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

/** Each once, however often it flew; one whose flights were all taken back not at all. */
const counted = (asked: Asked, measure: (typeof activeMeasures)[number]): RawBuilder<unknown>[] => {
  if (!asked.measures.includes(measure)) return []
  const column = measure === 'activeDroneCount' ? 'drone_id' : 'plot_id'
  const keys = keyNames(asked)
  const named = sql.join([...keys, sql.ref('id')])
  const parts = factsFor('work', { ...asked, also: column }).map((facts) =>
    listed(asked, 'work', facts, [sql.ref(`fact.${column}`), present]),
  )
  return [
    sql`select ${sql.join([
      ...keys,
      ...toColumns(asked, (one) => (one === measure ? sql`count(id)` : null)),
      sql`count(*)::int4`,
    ])}
    from (select ${named} from (${sql.join(parts, sql` union all `)}) as each (${named}, present)
      group by ${named} having sum(present) <> 0) as those
    ${keys.length === 0 ? sql`` : sql`group by ${sql.join(keys)}`}`,
  ]
}

const partsOf = (asked: Asked): RawBuilder<unknown>[] => [
  ...summed(asked, 'work', workMeasures),
  ...activeMeasures.flatMap((one) => counted(asked, one)),
  ...summed(asked, 'drones', ['newDroneCount']),
  ...summed({ ...asked, stretch: { ...asked.stretch, fromMs: null } }, 'drones', ['droneCount']),
  ...summed(asked, 'plots', plotMeasures),
]

/** Exact up to 2^53 thousandths. */
const figureOf = (measure: Measure) =>
  sql`coalesce(${sql.ref(measure)}, 0)::float8 / ${sql.lit(partsPerUnit(measure))}
    as ${sql.ref(measure)}`

/** Hours by their number, everything else as text. */
const orderOf = ({ by }: Asked) =>
  by.map((one, i) =>
    one === 'hourOfDay' ? sql.ref(`key_${i}`) : sql`${shownKey(one, i)} collate "C"`,
  )

const answer = async (db: Db, asked: Asked, top: FigureQuestion['top']): Promise<FigureRow[]> => {
  const keys = keyNames(asked)
  const measures = asked.measures.map((one) => sql.ref(one))
  const largest = top
    ? sql`order by ${sql.join([sql`${sql.ref(top.by)} desc`, ...keys])} limit ${top.count}`
    : sql``
  const order = [...(top ? [sql`sums.${sql.ref(top.by)} desc`] : []), ...orderOf(asked)]
  // Shown as text at the end: there are fewer keys than facts.
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${sql.join([
      ...asked.by.map((one, i) => sql`${shownKey(one, i)} as ${sql.ref(`shown_${i}`)}`),
      ...asked.measures.map(figureOf),
    ])}
    from (
      select ${sql.join([...keys, ...measures.map((one) => sql`sum(${one}) as ${one}`)])}
      from (${sql.join(partsOf(asked), sql` union all `)})
        as facts (${sql.join([...keys, ...measures, sql.ref('present')])})
      ${keys.length === 0 ? sql`` : sql`group by ${sql.join(keys)} having sum(present) <> 0`}
      ${largest}) as sums
    ${order.length === 0 ? sql`` : sql`order by ${sql.join(order)}`}`.execute(db)
  return rows.map((row) => ({
    keys: asked.by.map((_, i) => row[`shown_${i}`] as string | null),
    figures: Object.fromEntries(asked.measures.map((one) => [one, row[one] as number])),
  }))
}

/** @throws Error for what `whyNotAsked` refuses: whoever asks has looked first */
const ask = (
  db: Db,
  scope: Scope,
  question: FigureQuestion,
  fresh: boolean,
): Promise<FigureRow[]> => {
  const refusal = whyNotAsked(question)
  if (refusal) throw new Error(`Not a question: ${refusal}`)
  const { timeZone, from, until, top, measures, by, filters } = question
  const toMs = (day: string | null) => (day === null ? null : startOfZoneDayMs(timeZone, day))
  const asked: Asked = {
    scope,
    measures,
    by,
    filters,
    stretch: { fromMs: toMs(from), untilMs: toMs(until) },
    zone: { name: timeZone, steadyMinutes: steadyOffsetMinutes(timeZone) },
    fresh,
  }
  return answer(db, asked, top)
}

const shared = new WeakMap<Db, ReturnType<typeof shareAnswers<FigureRow[]>>>()

/**
 * Answers from the cheapest kept sums, and what these do not know from the rows. Walls ask the same
 * at the same time: they share the look that begins after their question.
 */
export const askFigures = (
  db: Db,
  scope: Scope,
  question: FigureQuestion,
): Promise<FigureRow[]> => {
  const work = () => ask(db, scope, question, false)
  // What a transaction sees is its own.
  if (db.isTransaction) return work()
  const share = shared.get(db) ?? shareAnswers<FigureRow[]>()
  shared.set(db, share)
  return share(JSON.stringify([scope, question]), work)
}

/** The same from the rows alone: what every kept sum has to equal. */
export const askFreshFigures = (db: Db, scope: Scope, question: FigureQuestion) =>
  ask(db, scope, question, true)

/** Work between two moments, for lists: theirs are no days of a zone. */
export const sumWork = async (
  db: Db,
  scope: Scope,
  filters: FactFilters,
  stretch: StretchMs,
): Promise<Record<(typeof workMeasures)[number], number>> => {
  const [row] = await answer(
    db,
    {
      scope,
      filters,
      stretch,
      measures: workMeasures,
      by: [],
      zone: { name: 'UTC', steadyMinutes: 0 },
      fresh: false,
    },
    undefined,
  )
  return row!.figures as Record<(typeof workMeasures)[number], number>
}
