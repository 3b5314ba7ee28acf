// A drone as its flights are worked out: whose it is and was, what lies below, who flew.
import { sql } from 'kysely'
import type { Bounds } from '@swath/domain/lng-lat'
import { ringsOfParts } from '@swath/domain/plot-parts'
import type { Polygon } from '@swath/domain/polygon'
import type { Tx } from '../../platform/database/database.ts'
import type { Parts } from '../../platform/database/schema/column-types.ts'
import { swathWidthInForce } from '../../platform/database/swath-width.queries.ts'

/** Whose a drone is, and where it is at home. */
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
  /** Whose it was before, in the order of time. */ former: readonly (DroneParties & {
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
  /** What grew there on that day. */
  cropId: string | null
  /** 0: of the company of those for whom the drone works; 1: of others. */
  rank: 0 | 1
}

/** Whether the plot's owner belongs to the same company as one of these accounts. */
const isOfCompany = (accountIds: readonly string[]) =>
  sql<boolean>`exists (select from account worker
    where worker.id = any(${accountIds}::uuid[])
      and (starts_with(owner.path, worker.path)
        or (owner.type = 'operator' and starts_with(worker.path, owner.path))))`

/** The crop of the season of that day, as the owner's zone counts days; else the plot's own. */
const cropOfDay = (at: Date) =>
  sql<string | null>`coalesce((select season.crop_id from plot_season season
    where season.plot_id = plot.id
      and (${at}::timestamptz at time zone owner.time_zone)::date
        between season.from_day and season.until_day
    limit 1), plot.crop_id)`

/**
 * Plots below a flight, by id, each with the shape that it had on that day; the plot that the
 * device names is among them only where it lies there. Boxes come first, from their indexes, and
 * what belongs to each plot is looked up beside it: PostgreSQL takes any box for one in 200 of all
 * plots, and would read every account to join them.
 */
export const plotsBelow = async (
  tx: Tx,
  bounds: Bounds,
  at: Date,
  workers: readonly (string | null)[],
): Promise<FlownPlot[]> => {
  const box = toBox(bounds)
  const { rows } = await sql<{
    id: string
    parts: Parts
    region_code: string
    area_m2: number
    crop_id: string | null
    is_of_company: boolean
  }>`select plot.id, coalesce(former.parts, plot.parts) as parts, plot.region_code, plot.area_m2,
      ${cropOfDay(at)} as crop_id,
      ${isOfCompany(workers.filter((id) => id !== null))} as is_of_company
    from plot
    cross join lateral (
      select path, type, time_zone from account where account.id = plot.account_id limit 1
    ) as owner
    left join lateral (
      select parts, bounds from plot_former_shape
      where plot_id = plot.id and until_at > ${at}
      order by until_at limit 1
    ) as former on true
    where plot.id = any(array(
        select id from plot where bounds && ${box}
        union all
        select plot_id from plot_former_shape where bounds && ${box} and until_at > ${at}))
      and coalesce(former.bounds, plot.bounds) && ${box}
    order by plot.id
    limit 2000`.execute(tx)
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
 * Who flew, as was said when a log told of the flight first. Of several the earliest counts,
 * whichever came first.
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
