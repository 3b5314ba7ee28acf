import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { asksWhose, inScope } from '../../platform/access/scope.queries.ts'
import { flightScope } from '../../platform/access/scoped-tables.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordConditions, sortieConditions, sumConditions, type FlightFilters } from './flight-conditions.queries.ts'

export type FlightSums = { sortie_count: number; covered_m2: number; duration_s: number; spray_l: number }

type Part = { from?: Date | undefined; until?: Date | undefined }

const monthOf = (time: Date, next: 0 | 1): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + next))

/** The whole months (UTC) of a stretch of time, and what of it lies before and behind them. Null: there is no whole month in it. */
export const wholeMonths = ({ startTime, endTime }: Pick<FlightFilters, 'startTime' | 'endTime'>): { months: Part; edges: Part[] } | null => {
  const [start, end] = [startTime, endTime].map((time) => (time === undefined ? undefined : new Date(time)))
  const from = start && (monthOf(start, 0).getTime() === start.getTime() ? start : monthOf(start, 1))
  const until = end && monthOf(end, 0)
  if (from && until && from >= until) return null
  return {
    months: { from, until },
    edges: [...(start && from && start < from ? [{ from: start, until: from }] : []), ...(end && until && until < end ? [{ from: until, until: end }] : [])],
  }
}

const between = (column: 'flight.month' | 'flight.start_at', { from, until }: Part): RawBuilder<SqlBool>[] => [
  ...(from ? [sql<SqlBool>`${sql.ref(column)} >= ${from}`] : []), ...(until ? [sql<SqlBool>`${sql.ref(column)} < ${until}`] : []),
]

const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join(conditions, sql` and `)

const recordSums = (scope: Scope, conditions: readonly RawBuilder<SqlBool>[]) => sql`
  select count(*) as sortie_count, sum(flight.duration_s::numeric) as duration_s, sum(flight.covered_m2::numeric) as covered_m2, sum(flight.spray_l::numeric) as spray_l
  from work_record as flight where ${all([inScope(scope, flightScope), ...conditions])}`

const keptSums = (table: 'work_sum' | 'work_sum_wide' | 'work_sum_change', scope: Scope, conditions: readonly RawBuilder<SqlBool>[]) => sql`
  select flight.sortie_count, flight.duration_s, flight.covered_m2, flight.spray_l from ${sql.table(table)} as flight where ${all([inScope(scope, flightScope), ...conditions])}`

/** Whole months come from the sums, unless the question is about single drones, people or alarms, whose flights are few. */
const workParts = (scope: Scope, filters: FlightFilters): RawBuilder<unknown>[] => {
  const kept = scope.own ? null : sumConditions(filters)
  const split = kept && wholeMonths(filters)
  if (!split) return [recordSums(scope, recordConditions(filters))]
  const { startTime: _start, endTime: _end, ...timeless } = filters
  return [
    ...([asksWhose(scope) || filters.yyAccountName ? 'work_sum' : 'work_sum_wide', 'work_sum_change'] as const).map((table) => keptSums(table, scope, [...kept, ...between('flight.month', split.months)])),
    ...split.edges.map((edge) => recordSums(scope, [...recordConditions(timeless), ...between('flight.start_at', edge)])),
  ]
}

/** Work of the closed sorties, each of which has a record; the count is of all, those in the air included. */
export const flightSums = async (db: Db, scope: Scope, filters: FlightFilters): Promise<FlightSums> => {
  const open = filters.workMode ? sql`select 0::int8` : sql`
    select count(*) from sortie as flight where flight.state = 'open' and ${all([inScope(scope, flightScope), ...sortieConditions(filters)])}`
  const { rows: [row] } = await sql<FlightSums>`
    select (coalesce(sum(sortie_count), 0) + (${open}))::int8 as sortie_count, coalesce(sum(covered_m2), 0)::float8 as covered_m2,
      coalesce(sum(duration_s), 0)::float8 as duration_s, coalesce(sum(spray_l), 0)::float8 as spray_l
    from (${sql.join(workParts(scope, filters), sql` union all `)}) as parts`.execute(db)
  return row!
}
