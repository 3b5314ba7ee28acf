// By which columns the rows of the tables that many features ask for are anyone's.
import type { ScopedColumns } from './scope.queries.ts'

/**
 * Rows of what a drone is or did: its maker's, its owner's, its tenant's, and the government's of
 * its region.
 */
const ofDrones = (table: string) =>
  ({
    manufacturer: `${table}.manufacturer_id`,
    operator: `${table}.operator_id`,
    tenant: `${table}.tenant_id`,
    region: `${table}.region_code`,
  }) satisfies ScopedColumns

export const droneScope = { ...ofDrones('drone'), drone: 'drone.id' } satisfies ScopedColumns
export const anomalyScope = {
  ...ofDrones('anomaly'),
  sortie: { drone: 'anomaly.drone_id', id: 'anomaly.sortie_id' },
} satisfies ScopedColumns

/**
 * Of `suspicion` in a query: supervisors' alone, by region or all. Nobody learns what is suspected of
 * them, so that no account's column is named.
 */
export const claimScope = { region: 'suspicion.region_code' } satisfies ScopedColumns

const ofFlights = (table: string) =>
  ({ ...ofDrones(table), pilot: `${table}.pilot_id` }) satisfies ScopedColumns

export const sortieScope = ofFlights('sortie')
export const workRecordScope = ofFlights('work_record')
/** Of `flight` in a query: a sortie, a record, or a sum of records. */
export const flightScope = ofFlights('flight')
