import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isNarrowed, type Scope } from '@swath/domain/access/caller'
import type { WorkMode } from '@swath/domain/figures'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { flightScope } from '../../../platform/access/scoped-tables.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sumWork } from '../../figures/public.ts'
import {
  isCoveredBySums,
  recordConditions,
  sortieConditions,
  type FlightFilters,
} from './flight-conditions.queries.ts'

export type FlightSums = {
  sortie_count: number
  covered_m2: number
  duration_s: number
  spray_l: number
}

const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join(conditions, sql` and `)

/** Integer thousandths, like the stored sums, so that the order of additions does not matter. */
const exactSum = (column: string) =>
  sql`coalesce((sum(round(${sql.ref(column)} * 1000)::int8) / 1000)::float8, 0)`

const recordSums = (scope: Scope, conditions: readonly RawBuilder<SqlBool>[]) => sql<FlightSums>`
  select count(*)::int8 as sortie_count, ${exactSum('flight.duration_s')} as duration_s,
    ${exactSum('flight.covered_m2')} as covered_m2, ${exactSum('flight.spray_l')} as spray_l
  from work_record as flight where ${all([inScope(scope, flightScope), ...conditions])}`

const toMs = (time: string | undefined): number | null => (time ? new Date(time).getTime() : null)

/** Sums by account, place, time and mode are stored; other filters need the records. */
const workSums = async (db: Db, scope: Scope, filters: FlightFilters): Promise<FlightSums> => {
  if (isNarrowed(scope) || !isCoveredBySums(filters)) {
    const { rows } = await recordSums(scope, recordConditions(filters)).execute(db)
    return rows[0]!
  }
  const { yyAccountName, zzAccountName, region, workMode, found } = filters
  const { coveredM2, durationS, sprayL, sortieCount } = await sumWork(
    db,
    scope,
    {
      operatorNamed: yyAccountName
        ? { name: yyAccountName, found: found?.['yyAccountName']?.account }
        : undefined,
      manufacturerNamed: zzAccountName
        ? { name: zzAccountName, found: found?.['zzAccountName']?.account }
        : undefined,
      regionCode: region || undefined,
      modes: workMode ? [Number(workMode) as WorkMode] : undefined,
    },
    { fromMs: toMs(filters.startTime), untilMs: toMs(filters.endTime) },
  )
  return {
    sortie_count: sortieCount,
    covered_m2: coveredM2,
    duration_s: durationS,
    spray_l: sprayL,
  }
}

const openFlights = async (db: Db, scope: Scope, filters: FlightFilters): Promise<number> => {
  if (filters.workMode) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int8 as count
    from sortie as flight
    where flight.state = 'open'
      and ${all([inScope(scope, flightScope), ...sortieConditions(filters)])}`.execute(db)
  return rows[0]!.count
}

/** Work of closed sorties, each of which has a record. The count includes sorties in progress. */
export const flightSums = async (
  db: Db,
  scope: Scope,
  filters: FlightFilters,
): Promise<FlightSums> => {
  const [work, open] = await Promise.all([
    workSums(db, scope, filters),
    openFlights(db, scope, filters),
  ])
  return { ...work, sortie_count: work.sortie_count + open }
}
