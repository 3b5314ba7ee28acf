import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { regionPrefix } from '@swath/domain/region-code'
import { filtersByOwner, inScope } from '../../platform/access/scope.queries.ts'
import { flightScope } from '../../platform/access/scoped-tables.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  isCoveredBySums,
  recordConditions,
  sortieConditions,
  sumConditions,
  type FlightFilters,
} from './flight-conditions.queries.ts'

export type FlightSums = {
  sortie_count: number
  covered_m2: number
  duration_s: number
  spray_l: number
}

type Part = { from?: Date | undefined; until?: Date | undefined }

/** The beginning of a month or day (UTC), and of the next. */
const beginningByUnit = {
  month: (time: Date, next: 0 | 1): Date =>
    new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + next)),
  day: (time: Date, next: 0 | 1): Date =>
    new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + next)),
} as const

/**
 * The whole months or days (UTC) of a stretch of time, and what of it lies before and behind them:
 * all of it where none is whole.
 */
export const splitWhole = (
  unit: keyof typeof beginningByUnit,
  { from: start, until: end }: Part,
): { whole: Part | null; edges: Part[] } => {
  const begin = beginningByUnit[unit]
  const from = start && (begin(start, 0).getTime() === start.getTime() ? start : begin(start, 1))
  const until = end && begin(end, 0)
  if (from && until && from >= until) return { whole: null, edges: [{ from: start, until: end }] }
  return {
    whole: { from, until },
    edges: [
      ...(start && from && start < from ? [{ from: start, until: from }] : []),
      ...(end && until && until < end ? [{ from: until, until: end }] : []),
    ],
  }
}

const between = (
  column: 'flight.month' | 'flight.day' | 'flight.start_at',
  { from, until }: Part,
): RawBuilder<SqlBool>[] => [
  ...(from ? [sql<SqlBool>`${sql.ref(column)} >= ${from}`] : []),
  ...(until ? [sql<SqlBool>`${sql.ref(column)} < ${until}`] : []),
]

const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join(conditions, sql` and `)

/**
 * Exact for the two or three decimals of a record, whatever the order; a third of the work of
 * adding them as numeric.
 */
const exactSum = (column: string) => sql`sum(round(${sql.ref(column)} * 1e6)::int8) / 1e6`

const recordSums = (scope: Scope, conditions: readonly RawBuilder<SqlBool>[]) => sql`
  select count(*) as sortie_count, ${exactSum('flight.duration_s')} as duration_s,
    ${exactSum('flight.covered_m2')} as covered_m2, ${exactSum('flight.spray_l')} as spray_l
  from work_record as flight where ${all([inScope(scope, flightScope), ...conditions])}`

const countryScope = { ...flightScope, region: 'flight.country' }

const keptSums = (
  table: 'work_sum' | 'work_sum_wide' | 'work_sum_day' | 'work_sum_change',
  scope: Scope,
  conditions: readonly RawBuilder<SqlBool>[],
) => {
  const scoped = inScope(scope, table === 'work_sum_day' ? countryScope : flightScope)
  return sql`
    select flight.sortie_count, flight.duration_s, flight.covered_m2, flight.spray_l
    from ${sql.table(table)} as flight
    where ${all([scoped, ...conditions])}`
}

/** Sums by day know no place within a country. */
const isWide = (scope: Scope, { region }: FlightFilters): boolean =>
  (scope.kind !== 'region' || isCountry(scope.prefix)) &&
  (region === undefined || isCountry(regionPrefix(region)))
const isCountry = (prefix: string): boolean => prefix.length <= 3

/**
 * Whole months come from the sums, and what is beside them by whole days where these are known. The
 * rest is read: hours at the ends, the days of few people, and all where the question is about
 * single drones, people or alarms.
 */
const workParts = (scope: Scope, filters: FlightFilters): RawBuilder<unknown>[] => {
  const { startTime, endTime, ...timeless } = filters
  const asked = {
    from: startTime === undefined ? undefined : new Date(startTime),
    until: endTime === undefined ? undefined : new Date(endTime),
  }
  const read = (part: Part) =>
    recordSums(scope, [...recordConditions(timeless), ...between('flight.start_at', part)])
  if (scope.own || !isCoveredBySums(filters)) return [read(asked)]

  const byWhom = filtersByOwner(scope) || filters.yyAccountName !== undefined
  const months = splitWhole('month', asked)
  const parts = months.whole
    ? [
        keptSums(byWhom ? 'work_sum' : 'work_sum_wide', scope, [
          ...sumConditions(filters),
          ...between('flight.month', months.whole),
        ]),
        keptSums('work_sum_change', scope, [
          ...sumConditions(filters),
          ...between('flight.month', months.whole),
        ]),
      ]
    : []
  for (const beside of months.edges) {
    const days =
      byWhom || !isWide(scope, filters)
        ? { whole: null, edges: [beside] }
        : splitWhole('day', beside)
    if (days.whole) {
      parts.push(
        keptSums('work_sum_day', scope, [
          ...sumConditions(filters, 'flight.country'),
          ...between('flight.day', days.whole),
        ]),
      )
      parts.push(
        keptSums('work_sum_change', scope, [
          ...sumConditions(filters),
          ...between('flight.day', days.whole),
        ]),
      )
    }
    parts.push(...days.edges.map(read))
  }
  return parts
}

/**
 * Work of the closed sorties, each of which has a record; the count is of all, those in the air
 * included.
 */
export const flightSums = async (
  db: Db,
  scope: Scope,
  filters: FlightFilters,
): Promise<FlightSums> => {
  const open = filters.workMode
    ? sql`select 0::int8`
    : sql`
    select count(*)
    from sortie as flight
    where flight.state = 'open'
      and ${all([inScope(scope, flightScope), ...sortieConditions(filters)])}`
  const {
    rows: [row],
  } = await sql<FlightSums>`
    select (coalesce(sum(sortie_count), 0) + (${open}))::int8 as sortie_count,
      coalesce(sum(covered_m2), 0)::float8 as covered_m2,
      coalesce(sum(duration_s), 0)::float8 as duration_s,
      coalesce(sum(spray_l), 0)::float8 as spray_l
    from (${sql.join(workParts(scope, filters), sql` union all `)}) as parts`.execute(db)
  return row!
}
