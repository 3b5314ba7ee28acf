// What a list of flights may ask for, as conditions on a sortie, on a work record and on sums of
// records.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { regionPrefix } from '@swath/domain/region-code'
import type { Db } from '../../platform/database/database.ts'
import { withinRegion } from '../../platform/access/scope.queries.ts'
import { isNamed, namesakes } from '../../platform/listing/namesakes.queries.ts'

export type FlightFilters = {
  droneId?: string | undefined
  droneName?: string | undefined
  oprName?: string | undefined
  yyAccountName?: string | undefined
  zzAccountName?: string | undefined
  workMode?: string | undefined
  oddType?: string | undefined
  source?: 'live' | 'log' | undefined
  startTime?: string | undefined
  endTime?: string | undefined
  region?: string | undefined
  order?: SortField | `-${SortField}` | undefined
  /** Of `droneId`. */
  ids?: readonly string[] | undefined
  /** What the names stand for, where `withNames` has looked them up. */
  found?:
    | Readonly<
        Record<'drones' | 'pilots' | 'operators' | 'manufacturers', readonly string[] | undefined>
      >
    | undefined
}
export type SortField = 'startTime' | 'durationS' | 'sprayArea' | 'sprayL' | 'overlapRatio'

/** Looks up whom the names mean. */
export const withNames = async (db: Db, filters: FlightFilters): Promise<FlightFilters> => {
  const [drones, pilots, operators, manufacturers] = await Promise.all([
    namesakes(db, 'drone', filters.droneName),
    namesakes(db, 'app_user', filters.oprName),
    namesakes(db, 'account', filters.yyAccountName),
    namesakes(db, 'account', filters.zzAccountName),
  ])
  return { ...filters, found: { drones, pilots, operators, manufacturers } }
}

/** An uploaded log told of this flight first. `flight` is a table with the drone and the time. */
export const cameByLog = (
  flight: 'flight' | 'sortie',
) => sql<SqlBool>`exists (select from flight_log_sortie told where told.drone_id = ${sql.ref(`${flight}.drone_id`)}
  and not told.known and told.start_at < ${sql.ref(`${flight}.end_at`)} and told.end_at > ${sql.ref(`${flight}.start_at`)})`

type RegionColumn = 'flight.region_code' | 'flight.country'

/** What holds of whose a flight was and where. */
const ofWhom = (
  { yyAccountName, zzAccountName, region, found }: FlightFilters,
  regionColumn: RegionColumn = 'flight.region_code',
): RawBuilder<SqlBool>[] => [
  ...(yyAccountName
    ? [isNamed('flight.operator_id', 'account', yyAccountName, found?.operators)]
    : []),
  ...(zzAccountName
    ? [isNamed('flight.manufacturer_id', 'account', zzAccountName, found?.manufacturers)]
    : []),
  ...(region ? [withinRegion(regionColumn, regionPrefix(region))] : []),
]

/**
 * What holds of `flight`, be it the sortie or its record: both carry whose it was, who flew it,
 * where and when; `id` is the sortie's.
 */
const conditions = (
  filters: FlightFilters,
  id: 'flight.id' | 'flight.sortie_id',
): RawBuilder<SqlBool>[] => [
  ...ofWhom(filters),
  ...(filters.droneId ? [sql<SqlBool>`flight.drone_id = ${filters.droneId}`] : []),
  ...(filters.ids ? [sql<SqlBool>`${sql.ref(id)} = any(${[...filters.ids]}::uuid[])`] : []),
  ...(filters.droneName
    ? [isNamed('flight.drone_id', 'drone', filters.droneName, filters.found?.drones)]
    : []),
  ...(filters.oprName
    ? [isNamed('flight.pilot_id', 'app_user', filters.oprName, filters.found?.pilots)]
    : []),
  ...(filters.oddType
    ? [
        sql<SqlBool>`flight.alarm_types > 0 and flight.alarm_types & ${1 << Number(filters.oddType)} <> 0`,
      ]
    : []),
  ...(filters.source
    ? [filters.source === 'log' ? cameByLog('flight') : sql<SqlBool>`not ${cameByLog('flight')}`]
    : []),
  ...(filters.startTime ? [sql<SqlBool>`flight.start_at >= ${new Date(filters.startTime)}`] : []),
  ...(filters.endTime ? [sql<SqlBool>`flight.start_at < ${new Date(filters.endTime)}`] : []),
]

/** Flights with which nothing flew stand in no list of work, whatever is asked for. */
export const sortieConditions = (filters: FlightFilters): RawBuilder<SqlBool>[] => [
  ...conditions(filters, 'flight.id'),
  sql<SqlBool>`not flight.simulated`,
  ...(filters.workMode
    ? [
        sql<SqlBool>`exists (select from work_record done where done.drone_id = flight.drone_id and done.sortie_id = flight.id and done.mode = ${Number(filters.workMode)})`,
      ]
    : []),
]

export type PracticeFilters = Pick<
  FlightFilters,
  | 'droneId'
  | 'droneName'
  | 'oprName'
  | 'yyAccountName'
  | 'zzAccountName'
  | 'startTime'
  | 'endTime'
  | 'region'
  | 'found'
>

/** Only these: an index holds no others. */
export const practiceConditions = (filters: PracticeFilters): RawBuilder<SqlBool>[] => [
  ...conditions(filters, 'flight.id'),
  sql<SqlBool>`flight.simulated`,
]

/** Simulated flights have none. */
export const recordConditions = (filters: FlightFilters): RawBuilder<SqlBool>[] => [
  ...conditions(filters, 'flight.sortie_id'),
  ...(filters.workMode ? [sql<SqlBool>`flight.mode = ${Number(filters.workMode)}`] : []),
]

/** Whether sums of records know what is asked for. */
export const isOfSums = (filters: FlightFilters): boolean => {
  const {
    yyAccountName: _owner,
    zzAccountName: _maker,
    region: _region,
    workMode: _mode,
    startTime: _start,
    endTime: _end,
    order: _order,
    found: _found,
    currentPage: _page,
    pageSize: _size,
    ...others
  } = filters as FlightFilters & { currentPage?: number; pageSize?: number }
  return Object.values(others).every((asked) => asked === undefined)
}

/** The same of such a sum, the time left out. */
export const sumConditions = (
  filters: FlightFilters,
  region: RegionColumn = 'flight.region_code',
): RawBuilder<SqlBool>[] => [
  ...ofWhom(filters, region),
  ...(filters.workMode ? [sql<SqlBool>`flight.mode = ${Number(filters.workMode)}`] : []),
]
