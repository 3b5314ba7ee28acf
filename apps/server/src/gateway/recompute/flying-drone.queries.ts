// A drone as needed to compute its flights: its current and former parties, the plots below, and
// the pilot.
import { sql } from 'kysely'
import type { Bounds } from '@swath/domain/lng-lat'
import { ringsOfParts } from '@swath/domain/plot-parts'
import type { Polygon } from '@swath/domain/polygon'
import type { Tx } from '../../platform/database/database.ts'
import type { Parts } from '../../platform/database/column-types.ts'
import { swathWidthInForce } from '../../platform/database/swath-width.queries.ts'

/** The parties of a drone, and its home region. */
export type DroneParties = {
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
  regionCode: string
  operatorRegionCode: string | null
}

export type FlyingDrone = DroneParties & {
  id: string
  swathWidthM: number
  /** Its earlier owners, in order of time. */ former: readonly (DroneParties & {
    untilMs: number
  })[]
}

const readFormerParties = async (tx: Tx, droneId: string): Promise<FlyingDrone['former']> => {
  const rows = await tx
    .selectFrom('drone_former_parties as former')
    .leftJoin('account', 'account.id', 'former.operator_id')
    .where('former.drone_id', '=', droneId)
    .select([
      'former.until_at',
      'former.manufacturer_id',
      'former.operator_id',
      'former.tenant_id',
      'former.region_code',
      'account.region_code as operator_region',
    ])
    .orderBy('former.until_at')
    .execute()
  return rows.map((row) => ({
    untilMs: row.until_at.getTime(),
    manufacturerId: row.manufacturer_id,
    operatorId: row.operator_id,
    tenantId: row.tenant_id,
    regionCode: row.region_code,
    operatorRegionCode: row.operator_region,
  }))
}

export const findFlyingDrone = async (
  tx: Tx,
  droneId: string,
): Promise<FlyingDrone | undefined> => {
  const row = await tx
    .selectFrom('drone')
    .leftJoin('account', 'account.id', 'drone.operator_id')
    .where('drone.id', '=', droneId)
    .select([
      'drone.id',
      'drone.manufacturer_id',
      'drone.operator_id',
      'drone.tenant_id',
      'drone.region_code',
      swathWidthInForce,
      'account.region_code as operator_region',
    ])
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      manufacturerId: row.manufacturer_id,
      operatorId: row.operator_id,
      tenantId: row.tenant_id,
      regionCode: row.region_code,
      operatorRegionCode: row.operator_region,
      swathWidthM: row.swath_width_m,
      former: await readFormerParties(tx, droneId),
    }
  )
}

export const toBox = ({ minLng, minLat, maxLng, maxLat }: Bounds) =>
  sql<string>`box(
    point(${minLng}::float8, ${minLat}::float8),
    point(${maxLng}::float8, ${maxLat}::float8))`

export type FlownPlot = {
  id: string
  polygon: Polygon
  regionCode: string
  areaM2: number
  /** The crop on that day. */
  cropId: string | null
  /** 0: owned by the company for which the drone works; 1: by others. */
  rank: 0 | 1
}

/**
 * Plots below a flight, by id, each with its shape on that day, 2,000 at most; the plot named by
 * the device is included only if it is below the flight. This is a database function because only
 * that keeps its query plan behind a pooler.
 */
export const plotsBelow = async (
  tx: Tx,
  bounds: Bounds,
  at: Date,
  workers: readonly (string | null)[],
): Promise<FlownPlot[]> => {
  const { rows } = await sql<{
    id: string
    parts: Parts
    region_code: string
    area_m2: number
    crop_id: string | null
    is_of_company: boolean
  }>`select id, parts, region_code, area_m2, crop_id, is_of_company
    from plots_below(${toBox(bounds)}, ${at}, ${workers.filter((id) => id !== null)}::uuid[])
    order by id`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    polygon: ringsOfParts(row.parts),
    regionCode: row.region_code,
    areaM2: row.area_m2,
    cropId: row.crop_id,
    rank: row.is_of_company ? 0 : 1,
  }))
}

/**
 * The pilot, as stated when a log first contained the flight. Of several the earliest counts,
 * regardless of the order of arrival.
 */
export const findPilotOfLog = async (
  tx: Tx,
  droneId: string,
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<string | null> => {
  const row = await tx
    .selectFrom('flight_log_sortie')
    .select('pilot_id')
    .where('drone_id', '=', droneId)
    .where('known', '=', false)
    .where('pilot_id', 'is not', null)
    .where('start_at', '<=', new Date(endMs))
    .where('end_at', '>=', new Date(startMs))
    .orderBy('start_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.pilot_id ?? null
}
