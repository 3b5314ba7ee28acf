import { sql, type Insertable, type SqlBool } from 'kysely'
import { appLogList } from '@swath/contract/gear/app-logs'
import type { FiltersOf } from '@swath/contract/list'
import type { Scope } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import {
  contains,
  equals,
  named,
  since,
  until,
} from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

type Table = Database['app_log']
export const logScope = {
  manufacturer: 'app_log.manufacturer_id',
  operator: 'app_log.operator_id',
  tenant: 'app_log.tenant_id',
  owner: 'app_log.account_id',
  region: 'app_log.region_code',
  madeBy: 'app_log.uploaded_by',
}

/** Logs that are complete and not deleted. */
const logsFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('app_log')
    .where('app_log.stored', '=', true)
    .where('app_log.removed_at', 'is', null)
    .where(inScope(scope, logScope))

const presented = (query: ReturnType<typeof logsFor>) =>
  query
    .innerJoin('account', 'account.id', 'app_log.account_id')
    .leftJoin('drone', 'drone.id', 'app_log.drone_id')
    .selectAll('app_log')
    .select(['account.name as account_name', 'drone.name as drone_name'])
export type LogRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const logRows = defineList(appLogList, {
  from: logsFor,
  select: presented,
  conditions: {
    droneId: contains('app_log.drone_id'),
    droneName: named('app_log.drone_id', 'drone'),
    accountName: named('app_log.account_id', 'account'),
    uploaderName: contains('app_log.uploader_name'),
    appVersion: contains('app_log.app_version'),
    fileName: (text) =>
      sql<SqlBool>`(app_log.file_name ilike ${containing(text)}
        or app_log.note ilike ${containing(text)})`,
    platform: equals('app_log.platform'),
    kind: equals('app_log.kind'),
    source: (source) =>
      source === 'device'
        ? sql<SqlBool>`app_log.uploaded_by is null`
        : sql<SqlBool>`app_log.uploaded_by is not null`,
    startTime: since('app_log.uploaded_at'),
    endTime: until('app_log.uploaded_at'),
  },
  orders: {
    uploadedAt: sql`app_log.uploaded_at`,
    bytes: sql`app_log.bytes`,
    droneId: sql`app_log.drone_id`,
    appVersion: sql`app_log.app_version`,
    fileName: sql`app_log.file_name`,
  },
  ties: [{ by: sql`app_log.id` }],
  stream: {
    by: ['app_log.uploaded_at', 'app_log.id'],
    last: ({ uploaded_at, id }) => [uploaded_at, id],
  },
})

export const logSums = (db: Db, scope: Scope, filters: FiltersOf<typeof appLogList>) =>
  logRows
    .matching(db, scope, filters)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(app_log.bytes), 0)::int8`.as('bytes'),
      sql<number>`count(distinct app_log.drone_id)`.as('drones'),
    ])
    .executeTakeFirstOrThrow()

export const findLog = (db: Db | Tx, scope: Scope, id: string): Promise<LogRow | undefined> =>
  presented(logsFor(db, scope).where('app_log.id', '=', id)).executeTakeFirst()

const partyColumns = ['id', 'manufacturer_id', 'operator_id', 'tenant_id', 'region_code'] as const

/** A drone that the caller can see, by its id. */
export const findDroneFor = (db: Db, scope: Scope, droneId: string) =>
  db
    .selectFrom('drone')
    .where('id', '=', droneId)
    .where(inScope(scope, droneScope))
    .select(partyColumns)
    .executeTakeFirst()

/** A drone that has authenticated itself, so that its id suffices. */
export const findOwnDrone = (db: Db, droneId: string) =>
  db.selectFrom('drone').where('id', '=', droneId).select(partyColumns).executeTakeFirst()

/** Stored bytes of an account, unfinished uploads included. */
export const sumStoredBytes = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .selectFrom('app_log')
      .where('account_id', '=', accountId)
      .where('removed_at', 'is', null)
      .select(sql<number>`coalesce(sum(bytes), 0)::int8`.as('bytes'))
      .executeTakeFirstOrThrow()
  ).bytes

export const insertLog = async (db: Db, log: Insertable<Table>): Promise<void> => {
  await db.insertInto('app_log').values(log).execute()
}

export const markStored = async (trx: Db | Tx, id: string): Promise<void> => {
  await trx.updateTable('app_log').set({ stored: true }).where('id', '=', id).execute()
}
