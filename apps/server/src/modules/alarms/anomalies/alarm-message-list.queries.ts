import { sql, type SqlBool } from 'kysely'
import { alarmMessageList } from '@swath/contract/alarms/alarm-messages'
import type { Caller } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { anomalyScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { contains, containsInAny, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { leftArea, zoneName } from './anomalies.queries.ts'

/** Messages to people of the caller's account about alarms that the caller can see. */
const messagesFor = (db: Db | Tx, caller: Caller) =>
  db
    .selectFrom('alarm_message')
    .innerJoin('app_user', 'app_user.id', 'alarm_message.user_id')
    .innerJoin('anomaly', (join) =>
      join
        .onRef('anomaly.drone_id', '=', 'alarm_message.drone_id')
        .onRef('anomaly.id', '=', 'alarm_message.anomaly_id'),
    )
    .innerJoin('drone', 'drone.id', 'alarm_message.drone_id')
    .where('app_user.account_id', '=', caller.accountId)
    .where(inScope(caller.scope, anomalyScope))

const sentAt = sql<Date>`coalesce(alarm_message.sending_at, alarm_message.created_at)`

const presented = (rows: ReturnType<typeof messagesFor>) =>
  rows.select([
    'alarm_message.anomaly_id',
    'alarm_message.drone_id',
    'alarm_message.user_id',
    'alarm_message.channel',
    'alarm_message.state',
    'alarm_message.reason',
    'alarm_message.created_at',
    sentAt.as('sent_at'),
    sql<boolean>`exists (select from alarm_message other
      where other.sending_id = alarm_message.sending_id
        and (other.drone_id, other.anomaly_id) <> (alarm_message.drone_id, alarm_message.anomaly_id))`.as(
      'digest',
    ),
    'app_user.name as user_name',
    'drone.name as drone_name',
    'anomaly.type',
    'anomaly.region_code',
    zoneName.as('zone_name'),
    leftArea.as('left_area'),
  ])
export type MessageRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const messageRows = defineList(alarmMessageList, {
  from: messagesFor,
  select: presented,
  conditions: {
    userName: contains('app_user.name'),
    drone: containsInAny('drone.name', 'drone.id'),
    channel: equals('alarm_message.channel'),
    state: equals('alarm_message.state'),
    startTime: (time) => sql<SqlBool>`${sentAt} >= ${new Date(time)}`,
    endTime: (time) => sql<SqlBool>`${sentAt} < ${new Date(time)}`,
  },
  orders: { sentAt },
  ties: [
    { by: sql`alarm_message.anomaly_id` },
    { by: sql`alarm_message.user_id` },
    { by: sql`alarm_message.channel` },
  ],
  stream: {
    by: [
      'alarm_message.created_at',
      'alarm_message.anomaly_id',
      'alarm_message.user_id',
      'alarm_message.channel',
    ],
    last: ({ created_at, anomaly_id, user_id, channel }) => [
      created_at,
      anomaly_id,
      user_id,
      channel,
    ],
  },
})
