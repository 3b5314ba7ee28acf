import type { QuietHours } from '@swath/contract/alarms/alarm-settings'
import { sql } from 'kysely'
import { regionPath } from '@swath/domain/region-code'
import type { Database } from '../../../platform/database/schema.ts'
import { leftArea, zoneName } from './anomalies.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'

const at = (db: Db | Tx, droneId: string, id: string) =>
  db
    .selectFrom('anomaly')
    .innerJoin('drone', 'drone.id', 'anomaly.drone_id')
    .where('anomaly.drone_id', '=', droneId)
    .where('anomaly.id', '=', id)

export const findRaised = (db: Db | Tx, droneId: string, id: string) =>
  at(db, droneId, id)
    .select([
      'anomaly.level',
      'anomaly.at',
      'anomaly.manufacturer_id',
      'anomaly.operator_id',
      'anomaly.tenant_id',
      'anomaly.region_code',
    ])
    .executeTakeFirst()
export type Raised = NonNullable<Awaited<ReturnType<typeof findRaised>>>

/** The region codes that contain a place, from the country down. */
export const regionsAround = ({ region_code }: Raised): string[] =>
  region_code === null ? [] : regionPath(region_code)

/**
 * Approved accounts that are related to the drone or the place: its owner, tenant and maker with
 * all accounts above them, and governments of the region.
 */
export const isConcerned = (raised: Raised) => {
  const { manufacturer_id, operator_id, tenant_id } = raised
  const accounts = [manufacturer_id, operator_id, tenant_id].filter((id) => id !== null)
  return sql<boolean>`account.enabled and account.check_status = 2 and case account.type
    when 'government' then account.region_code = any(${regionsAround(raised)})
    else exists (select from account concerned
      where concerned.id = any(${accounts}::uuid[])
        and starts_with(concerned.path, account.path)) end`
}

/**
 * Reachable people of the accounts concerned, except those of `except`; if `only` is set, those of
 * this account. Whether each may be notified depends on their rights and scope.
 */
export const peopleNear = async (
  db: Db | Tx,
  raised: Raised,
  { except = [], only }: { except?: readonly string[]; only?: string },
  atMost: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('app_user')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .where((is) =>
      is.or([is('app_user.phone', 'is not', null), is('app_user.email', 'is not', null)]),
    )
    .where('app_user.enabled', '=', true)
    .where(isConcerned(raised))
    .where(sql<boolean>`account.id <> all(${except}::uuid[])`)
    .$if(only !== undefined, (people) => people.where('account.id', '=', only!))
    .select('app_user.id')
    .orderBy('app_user.id')
    .limit(atMost)
    .execute()
  return rows.map(({ id }) => id)
}

/** Serializes the count of a person's messages. */
export const holdPerson = async (trx: Tx, userId: string): Promise<void> => {
  await trx.selectFrom('app_user').where('id', '=', userId).select('id').forNoKeyUpdate().execute()
}

/**
 * Number of messages enqueued for a person since a moment: SMS and mails together, and pushes. A
 * digest counts as one.
 */
export const countSendings = (trx: Tx, userId: string, since: Date) =>
  trx
    .selectFrom('alarm_message')
    .where('user_id', '=', userId)
    .where('sending_at', '>', since)
    .select([
      sql<number>`(count(distinct sending_id) filter (where channel <> 'push'))::int`.as('texts'),
      sql<number>`(count(distinct sending_id) filter (where channel = 'push'))::int`.as('pushes'),
    ])
    .executeTakeFirstOrThrow()

/** Whether the person was notified of the drone since a moment, or ever of this alarm. */
export const findNotified = (
  trx: Tx,
  {
    userId,
    droneId,
    anomalyId,
    since,
  }: { userId: string; droneId: string; anomalyId: string; since: Date },
) =>
  trx
    .selectFrom('alarm_message')
    .where('user_id', '=', userId)
    .where('drone_id', '=', droneId)
    .select([
      sql<boolean>`coalesce(bool_or(anomaly_id = ${anomalyId}::uuid), false)`.as('of_this'),
      sql<boolean>`coalesce(bool_or(sending_at > ${since}), false)`.as('lately'),
    ])
    .executeTakeFirstOrThrow()

/** SMS, mail or push. */
export type AlarmChannel = Database['alarm_message']['channel']

type NewMessage = {
  droneId: string
  anomalyId: string
  userId: string
  channel: AlarmChannel
  /** Null: waits for the digest. */
  sendingId: string | null
  now: Date
}

export const insertMessage = async (
  trx: Tx,
  { droneId, anomalyId, userId, channel, sendingId, now }: NewMessage,
): Promise<void> => {
  await trx
    .insertInto('alarm_message')
    .values({
      drone_id: droneId,
      anomaly_id: anomalyId,
      user_id: userId,
      channel,
      state: sendingId === null ? 'held' : 'waiting',
      sending_id: sendingId,
      created_at: now,
      sending_at: sendingId === null ? null : now,
    })
    .execute()
}

/** People with a message that has been waiting for the digest since before a moment. */
export const peopleWithHeld = async (db: Db, before: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('alarm_message')
    .where('state', '=', 'held')
    .where('created_at', '<=', before)
    .select('user_id')
    .distinct()
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Combines all waiting messages of a person into one. @returns how many there were */
export const gatherHeld = async (
  trx: Tx,
  userId: string,
  channel: AlarmChannel,
  sendingId: string,
  now: Date,
): Promise<number> => {
  const gathered = await trx
    .updateTable('alarm_message')
    .set({ state: 'waiting', sending_id: sendingId, sending_at: now, channel })
    .where('user_id', '=', userId)
    .where('state', '=', 'held')
    .where('channel', '=', channel)
    .executeTakeFirst()
  return Number(gathered.numUpdatedRows)
}

/** The alarms of one message, the oldest first; empty once it has been sent. */
export const findSending = (db: Db, sendingId: string) =>
  db
    .selectFrom('alarm_message')
    .innerJoin('anomaly', (join) =>
      join
        .onRef('anomaly.drone_id', '=', 'alarm_message.drone_id')
        .onRef('anomaly.id', '=', 'alarm_message.anomaly_id'),
    )
    .innerJoin('drone', 'drone.id', 'anomaly.drone_id')
    .where('alarm_message.sending_id', '=', sendingId)
    .where('alarm_message.state', 'in', ['waiting', 'failed'])
    .select([
      'alarm_message.user_id',
      'alarm_message.channel',
      'anomaly.id',
      'anomaly.drone_id',
      'anomaly.region_code',
      'anomaly.at',
      'drone.name as drone_name',
      'anomaly.type',
      zoneName.as('zone_name'),
      leftArea.as('left_area'),
    ])
    .orderBy('anomaly.at')
    .execute()
export type SentAlarm = Awaited<ReturnType<typeof findSending>>[number]

export const noteSending = async (
  db: Db,
  sendingId: string,
  outcome: { state: 'sent' | 'failed'; reason: string | null },
): Promise<void> => {
  await db.updateTable('alarm_message').set(outcome).where('sending_id', '=', sendingId).execute()
}

/** Keeps the person's other settings. */
export const keepChannels = async (
  trx: Tx,
  userId: string,
  {
    channels,
    quietHours,
  }: { channels: readonly string[]; quietHours?: QuietHours | null | undefined },
): Promise<void> => {
  await trx
    .updateTable('app_user')
    .set({
      settings: sql<string>`settings || ${JSON.stringify({ alarmChannels: channels, quietHours })}::jsonb`,
    })
    .where('id', '=', userId)
    .execute()
}
