import type { FlightPhase } from '../../platform/events/flight-phase.ts'
import type { Db } from '../../platform/database/database.ts'
import { keptColumnNames, readKept, type KeptMeasurements } from './drone-state-columns.ts'
import { swathWidthInForce } from '../../platform/database/swath-width.queries.ts'

export type DroneFacts = {
  droneId: string
  name: string
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
  modelId: string
  deviceType: 'sprayer' | 'spreader' | 'mapper'
  regionCode: string
  locked: boolean
  swathWidthM: number
}
export type LastKnown = KeptMeasurements & {
  lastMessageMs: number | null
  lastPointMs: number | null
  lng: number | null
  lat: number | null
  flight: FlightPhase
  simulated: boolean
}

/**
 * Every drone, or the given ones: the live state serves all callers and applies the scope when it
 * is read.
 */
export const loadDrones = async (
  db: Db,
  droneIds?: readonly string[],
): Promise<(DroneFacts & LastKnown)[]> => {
  if (droneIds?.length === 0) return []
  const all = db
    .selectFrom('drone')
    .leftJoin('drone_state as state', 'state.drone_id', 'drone.id')
    .select([
      'drone.id',
      'drone.name',
      'drone.manufacturer_id',
      'drone.operator_id',
      'drone.tenant_id',
      'drone.model_id',
      'drone.device_type',
      'drone.region_code',
      'drone.locked',
      swathWidthInForce,
      'state.last_message_at',
      'state.last_point_at',
      'state.lng',
      'state.lat',
      ...keptColumnNames.map((column) => `state.${column}` as const),
      'state.flight',
      'state.simulating',
    ])
  const rows = await (droneIds ? all.where('drone.id', 'in', [...droneIds]) : all).execute()
  return rows.map((row) => ({
    droneId: row.id,
    name: row.name,
    manufacturerId: row.manufacturer_id,
    operatorId: row.operator_id,
    tenantId: row.tenant_id,
    modelId: row.model_id,
    deviceType: row.device_type,
    regionCode: row.region_code,
    locked: row.locked,
    swathWidthM: row.swath_width_m,
    lastMessageMs: row.last_message_at?.getTime() ?? null,
    lastPointMs: row.last_point_at?.getTime() ?? null,
    lng: row.lng,
    lat: row.lat,
    ...readKept(row),
    flight: row.flight ?? 'offline',
    simulated: row.simulating ?? false,
  }))
}
