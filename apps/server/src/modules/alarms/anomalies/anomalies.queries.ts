import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { regionPrefix } from '@swath/domain/region-code'
import { inScope, scopeBranches, withinRegion } from '../../../platform/access/scope.queries.ts'
import { anomalyScope } from '../../../platform/access/scoped-tables.ts'
import { containing } from '../../../platform/listing/search.ts'

export type AnomalyFilters = {
  droneId?: string | undefined
  startTime?: string | undefined
  endTime?: string | undefined
  oddType?: '1' | '2' | '3' | '4' | '5' | undefined
  zzAccountName?: string | undefined
  yyAccountName?: string | undefined
  unread?: 'true' | 'false' | undefined
  state?: 'unclosed' | 'all' | undefined
  order?: 'recordTime' | '-recordTime' | undefined
}

const readBy = (userId: string) => sql<SqlBool>`exists (
  select from anomaly_read
  where anomaly_read.user_id = ${userId}
    and anomaly_read.drone_id = anomaly.drone_id
    and anomaly_read.anomaly_id = anomaly.id)`

/** Closed alarms count as read. */
export const isUnread = (userId: string) =>
  sql<SqlBool>`(anomaly.state <> 'closed' and not ${readBy(userId)})`

const accountsNamed = (column: string, name: string) =>
  sql<SqlBool>`${sql.ref(column)} in (select id from account where name ilike ${containing(name)})`

const conditions = (userId: string, filters: AnomalyFilters): RawBuilder<SqlBool>[] => [
  ...(filters.droneId ? [sql<SqlBool>`anomaly.drone_id ilike ${containing(filters.droneId)}`] : []),
  ...(filters.startTime ? [sql<SqlBool>`anomaly.at >= ${new Date(filters.startTime)}`] : []),
  ...(filters.endTime ? [sql<SqlBool>`anomaly.at < ${new Date(filters.endTime)}`] : []),
  ...(filters.oddType ? [sql<SqlBool>`anomaly.type = ${Number(filters.oddType)}`] : []),
  ...(filters.zzAccountName
    ? [accountsNamed('anomaly.manufacturer_id', filters.zzAccountName)]
    : []),
  ...(filters.yyAccountName ? [accountsNamed('anomaly.operator_id', filters.yyAccountName)] : []),
  ...(filters.unread === 'true' ? [isUnread(userId)] : []),
  ...(filters.unread === 'false' ? [sql<SqlBool>`not ${isUnread(userId)}`] : []),
  ...(filters.state === 'unclosed' ? [sql<SqlBool>`anomaly.state <> 'closed'`] : []),
]

/** For a deleted zone, the name it had when the alarm was raised. */
export const zoneName = sql<string | null>`case when anomaly.type = 1 then coalesce(
  (select name from no_fly_zone where no_fly_zone.id::text = anomaly.cause),
  anomaly.evidence ->> 'zoneName') end`
/** Whether a stay-in area was left; otherwise a zone was entered. */
export const leftArea = sql<boolean>`(anomaly.evidence ? 'leftByM')`

/** Columns for every reader of an alarm; the joins of `anomalyQuery` provide the tables. */
export const anomalyColumns = [
  'anomaly.id',
  'anomaly.drone_id',
  'drone.name as drone_name',
  'anomaly.sortie_id',
  'anomaly.type',
  'anomaly.level',
  'anomaly.cause',
  'anomaly.at',
  'anomaly.lng',
  'anomaly.lat',
  'anomaly.evidence',
  'anomaly.replayed',
  'anomaly.state',
  'anomaly.region_code',
  'manufacturer.name as manufacturer_name',
  'operator.name as operator_name',
  'pilot.name as pilot_name',
  'anomaly_read.read_at',
  zoneName.as('zone_name'),
  leftArea.as('left_area'),
] as const

const anomalyQuery = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('anomaly')
    .innerJoin('drone', 'drone.id', 'anomaly.drone_id')
    .innerJoin('account as manufacturer', 'manufacturer.id', 'anomaly.manufacturer_id')
    .leftJoin('account as operator', 'operator.id', 'anomaly.operator_id')
    .leftJoin('sortie', (join) =>
      join
        .onRef('sortie.drone_id', '=', 'anomaly.drone_id')
        .onRef('sortie.id', '=', 'anomaly.sortie_id'),
    )
    .leftJoin('app_user as pilot', 'pilot.id', 'sortie.pilot_id')
    .leftJoin('anomaly_read', (join) =>
      join
        .onRef('anomaly_read.drone_id', '=', 'anomaly.drone_id')
        .onRef('anomaly_read.anomaly_id', '=', 'anomaly.id')
        .on('anomaly_read.user_id', '=', userId),
    )
    .select(anomalyColumns)
export type AnomalyRecord = Awaited<
  ReturnType<ReturnType<typeof anomalyQuery>['executeTakeFirstOrThrow']>
>

const pickDirection = ({ order }: AnomalyFilters): 'asc' | 'desc' =>
  order === 'recordTime' ? 'asc' : 'desc'

/** Reads the first rows of each scope branch in order of time, and takes the page from these. */
const pageKeys = (
  scope: Scope,
  userId: string,
  filters: AnomalyFilters,
  { currentPage, pageSize }: { currentPage: number; pageSize: number },
) => {
  const offset = (currentPage - 1) * pageSize
  const direction = sql.raw(pickDirection(filters))
  const branches = scopeBranches(scope, anomalyScope).map(
    (branch) => sql`(
    select drone_id, id, at
    from anomaly
    where ${sql.join([branch, ...conditions(userId, filters)], sql` and `)}
    order by at ${direction}, id
    limit ${offset + pageSize})`,
  )
  return sql`select drone_id, id
    from (${sql.join(branches, sql` union `)}) as found
    order by at ${direction}, id
    limit ${pageSize} offset ${offset}`
}

export const pageOfAnomalies = async (
  db: Db,
  scope: Scope,
  userId: string,
  filters: AnomalyFilters,
  page: { currentPage: number; pageSize: number },
): Promise<{ rows: AnomalyRecord[]; total: number }> => {
  const [rows, { total }] = await Promise.all([
    anomalyQuery(db, userId)
      .where(
        sql<SqlBool>`(anomaly.drone_id, anomaly.id) in (${pageKeys(scope, userId, filters, page)})`,
      )
      .orderBy('anomaly.at', pickDirection(filters))
      .orderBy('anomaly.id')
      .execute(),
    db
      .selectFrom('anomaly')
      .where(inScope(scope, anomalyScope))
      .where((eb) => eb.and(conditions(userId, filters)))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export const findAnomaly = (
  db: Db | Tx,
  scope: Scope,
  userId: string,
  droneId: string,
  id: string,
): Promise<AnomalyRecord | undefined> =>
  anomalyQuery(db, userId)
    .where(inScope(scope, anomalyScope))
    .where('anomaly.drone_id', '=', droneId)
    .where('anomaly.id', '=', id)
    .executeTakeFirst()

export type PartyFilters = {
  region?: string | undefined
  zzAccountId?: string | undefined
  yyAccountId?: string | undefined
  deviceType?: 'sprayer' | 'spreader' | 'mapper' | undefined
  flyModelId?: string | undefined
}

export const ofParties = (filters: PartyFilters): RawBuilder<SqlBool>[] => [
  ...(filters.region ? [withinRegion('anomaly.region_code', regionPrefix(filters.region))] : []),
  ...(filters.zzAccountId
    ? [sql<SqlBool>`anomaly.manufacturer_id = ${filters.zzAccountId}::uuid`]
    : []),
  ...(filters.yyAccountId
    ? [sql<SqlBool>`anomaly.operator_id = ${filters.yyAccountId}::uuid`]
    : []),
  ...(filters.deviceType
    ? [
        sql<SqlBool>`exists (select from drone of_kind where of_kind.id = anomaly.drone_id
          and of_kind.device_type = ${filters.deviceType})`,
      ]
    : []),
  ...(filters.flyModelId
    ? [
        sql<SqlBool>`exists (select from drone of_model where of_model.id = anomaly.drone_id
          and of_model.model_id = ${filters.flyModelId}::uuid)`,
      ]
    : []),
]

/** Alarms that are not closed: the most severe first, then the newest. */
export const gravestUnresolved = (
  db: Db,
  scope: Scope,
  userId: string,
  filters: PartyFilters,
  most: number,
): Promise<AnomalyRecord[]> =>
  anomalyQuery(db, userId)
    .where(inScope(scope, anomalyScope))
    .where('anomaly.state', '<>', 'closed')
    .where((eb) => eb.and(ofParties(filters)))
    .orderBy('anomaly.level')
    .orderBy('anomaly.at', 'desc')
    .limit(most)
    .execute()

/** Level-1 alarms that nobody has acknowledged, the oldest first. */
export const oldestOpen = (
  db: Db,
  scope: Scope,
  userId: string,
  atMost: number,
): Promise<AnomalyRecord[]> =>
  anomalyQuery(db, userId)
    .where(inScope(scope, anomalyScope))
    .where('anomaly.state', '=', 'open')
    .where('anomaly.level', '=', 1)
    .orderBy('anomaly.at')
    .orderBy('anomaly.id')
    .limit(atMost)
    .execute()

/**
 * Marks as read those of `ids` (all if null) that the caller can see. Returns how many of `ids`
 * exist.
 */
export const markRead = async (
  trx: Tx,
  scope: Scope,
  userId: string,
  ids: readonly string[] | null,
  now: Date,
): Promise<number> => {
  const wanted = trx
    .selectFrom('anomaly')
    .where(inScope(scope, anomalyScope))
    .where((eb) =>
      ids === null
        ? eb.val(true)
        : eb('anomaly.id', 'in', ids.length ? [...ids] : ['00000000-0000-0000-0000-000000000000']),
    )
  const { count } = await wanted
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('anomaly_read')
    .columns(['user_id', 'drone_id', 'anomaly_id', 'read_at'])
    .expression(
      wanted.select((eb) => [
        eb.val(userId).$castTo<string>().as('user_id'),
        'anomaly.drone_id',
        'anomaly.id',
        sql<Date>`${now}::timestamptz`.as('read_at'),
      ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return count
}

/** Names of crops in a language, falling back to English. */
export const cropNames = async (
  db: Db,
  ids: readonly string[],
  language: string,
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('crop')
    .where('id', 'in', [...ids])
    .select(['id', 'names'])
    .execute()
  return new Map(rows.map(({ id, names }) => [id, names[language] ?? names['en'] ?? id]))
}
