// Filters of a list of flights as conditions on a sortie, on a work record and on sums of records.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { flightList, simulatedFlightList } from '@swath/contract/flights/flight-list'
import type { FiltersOf } from '@swath/contract/list'
import { regionPrefix } from '@swath/domain/region-code'
import type { Db } from '../../../platform/database/database.ts'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import {
  anyOf,
  listAskedFilters,
  conditionsFor,
  contains,
  equals,
  equalsNumber,
  lookUpNames,
  named,
  since,
  until,
  type Conditions,
  type FoundNames,
} from '../../../platform/listing/conditions.queries.ts'

/** Of `droneId` only the named flights: for files of chosen tracks. */
type Filters = FiltersOf<typeof flightList> & { ids?: readonly string[] | undefined }
/**
 * The filters, with the accounts that match the names in them once `withNames` has looked them up.
 */
export type FlightFilters = Filters & { found?: FoundNames }
export type SimulatedFilters = FiltersOf<typeof simulatedFlightList> & { found?: FoundNames }

/** An uploaded log reported this flight first. `flight` is a table with the drone and the time. */
export const cameByLog = (
  flight: 'flight' | 'sortie',
) => sql<SqlBool>`exists (select from flight_log_sortie logged
  where logged.drone_id = ${sql.ref(`${flight}.drone_id`)}
    and not logged.known
    and logged.start_at < ${sql.ref(`${flight}.end_at`)}
    and logged.end_at > ${sql.ref(`${flight}.start_at`)})`

/**
 * Conditions on `flight`, the sortie or its record: both have the owner, the pilot, the place and
 * the time; `id` is the sortie's.
 */
const ofFlight = (id: 'flight.id' | 'flight.sortie_id') => ({
  search: anyOf(
    contains('flight.drone_id'),
    named('flight.drone_id', 'drone'),
    named('flight.pilot_id', 'app_user'),
    named('flight.operator_id', 'account'),
  ),
  yyAccountName: named('flight.operator_id', 'account'),
  zzAccountName: named('flight.manufacturer_id', 'account'),
  region: (region: string) => withinRegion('flight.region_code', regionPrefix(region)),
  droneId: equals('flight.drone_id'),
  ids: (ids: readonly string[]) => sql<SqlBool>`${sql.ref(id)} = any(${[...ids]}::uuid[])`,
  droneName: named('flight.drone_id', 'drone'),
  oprName: named('flight.pilot_id', 'app_user'),
  oddType: (type: string) =>
    sql<SqlBool>`flight.alarm_types > 0 and flight.alarm_types & ${1 << Number(type)} <> 0`,
  source: (source: 'live' | 'log') =>
    source === 'log' ? cameByLog('flight') : sql<SqlBool>`not ${cameByLog('flight')}`,
  startTime: since('flight.start_at'),
  endTime: until('flight.start_at', '<'),
})

const ofRecords = {
  ...ofFlight('flight.sortie_id'),
  workMode: equalsNumber('flight.mode'),
} satisfies Conditions<Filters>

const ofSorties = ofFlight('flight.id')
const modeOfSorties = {
  workMode: (mode: string) =>
    sql<SqlBool>`exists (select from work_record done
      where done.drone_id = flight.drone_id
        and done.sortie_id = flight.id
        and done.mode = ${Number(mode)})`,
} satisfies Conditions<Omit<Filters, keyof typeof ofSorties>>
const ofSimulated: Conditions<FiltersOf<typeof simulatedFlightList>> = ofSorties

/** Looks up the accounts that match the names. */
export const withNames = async <F extends FlightFilters>(db: Db, filters: F): Promise<F> => ({
  ...filters,
  found: await lookUpNames(db, ofRecords, filters),
})

/** Flights with which nothing flew are in no list of work, regardless of the filters. */
export const sortieConditions = (filters: FlightFilters): RawBuilder<SqlBool>[] => [
  ...conditionsFor(ofSorties, filters, filters.found),
  sql<SqlBool>`not flight.simulated`,
  ...conditionsFor(modeOfSorties, filters),
]

/** Only these: an index holds no others. */
export const simulatedConditions = (filters: SimulatedFilters): RawBuilder<SqlBool>[] => [
  ...conditionsFor(ofSimulated, filters, filters.found),
  sql<SqlBool>`flight.simulated`,
]

/** Exercises have none. */
export const recordConditions = (filters: FlightFilters): RawBuilder<SqlBool>[] =>
  conditionsFor(ofRecords, filters, filters.found)

const knownToSums = ['startTime', 'endTime', 'yyAccountName', 'zzAccountName', 'region', 'workMode']

/** Whether sums of records contain all filtered fields. */
export const isCoveredBySums = (filters: FlightFilters): boolean =>
  listAskedFilters(ofRecords, filters).every((name) => knownToSums.includes(name))
