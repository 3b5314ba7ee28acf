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
  equals,
  equalsNumber,
  lookUpNames,
  named,
  since,
  until,
  type Conditions,
  type FoundNames,
} from '../../../platform/listing/conditions.queries.ts'

/** `ids` restricts the filtered flights to these, to export selected tracks. */
type Filters = FiltersOf<typeof flightList> & { ids?: readonly string[] | undefined }
/** The filters, with the accounts that match their names once `withNames` has looked them up. */
export type FlightFilters = Filters & { found?: FoundNames }
export type SimulatedFilters = FiltersOf<typeof simulatedFlightList> & { found?: FoundNames }

/**
 * Whether the flight was first reported by an uploaded log. `flight` is a table with the drone and
 * the time.
 */
export const cameByLog = (
  flight: 'flight' | 'sortie',
) => sql<SqlBool>`exists (select from flight_log_sortie logged
  where logged.drone_id = ${sql.ref(`${flight}.drone_id`)}
    and not logged.known
    and logged.start_at < ${sql.ref(`${flight}.end_at`)}
    and logged.end_at > ${sql.ref(`${flight}.start_at`)})`

/**
 * Conditions on `flight`, the sortie or its record. Both have the owner, the pilot, the place and
 * the time; `id` is the column with the sortie's id.
 */
const ofFlight = (id: 'flight.id' | 'flight.sortie_id') => ({
  search: anyOf(
    named('flight.drone_id', 'droneOrSerial'),
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

/** Looks up the accounts that match the names in the filters. */
export const withNames = async <F extends FlightFilters>(db: Db, filters: F): Promise<F> => ({
  ...filters,
  found: await lookUpNames(db, ofRecords, filters),
})

/** Simulated flights are never listed as work, regardless of filters. */
export const sortieConditions = (filters: FlightFilters): RawBuilder<SqlBool>[] => [
  ...conditionsFor(ofSorties, filters, filters.found),
  sql<SqlBool>`not flight.simulated`,
  ...conditionsFor(modeOfSorties, filters),
]

/** Simulated flights only; a partial index contains exactly these. */
export const simulatedConditions = (filters: SimulatedFilters): RawBuilder<SqlBool>[] => [
  ...conditionsFor(ofSimulated, filters, filters.found),
  sql<SqlBool>`flight.simulated`,
]

/** Simulated flights have no records, so no condition excludes them. */
export const recordConditions = (filters: FlightFilters): RawBuilder<SqlBool>[] =>
  conditionsFor(ofRecords, filters, filters.found)

const knownToSums = ['startTime', 'endTime', 'yyAccountName', 'zzAccountName', 'region', 'workMode']

/** Whether the stored sums have all fields that the filters use. */
export const isCoveredBySums = (filters: FlightFilters): boolean =>
  listAskedFilters(ofRecords, filters).every((name) => knownToSums.includes(name))
