// Lists of alarms for the desk, and handling times.
import { sql, type SqlBool } from 'kysely'
import { alarmLevels, alarmList } from '@swath/contract/alarms/alarm-desk'
import { alarmStates } from '@swath/contract/alarms/anomalies'
import type { FiltersOf } from '@swath/contract/list'
import type { WorkbenchCounts } from '@swath/contract/overview/workbench'
import type { Caller } from '@swath/domain/access/caller'
import { regionPrefix } from '@swath/domain/region-code'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inScope, withinRegion } from '../../../platform/access/scope.queries.ts'
import { anomalyScope } from '../../../platform/access/scoped-tables.ts'
import {
  equals,
  equalsNumber,
  named,
  since,
  until,
} from '../../../platform/listing/conditions.queries.ts'
import { countEach } from '../../../platform/listing/state-counts.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'
import { anomalyColumns, isUnread, ofParties, type PartyFilters } from './anomalies.queries.ts'

const alarmsFor = (db: Db | Tx, caller: Caller) =>
  db
    .selectFrom('anomaly')
    .innerJoin('drone', 'drone.id', 'anomaly.drone_id')
    .leftJoin('anomaly_read', (join) =>
      join
        .onRef('anomaly_read.drone_id', '=', 'anomaly.drone_id')
        .onRef('anomaly_read.anomaly_id', '=', 'anomaly.id')
        .on('anomaly_read.user_id', '=', caller.userId),
    )
    .where(inScope(caller.scope, anomalyScope))

const presented = (rows: ReturnType<typeof alarmsFor>) =>
  rows
    .innerJoin('account as manufacturer', 'manufacturer.id', 'anomaly.manufacturer_id')
    .leftJoin('account as operator', 'operator.id', 'anomaly.operator_id')
    .leftJoin('sortie', (join) =>
      join
        .onRef('sortie.drone_id', '=', 'anomaly.drone_id')
        .onRef('sortie.id', '=', 'anomaly.sortie_id'),
    )
    .leftJoin('app_user as pilot', 'pilot.id', 'sortie.pilot_id')
    .leftJoin('app_user as assignee', 'assignee.id', 'anomaly.assignee_id')
    .leftJoin('account as assignee_account', 'assignee_account.id', 'assignee.account_id')
    .select([
      ...anomalyColumns,
      'sortie.state as flight_state',
      'sortie.end_at as flight_end_at',
      'anomaly.acknowledged_at',
      'anomaly.closed_at',
      'anomaly.closed_reason',
      'anomaly.version',
      'anomaly.assignee_id',
      'assignee.name as assignee_name',
      'assignee.account_id as assignee_account_id',
      'assignee_account.name as assignee_account_name',
      sql<number>`(select count(*) from alarm_step
        where alarm_step.drone_id = anomaly.drone_id and alarm_step.anomaly_id = anomaly.id
          and alarm_step.kind = 'comment')::int`.as('comments'),
    ])
export type AlarmRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const alarmRows = defineList(alarmList, {
  from: alarmsFor,
  select: presented,
  conditions: (caller) => ({
    state: (state) =>
      state === 'all'
        ? sql<SqlBool>`true`
        : state === 'unclosed'
          ? sql<SqlBool>`anomaly.state <> 'closed'`
          : sql<SqlBool>`anomaly.state = ${state}`,
    oddType: equalsNumber('anomaly.type'),
    level: equalsNumber('anomaly.level'),
    assignee: (who) =>
      who === 'me'
        ? sql<SqlBool>`anomaly.assignee_id = ${caller.userId}::uuid`
        : sql<SqlBool>`anomaly.assignee_id is null`,
    closedReason: equals('anomaly.closed_reason'),
    drone: (text) =>
      sql<SqlBool>`(drone.name ilike ${containing(text)} or drone.id ilike ${containing(text)})`,
    zzAccountName: named('anomaly.manufacturer_id', 'account'),
    yyAccountName: named('anomaly.operator_id', 'account'),
    region: (region) => withinRegion('anomaly.region_code', regionPrefix(region)),
    startTime: since('anomaly.at'),
    endTime: until('anomaly.at', '<'),
  }),
  orders: { recordTime: sql`anomaly.at`, level: sql`anomaly.level` },
  ties: [{ by: sql`anomaly.at`, direction: 'desc' }, { by: sql`anomaly.id` }],
  stream: { by: ['anomaly.at', 'anomaly.id'], last: ({ at, id }) => [at, id] },
  countBy: { filter: 'state', states: alarmStates, state: sql`anomaly.state` },
})

/** The number of alarms of each level, under all filters but the level. */
export const countLevels = (
  db: Db,
  caller: Caller,
  filters: FiltersOf<typeof alarmList>,
): Promise<Record<(typeof alarmLevels)[number], number>> =>
  alarmRows
    .matching(db, caller, { ...filters, level: undefined })
    .select(countEach(alarmLevels, sql`'level' || anomaly.level`))
    .executeTakeFirstOrThrow()

export const findAlarm = (db: Db | Tx, caller: Caller, id: string): Promise<AlarmRow | undefined> =>
  presented(alarmsFor(db, caller).where('anomaly.id', '=', id)).executeTakeFirst()

/** Alarms that close automatically say nothing about anyone's response time. */
const closedByPeople = sql`anomaly.closed_reason not in ('expired', 'withdrawn')`
const lasted = (until: 'acknowledged_at' | 'closed_at') =>
  sql`greatest(0, extract(epoch from ${sql.ref(`anomaly.${until}`)} - anomaly.created_at))`

/**
 * Counts by level of alarms raised in a period, with the median and the 90th percentile of the
 * seconds until they were acknowledged and closed.
 */
export const measureAlarms = (
  db: Db,
  caller: Caller,
  range: Pick<FiltersOf<typeof alarmList>, 'startTime' | 'endTime'>,
) =>
  alarmRows
    .matching(db, caller, range)
    .select([
      'anomaly.level',
      sql<number>`count(*)::int`.as('raised'),
      sql<number>`count(anomaly.acknowledged_at)::int`.as('acknowledged'),
      sql<number | null>`percentile_cont(0.5) within group (order by ${lasted('acknowledged_at')})
        filter (where anomaly.acknowledged_at is not null)`.as('acknowledge_median_s'),
      sql<number | null>`percentile_cont(0.9) within group (order by ${lasted('acknowledged_at')})
        filter (where anomaly.acknowledged_at is not null)`.as('acknowledge_p90_s'),
      sql<number>`(count(*) filter (where ${closedByPeople}))::int`.as('closed'),
      sql<number | null>`percentile_cont(0.5) within group (order by ${lasted('closed_at')})
        filter (where ${closedByPeople})`.as('close_median_s'),
      sql<number | null>`percentile_cont(0.9) within group (order by ${lasted('closed_at')})
        filter (where ${closedByPeople})`.as('close_p90_s'),
    ])
    .groupBy('anomaly.level')
    .execute()

const levels = [1, 2, 3] as const

/** Open alarms of a level, and how many of them the person has not read or is assigned to. */
export type Unresolved = { level: 1 | 2 | 3; count: number; unread: number; mine: number }

/**
 * The only count of alarms that are not closed: the bell, the workbench, the monitor and the desk's
 * unresolved list all use it. Returns all three levels, the most severe first.
 */
export const countUnresolved = async (
  db: Db,
  caller: Caller,
  parties: PartyFilters = {},
): Promise<Unresolved[]> => {
  const rows = await alarmRows
    .matching(db, caller, { state: 'unclosed' })
    .where((eb) => eb.and(ofParties(parties)))
    .select([
      'anomaly.level',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where ${isUnread(caller.userId)}))::int`.as('unread'),
      sql<number>`(count(*) filter (where anomaly.assignee_id = ${caller.userId}::uuid))::int`.as(
        'mine',
      ),
    ])
    .groupBy('anomaly.level')
    .execute()
  return levels.map((level) => ({
    level,
    ...(rows.find((row) => row.level === level) ?? { count: 0, unread: 0, mine: 0 }),
  }))
}

export const sumUnresolved = (
  counts: readonly Unresolved[],
  of: 'count' | 'unread' | 'mine',
): number => counts.reduce((sum, one) => sum + one[of], 0)

/** Open alarms by level, and the number assigned to the person. */
export const countForWorkbench = async (db: Db, caller: Caller): Promise<WorkbenchCounts> => {
  const counts = await countUnresolved(db, caller)
  const [first, second, third] = counts
  return {
    'alarms-1': first!.count,
    'alarms-2': second!.count,
    'alarms-3': third!.count,
    'alarms-mine': sumUnresolved(counts, 'mine'),
  }
}
