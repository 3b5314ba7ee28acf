import type { Scope } from '@swath/domain/access/caller'
import type { Steering } from '@swath/domain/steering'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'

const parties = [
  'id',
  'name',
  'manufacturer_id as manufacturerId',
  'operator_id as operatorId',
  'tenant_id as tenantId',
] as const

const drones = (db: Db | Tx, scope: Scope, droneId: string) =>
  db
    .selectFrom('drone')
    .where('drone.id', '=', droneId)
    .where(inScope(scope, droneScope))
    .select(parties)

export const findDroneToSteer = (db: Db, scope: Scope, droneId: string) =>
  drones(db, scope, droneId).executeTakeFirst()

/** Locks the drone until the transaction ends: serializes taking control and commands. */
export const lockDroneToSteer = (trx: Tx, scope: Scope, droneId: string) =>
  drones(trx, scope, droneId).forUpdate().executeTakeFirst()

export const readSteering = async (db: Db | Tx, droneId: string): Promise<Steering> => {
  const holder = await db
    .selectFrom('drone_control')
    .where('drone_id', '=', droneId)
    .selectAll()
    .executeTakeFirst()
  const queue = await db
    .selectFrom('drone_control_request')
    .where('drone_id', '=', droneId)
    .selectAll()
    .orderBy('asked_at')
    .orderBy('user_id')
    .execute()
  return {
    holder: holder
      ? {
          userId: holder.user_id,
          userName: holder.user_name,
          accountName: holder.account_name,
          sinceMs: holder.taken_at.getTime(),
          lapsesMs: holder.lapses_at.getTime(),
        }
      : null,
    queue: queue.map((one) => ({
      userId: one.user_id,
      userName: one.user_name,
      accountName: one.account_name,
      askedMs: one.asked_at.getTime(),
      lapsesMs: one.lapses_at.getTime(),
    })),
  }
}

/** Requires that the drone is locked. */
export const writeSteering = async (
  trx: Tx,
  droneId: string,
  { holder, queue }: Steering,
): Promise<void> => {
  await trx.deleteFrom('drone_control').where('drone_id', '=', droneId).execute()
  await trx.deleteFrom('drone_control_request').where('drone_id', '=', droneId).execute()
  if (holder)
    await trx
      .insertInto('drone_control')
      .values({
        drone_id: droneId,
        user_id: holder.userId,
        user_name: holder.userName,
        account_name: holder.accountName,
        taken_at: new Date(holder.sinceMs),
        lapses_at: new Date(holder.lapsesMs),
      })
      .execute()
  if (queue.length > 0)
    await trx
      .insertInto('drone_control_request')
      .values(
        queue.map((one) => ({
          drone_id: droneId,
          user_id: one.userId,
          user_name: one.userName,
          account_name: one.accountName,
          asked_at: new Date(one.askedMs),
          lapses_at: new Date(one.lapsesMs),
        })),
      )
      .execute()
}
