import type { FlightPhase } from '../../platform/events/flight-phase.ts'
import type { Db } from '../../platform/database/database.ts'
import { widthInForce } from '../../platform/database/drone-width.queries.ts'

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
  sprayWidthM: number
}
export type LastKnown = {
  lastMessageMs: number | null
  lastPointMs: number | null
  lng: number | null
  lat: number | null
  heightM: number | null
  speedMs: number | null
  headingDeg: number | null
  flowLMin: number | null
  tankL: number | null
  batteryPercent: number | null
  linkPercent: number | null
  flight: FlightPhase
  simulated: boolean
}

/**
 * Every drone, or those named: the live state serves all callers and asks for the scope when it is
 * read.
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
      widthInForce,
      'state.last_message_at',
      'state.last_point_at',
      'state.lng',
      'state.lat',
      'state.height_m',
      'state.speed_ms',
      'state.heading_deg',
      'state.flow_l_min',
      'state.tank_l',
      'state.battery_percent',
      'state.link_percent',
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
    sprayWidthM: row.spray_width_m,
    lastMessageMs: row.last_message_at?.getTime() ?? null,
    lastPointMs: row.last_point_at?.getTime() ?? null,
    lng: row.lng,
    lat: row.lat,
    heightM: row.height_m,
    speedMs: row.speed_ms,
    headingDeg: row.heading_deg,
    flowLMin: row.flow_l_min,
    tankL: row.tank_l,
    batteryPercent: row.battery_percent,
    linkPercent: row.link_percent,
    flight: row.flight ?? 'offline',
    simulated: row.simulating ?? false,
  }))
}
