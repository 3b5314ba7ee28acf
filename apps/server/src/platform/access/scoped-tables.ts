// Scope columns of the tables that many features query.
import type { ScopedColumns } from './scope.queries.ts'

/**
 * Rows of drones and their activity: visible to maker, owner, tenant, and the government of the
 * region.
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
 * For `suspicion` in a query: only for supervisors, by region or all. No account's column is named,
 * because suspected accounts must not see their suspicions.
 */
export const claimScope = { region: 'suspicion.region_code' } satisfies ScopedColumns

const ofFlights = (table: string) =>
  ({
    ...ofDrones(table),
    pilot: `${table}.pilot_id`,
    drone: `${table}.drone_id`,
  }) satisfies ScopedColumns

export const sortieScope = ofFlights('sortie')
export const workRecordScope = ofFlights('work_record')
/** For `flight` in a query: a sortie, a record, or a sum of records. */
export const flightScope = ofFlights('flight')
