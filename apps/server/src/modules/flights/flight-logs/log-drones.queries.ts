// Possible drones of a log, and their possible pilots.
import { sql } from 'kysely'
import type { Caller, Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { swathWidthInForce } from '../../../platform/database/swath-width.queries.ts'

const dronesFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('drone')
    .where(inScope(scope, droneScope))
    .select([
      'drone.id',
      'drone.name',
      'drone.manufacturer_id',
      'drone.operator_id',
      'drone.tenant_id',
      swathWidthInForce,
    ])
export type LogDrone = Awaited<ReturnType<ReturnType<typeof dronesFor>['executeTakeFirstOrThrow']>>

export const findLogDrone = (
  db: Db | Tx,
  scope: Scope,
  droneId: string,
): Promise<LogDrone | undefined> =>
  dronesFor(db, scope).where('drone.id', '=', droneId).executeTakeFirst()

/** Drones with the manufacturer's serial number from the log. */
export const dronesOfSerial = (db: Db, scope: Scope, serial: string): Promise<LogDrone[]> => {
  const same = (column: string) => sql<boolean>`lower(${sql.ref(column)}) = lower(${serial})`
  return dronesFor(db, scope)
    .where((eb) =>
      eb.or(['drone.id', 'drone.rack_no', 'drone.manufacturer_number', 'drone.reg_mark'].map(same)),
    )
    .limit(2)
    .execute()
}

/** Drones whose serial number occurs in the file name; the longest number first. */
export const dronesOfFileName = (db: Db, scope: Scope, fileName: string): Promise<LogDrone[]> =>
  dronesFor(db, scope)
    .where(sql<boolean>`position(lower(drone.id) in ${fileName.toLowerCase()}) > 0`)
    .where(sql<boolean>`length(drone.id) >= 5`)
    .orderBy(sql`length(drone.id)`, 'desc')
    .limit(2)
    .execute()

/**
 * Possible pilots of a drone: people of the account that operates it, of the caller's own account,
 * and of accounts below.
 */
export const listPilots = async (db: Db, caller: Caller, drone: LogDrone, userId?: string) => {
  const accounts = [drone.tenant_id ?? drone.operator_id ?? drone.manufacturer_id, caller.accountId]
  let query = db
    .selectFrom('app_user')
    .where('enabled', '=', true)
    .where('app_user.account_id', 'in', accounts)
    .where((eb) =>
      eb.or([
        eb('app_user.account_id', '=', caller.accountId),
        inScope(caller.scope, { owner: 'app_user.account_id' }),
      ]),
    )
    .select(['app_user.id', 'app_user.name', 'app_user.user_type'])
  if (userId !== undefined) query = query.where('app_user.id', '=', userId)
  return query
    .orderBy(sql`user_type <> 2`)
    .orderBy('name')
    .orderBy('app_user.id')
    .limit(1_000)
    .execute()
}
