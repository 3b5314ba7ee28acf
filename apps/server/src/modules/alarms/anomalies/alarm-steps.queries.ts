// Handling of an alarm: the row itself, its history, and people to whom it can be assigned.
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { anomalyScope } from '../../../platform/access/scoped-tables.ts'

/**
 * Locks the alarm, if the scope contains it, until the transaction ends. Its flight is locked
 * first, in the same order as when a flight is recomputed.
 */
export const lockAlarm = async (trx: Tx, scope: Scope, id: string) => {
  const found = await trx
    .selectFrom('anomaly')
    .where(inScope(scope, anomalyScope))
    .where('anomaly.id', '=', id)
    .select(['anomaly.drone_id', 'anomaly.sortie_id'])
    .executeTakeFirst()
  if (!found) return undefined
  await trx
    .selectFrom('sortie')
    .where('drone_id', '=', found.drone_id)
    .where('id', '=', found.sortie_id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
  return trx
    .selectFrom('anomaly')
    .innerJoin('drone', 'drone.id', 'anomaly.drone_id')
    .where('anomaly.drone_id', '=', found.drone_id)
    .where('anomaly.id', '=', id)
    .select([
      'anomaly.id',
      'anomaly.drone_id',
      'anomaly.state',
      'anomaly.assignee_id',
      'anomaly.acknowledged_at',
      'anomaly.version',
      'drone.name as drone_name',
    ])
    .forUpdate('anomaly')
    .executeTakeFirst()
}
export type LockedAlarm = NonNullable<Awaited<ReturnType<typeof lockAlarm>>>

export const updateAlarm = async (
  trx: Tx,
  { drone_id, id }: Pick<LockedAlarm, 'drone_id' | 'id'>,
  change: Updateable<Database['anomaly']>,
): Promise<void> => {
  await trx
    .updateTable('anomaly')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('drone_id', '=', drone_id)
    .where('id', '=', id)
    .execute()
}

/** Appends a step to the history of a locked alarm. */
export const insertStep = async (
  trx: Tx,
  step: Omit<Insertable<Database['alarm_step']>, 'number'>,
): Promise<void> => {
  await trx
    .insertInto('alarm_step')
    .values({
      ...step,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from alarm_step
        where drone_id = ${step.drone_id} and anomaly_id = ${step.anomaly_id}::uuid)`,
    })
    .execute()
}

export const stepsOf = (db: Db | Tx, droneId: string, anomalyId: string) =>
  db
    .selectFrom('alarm_step')
    .where('drone_id', '=', droneId)
    .where('anomaly_id', '=', anomalyId)
    .selectAll()
    .orderBy('number')
    .execute()

export const messagesOf = (db: Db | Tx, droneId: string, anomalyId: string) =>
  db
    .selectFrom('alarm_message')
    .innerJoin('app_user', 'app_user.id', 'alarm_message.user_id')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .where('alarm_message.drone_id', '=', droneId)
    .where('alarm_message.anomaly_id', '=', anomalyId)
    .select([
      'app_user.name as user_name',
      'app_user.account_id',
      'account.name as account_name',
      'alarm_message.channel',
      'alarm_message.state',
      'alarm_message.reason',
      'alarm_message.created_at',
      'alarm_message.sending_at',
      // A digest covers several alarms, so it may be sent long after this one was raised.
      sql<boolean>`exists (select from alarm_message other
        where other.sending_id = alarm_message.sending_id
          and (other.drone_id, other.anomaly_id) <> (alarm_message.drone_id, alarm_message.anomaly_id))`.as(
        'digest',
      ),
    ])
    .orderBy('account.name')
    .orderBy('app_user.name')
    .orderBy('alarm_message.channel')
    .execute()

/** Enabled people of an account, with the data that determines their rights. */
export const membersOf = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .where('enabled', '=', true)
    .select(['id', 'name', 'user_type', 'rights'])
    .orderBy('name')
    .orderBy('id')
    .limit(1000)
    .execute()
