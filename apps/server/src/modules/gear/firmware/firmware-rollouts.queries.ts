import { sql, type Insertable, type SqlBool } from 'kysely'
import {
  firmwareRolloutList,
  rolloutDroneList,
  type rolloutWaits,
} from '@swath/contract/gear/firmware-rollouts'
import type { Scope } from '@swath/domain/access/caller'
import {
  rolloutDroneStates,
  rolloutStates,
  type RolloutDroneState,
} from '@swath/domain/firmware-rollout'
import { orderTypes } from '@swath/domain/service-terms'
import { regionPrefix } from '@swath/domain/region-code'
import { inScope, withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains, equals, named } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'
import { hasLapsed } from '../../money/public.ts'

const owned = { owner: 'firmware_rollout.account_id' }

const rolloutsFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('firmware_rollout')
    .innerJoin('account', 'account.id', 'firmware_rollout.account_id')
    .innerJoin('firmware', 'firmware.id', 'firmware_rollout.firmware_id')
    .where(inScope(scope, owned))

const countDrones = (condition: ReturnType<typeof sql>) => sql<number>`(
  select count(*) from firmware_rollout_drone reached
  where reached.rollout_id = firmware_rollout.id and ${condition}
)::int`

const presented = (rows: ReturnType<typeof rolloutsFor>) =>
  rows
    .leftJoin('firmware as previous', 'previous.id', 'firmware_rollout.back_firmware_id')
    .leftJoin('drone_model', 'drone_model.id', 'firmware_rollout.model_id')
    .selectAll('firmware_rollout')
    .select([
      'account.name as account_name',
      'firmware.firmware_type',
      'firmware.build_version',
      'previous.build_version as back_version',
      'drone_model.name as model_name',
      countDrones(sql`reached.direction = 'forward' and reached.state = 'installed'`).as(
        'installed_num',
      ),
      countDrones(sql`reached.state in ('offered', 'downloading', 'verified')`).as('underway_num'),
      countDrones(sql`reached.direction = 'forward' and reached.state = 'failed'`).as('failed_num'),
      countDrones(sql`reached.direction = 'back'`).as('back_num'),
      countDrones(sql`reached.direction = 'back' and reached.state = 'installed'`).as(
        'restored_num',
      ),
    ])
export type RolloutListRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const rolloutRows = defineList(firmwareRolloutList, {
  from: rolloutsFor,
  select: presented,
  conditions: {
    rolloutName: contains('firmware_rollout.name'),
    firmwareVersion: contains('firmware.build_version'),
    modelName: named('firmware_rollout.model_id', 'drone_model'),
    state: equals('firmware_rollout.state'),
    firmwareId: equals('firmware_rollout.firmware_id'),
  },
  orders: {
    rolloutName: sql`firmware_rollout.name`,
    droneNum: sql`firmware_rollout.drone_num`,
    createdAt: sql`firmware_rollout.created_at`,
  },
  ties: [{ by: sql`firmware_rollout.id` }],
  countBy: { filter: 'state', states: rolloutStates, state: sql`firmware_rollout.state` },
})

export const findRollout = (
  db: Db | Tx,
  scope: Scope,
  id: string,
): Promise<RolloutListRow | undefined> =>
  presented(rolloutsFor(db, scope).where('firmware_rollout.id', '=', id)).executeTakeFirst()

/** Locks the roll-out until the transaction ends. */
export const lockRolloutFor = (trx: Tx, scope: Scope, id: string) =>
  trx
    .selectFrom('firmware_rollout')
    .where(inScope(scope, owned))
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

/** The position of the first drone of a step, from 1, by the number of drones and the steps. */
const turnOf = sql<number>`(
  select min(place) from unnest(firmware_rollout.steps) with ordinality as taken (share, place)
  where reached.position <= ceil(firmware_rollout.drone_num * share / 100.0)
)::int`

export const countsByTurn = async (db: Db | Tx, rolloutId: string) =>
  (
    await sql<{ turn: number; state: RolloutDroneState; count: number }>`
    select ${turnOf} as turn, reached.state, count(*)::int as count
    from firmware_rollout_drone reached
      join firmware_rollout on firmware_rollout.id = reached.rollout_id
    where reached.rollout_id = ${rolloutId} group by 1, 2`.execute(db)
  ).rows

export const countReasons = async (db: Db | Tx, rolloutId: string) =>
  (
    await sql<{ reason: string; droneNum: number }>`
    select reason, count(*)::int as "droneNum" from firmware_rollout_drone
    where rollout_id = ${rolloutId} and reason is not null
    group by reason order by 2 desc, 1 limit 20`.execute(db)
  ).rows

export type DroneGroup = {
  makerId: string
  firmwareType: string
  version: string
  modelId: string | null
  region: string | null
  fromVersion: string
}

/** Drones of a maker that a roll-out may reach, without those that report to have the build. */
const dronesOf = (db: Db | Tx, group: DroneGroup) => {
  const all = db.selectFrom('drone').where('manufacturer_id', '=', group.makerId)
  const ofModel = group.modelId === null ? all : all.where('model_id', '=', group.modelId)
  const ofRegion =
    group.region === null
      ? ofModel
      : ofModel.where(withinRegion('drone.region_code', regionPrefix(group.region)))
  const ofVersion =
    group.fromVersion === '' ? ofRegion : ofRegion.where('firmware', '=', group.fromVersion)
  return group.firmwareType === 'flight_controller'
    ? ofVersion.where(sql<SqlBool>`firmware is distinct from ${group.version}`)
    : ofVersion
}

/** Another roll-out that has not ended includes the drone. */
const isBusy = sql<SqlBool>`exists (
  select from firmware_rollout_drone reached
    join firmware_rollout on firmware_rollout.id = reached.rollout_id
  where reached.drone_id = drone.id
    and firmware_rollout.state in ('running', 'paused', 'stopped', 'rolling_back'))`

/** The drone's firmware signing service was paid for once, and has expired. */
const isLapsed = (now: Date) => hasLapsed(orderTypes.firmware, now)

export const countGroup = async (db: Db | Tx, group: DroneGroup, now: Date) => {
  const rows = await dronesOf(db, group)
    .select([
      'firmware as version',
      sql<number>`count(*) filter (where not ${isBusy} and not ${isLapsed(now)})::int`.as('free'),
      sql<number>`count(*) filter (where ${isBusy})::int`.as('busy'),
      sql<number>`count(*) filter (where not ${isBusy} and ${isLapsed(now)})::int`.as('lapsed'),
    ])
    .groupBy('firmware')
    .orderBy(sql`count(*)`, 'desc')
    .execute()
  return rows
}

export const insertRollout = async (
  trx: Tx,
  row: Insertable<Database['firmware_rollout']>,
): Promise<void> => {
  await trx.insertInto('firmware_rollout').values(row).execute()
}

/** Inserts drones in a random order derived from the roll-out's id. @returns how many */
export const insertRolloutDrones = async (
  trx: Tx,
  rolloutId: string,
  group: DroneGroup,
  now: Date,
): Promise<number> => {
  const drones = dronesOf(trx, group)
    .where(sql<SqlBool>`not ${isBusy} and not ${isLapsed(now)}`)
    .select([
      sql<string>`${rolloutId}::uuid`.as('rollout_id'),
      'drone.id as drone_id',
      sql<number>`row_number() over (order by md5(${rolloutId} || drone.id), drone.id)`.as(
        'position',
      ),
      'drone.firmware as was_version',
      sql<Date>`${now}::timestamptz`.as('changed_at'),
    ])
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('firmware_rollout_drone')
    .columns(['rollout_id', 'drone_id', 'position', 'was_version', 'changed_at'])
    .expression(drones)
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

export const writeDroneNum = async (trx: Tx, id: string, droneNum: number): Promise<void> => {
  await trx
    .updateTable('firmware_rollout')
    .set({ drone_num: droneNum })
    .where('id', '=', id)
    .execute()
}

const dronesFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('firmware_rollout_drone as reached')
    .innerJoin('firmware_rollout', 'firmware_rollout.id', 'reached.rollout_id')
    .innerJoin('drone', 'drone.id', 'reached.drone_id')
    .innerJoin('firmware', 'firmware.id', 'firmware_rollout.firmware_id')
    .where(inScope(scope, owned))

/**
 * Why the drone waits: the conditions of the dispatcher of offers, applied to its last checkpoint.
 */
const waitsFor = sql<(typeof rolloutWaits)[number] | null>`case
  when reached.state not in ('waiting', 'offered') then null
  when firmware_rollout.state
    <> case reached.direction when 'forward' then 'running' else 'rolling_back' end then 'rollout'
  when reached.state = 'waiting' and reached.direction = 'forward'
    and ${turnOf} > firmware_rollout.step + 1 then 'step'
  when state.last_message_at is null or state.last_message_at < now() - interval '2 minutes'
    then 'offline'
  when state.flight in ('flying', 'spraying') then 'air'
  when reached.state = 'offered' then 'download'
  else 'listening' end`

const presentedDrones = (rows: ReturnType<typeof dronesFor>) =>
  rows
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .leftJoin('drone_state as state', 'state.drone_id', 'reached.drone_id')
    .select([
      waitsFor.as('waits_for'),
      'reached.drone_id',
      'drone.name as drone_name',
      'drone_model.name as model_name',
      turnOf.as('turn'),
      'reached.direction',
      'reached.state',
      'reached.received_bytes',
      'firmware.container_bytes',
      'reached.reason',
      'reached.was_version',
      'reached.changed_at',
    ])
export type RolloutDroneRow = Awaited<
  ReturnType<ReturnType<typeof presentedDrones>['executeTakeFirstOrThrow']>
>

export const rolloutDroneRows = defineList(rolloutDroneList, {
  from: dronesFor,
  select: presentedDrones,
  conditions: {
    rolloutId: equals('reached.rollout_id'),
    droneId: (text) =>
      sql<SqlBool>`(reached.drone_id ilike ${containing(text)}
        or drone.name ilike ${containing(text)})`,
    state: equals('reached.state'),
    direction: equals('reached.direction'),
    turn: (turn) => sql<SqlBool>`${turnOf} = ${Number(turn)}`,
    reason: contains('reached.reason'),
  },
  orders: {
    droneId: sql`reached.drone_id`,
    turn: sql`reached.position`,
    changedAt: sql`reached.changed_at`,
  },
  ties: [{ by: sql`reached.position`, direction: 'asc' }],
  countBy: { filter: 'state', states: rolloutDroneStates, state: sql`reached.state` },
})
