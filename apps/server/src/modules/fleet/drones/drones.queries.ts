import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { phaseNow } from '../../../platform/database/flight-phase.queries.ts'
import { swathWidthInForce } from '../../../platform/database/swath-width.queries.ts'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { anomalyScope, droneScope, sortieScope } from '../../../platform/access/scoped-tables.ts'

const selected = (now: Date) =>
  [
    'drone.id',
    'drone.name',
    'drone.model_id',
    'drone_model.name as model_name',
    'drone.manufacturer_id',
    'manufacturer.name as manufacturer_name',
    'drone.operator_id',
    'operator.name as operator_name',
    'drone.tenant_id',
    'tenant.name as tenant_name',
    'drone.reg_mark',
    'drone.rack_no',
    'drone.manufacturer_number',
    'drone.buyer',
    'drone.device_type',
    'drone.sale_type',
    'drone.rental_model',
    swathWidthInForce,
    'drone.activation',
    'drone.locked',
    'drone.region_code',
    'drone.firmware',
    'drone.created_at',
    'drone.version',
    'drone.released_at',
    'drone.released_by',
    'drone.activated_at',
    'drone_state.last_message_at',
    phaseNow(now).as('flight'),
    'drone_state.simulating',
    'drone_state.lng',
    'drone_state.lat',
    'drone_total.sortie_count',
    'drone_total.covered_m2',
    'drone_total.duration_s',
    'drone_total.spray_l',
    'drone_total.swept_m2',
    'drone_total.last_sortie_at',
  ] as const

/** All columns that are shown for drones. */
const droneQuery = (db: Db | Tx, now: Date) =>
  db
    .selectFrom('drone')
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .innerJoin('account as manufacturer', 'manufacturer.id', 'drone.manufacturer_id')
    .leftJoin('account as operator', 'operator.id', 'drone.operator_id')
    .leftJoin('account as tenant', 'tenant.id', 'drone.tenant_id')
    .leftJoin('drone_state', 'drone_state.drone_id', 'drone.id')
    .leftJoin('drone_total', 'drone_total.drone_id', 'drone.id')
    .select(selected(now))
export type DroneRecord = Awaited<
  ReturnType<ReturnType<typeof droneQuery>['executeTakeFirstOrThrow']>
>

/** Drones of ids that another query has found, in the same order. */
export const dronesAt = async (
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<DroneRecord[]> => {
  const rows = await droneQuery(db, now)
    .where(sql<boolean>`drone.id = any(${ids})`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const findDrone = (
  db: Db | Tx,
  scope: Scope,
  droneId: string,
  now: Date,
): Promise<DroneRecord | undefined> =>
  droneQuery(db, now)
    .where(inScope(scope, droneScope))
    .where('drone.id', '=', droneId)
    .executeTakeFirst()

/**
 * Details of a single drone: its model, its last state, and the flights and alarms that the caller
 * can see.
 */
export const findMore = (db: Db, scope: Scope, droneId: string) =>
  db
    .selectFrom('drone')
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .leftJoin('drone_state', 'drone_state.drone_id', 'drone.id')
    .where('drone.id', '=', droneId)
    .select([
      'drone_model.shape',
      'drone_model.power',
      'drone_model.tank_l as model_tank_l',
      'drone_model.picture_url',
      'drone_state.last_point_at',
      'drone_state.lng',
      'drone_state.lat',
      'drone_state.height_m',
      'drone_state.speed_ms',
      'drone_state.heading_deg',
      'drone_state.tank_l',
      'drone_state.battery_percent',
      'drone_state.link_percent',
      'drone_state.region_code as state_region',
      sql<number>`(select count(*)::int
        from anomaly
        where anomaly.drone_id = drone.id
          and anomaly.closed_reason is distinct from 'withdrawn'
          and ${inScope(scope, anomalyScope)})`.as('alarms'),
      sql<string | null>`(select sortie.id
        from sortie
        where sortie.drone_id = drone.id and not sortie.simulated and ${inScope(scope, sortieScope)}
        order by start_at desc
        limit 1)`.as('last_sortie_id'),
    ])
    .executeTakeFirstOrThrow()

/** Ignores the owner: also used for the response to a caller who has just transferred the drone. */
export const readDrone = (trx: Tx, droneId: string, now: Date): Promise<DroneRecord> =>
  droneQuery(trx, now).where('drone.id', '=', droneId).executeTakeFirstOrThrow()

/** @returns false if the serial number is taken, in any account */
export const insertDrone = async (
  trx: Tx,
  drone: {
    id: string
    name: string
    modelId: string
    manufacturerId: string
    operatorId: string | null
    regionCode: string
    now: Date
  },
): Promise<boolean> => {
  const inserted = await trx
    .insertInto('drone')
    .values({
      id: drone.id,
      name: drone.name,
      model_id: drone.modelId,
      manufacturer_id: drone.manufacturerId,
      operator_id: drone.operatorId,
      region_code: drone.regionCode,
      created_at: drone.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return inserted.length === 1
}
