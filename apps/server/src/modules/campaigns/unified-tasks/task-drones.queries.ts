// Drones that fly for a task, on their own days.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { containing } from '../../../platform/listing/search.ts'

/**
 * Callers choose drones that they can see. An operator adds its own drones itself, which the task's
 * manager may not see. The manager may choose any drone that already flies for the task.
 */
export type ChoosingFrom = { taskId: number; scope: Scope; runsTask: boolean }

const ofPartner = (taskId: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from unified_task_operator partner
    join account head on head.id = partner.account_id
    join account owner on starts_with(owner.path, head.path)
    where partner.task_id = ${taskId} and partner.state = 'accepted'
      and (owner.id = drone.operator_id or owner.id = drone.tenant_id))`

const existing = (db: Db | Tx, { scope }: ChoosingFrom) =>
  db
    .selectFrom('drone')
    .leftJoin('account as operator', 'operator.id', 'drone.operator_id')
    .where(inScope(scope, droneScope))

export const listDroneChoices = (db: Db, from: ChoosingFrom, search: string | undefined) =>
  existing(db, from)
    .where(ofPartner(from.taskId))
    .where(
      sql<SqlBool>`not exists (select from unified_task_drone flies
        where flies.task_id = ${from.taskId} and flies.drone_id = drone.id)`,
    )
    .$if(search !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([
          eb('drone.name', 'ilike', containing(search!)),
          eb('drone.id', 'ilike', containing(search!)),
        ]),
      ),
    )
    .select(['drone.id', 'drone.name', 'operator.name as operator_name'])
    .orderBy('operator.name')
    .orderBy('drone.name')
    .orderBy('drone.id')
    .limit(500)
    .execute()

/** Those of these drones that the caller may choose, each with whether its operator accepted. */
export const findDrones = (trx: Tx, from: ChoosingFrom, droneIds: readonly string[]) =>
  existing(trx, from)
    .where('drone.id', 'in', [...droneIds])
    .select(['drone.id', 'drone.name', ofPartner(from.taskId).as('is_of_partner')])
    .execute()

type Days = { startDay: string; endDay: string }

/** @returns those that were not in the task yet */
export const addDrones = async (
  trx: Tx,
  taskId: number,
  droneIds: readonly string[],
  { startDay, endDay, userId, now }: Days & { userId: string; now: Date },
): Promise<string[]> =>
  (
    await trx
      .insertInto('unified_task_drone')
      .values(
        droneIds.map((drone_id) => ({
          task_id: taskId,
          drone_id,
          data_start_day: startDay,
          data_end_day: endDay,
          added_by: userId,
          added_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('drone_id')
      .execute()
  ).map(({ drone_id }) => drone_id)

/** Those of these drones that are in the task and that the caller may choose. */
export const findTaskDrones = (trx: Tx, from: ChoosingFrom, droneIds: readonly string[]) =>
  trx
    .selectFrom('drone')
    .innerJoin('unified_task_drone as flies', (join) =>
      join.onRef('flies.drone_id', '=', 'drone.id').on('flies.task_id', '=', from.taskId),
    )
    .where(from.runsTask ? sql<SqlBool>`true` : inScope(from.scope, droneScope))
    .where('drone.id', 'in', [...droneIds])
    .select(['drone.id', 'drone.name', 'flies.data_start_day', 'flies.data_end_day'])
    .execute()

export const setDroneDays = async (
  trx: Tx,
  taskId: number,
  droneIds: readonly string[],
  { startDay, endDay }: Days,
): Promise<number> =>
  Number(
    (
      await trx
        .updateTable('unified_task_drone')
        .set({ data_start_day: startDay, data_end_day: endDay })
        .where('task_id', '=', taskId)
        .where('drone_id', 'in', [...droneIds])
        .where((eb) =>
          eb.or([eb('data_start_day', '<>', startDay), eb('data_end_day', '<>', endDay)]),
        )
        .executeTakeFirstOrThrow()
    ).numUpdatedRows,
  )

export const removeDrones = (trx: Tx, taskId: number, droneIds: readonly string[]) =>
  trx
    .deleteFrom('unified_task_drone')
    .where('task_id', '=', taskId)
    .where('drone_id', 'in', [...droneIds])
    .execute()

/** Removes the drones of an operator and its branches. */
export const removeDronesOf = async (
  trx: Tx,
  taskId: number,
  accountId: string,
): Promise<string[]> =>
  (
    await sql<{ drone_id: string }>`
      delete from unified_task_drone flies using drone, account owner, account head
      where flies.task_id = ${taskId} and drone.id = flies.drone_id
        and head.id = ${accountId}::uuid and starts_with(owner.path, head.path)
        and owner.id = drone.operator_id
      returning flies.drone_id`.execute(trx)
  ).rows.map(({ drone_id }) => drone_id)
