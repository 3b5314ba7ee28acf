// Options for registering, finding or transferring a drone.
import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import { containing } from '../../../platform/listing/search.ts'
import { operatorsToOwn } from './drone-changes.queries.ts'

/**
 * A maker chooses among its own models; others among those of the drones they can see; the platform
 * among all.
 */
export const findModel = (
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ id: string; manufacturer_id: string } | undefined> =>
  db
    .selectFrom('drone_model')
    .where((eb) =>
      eb.or([
        inScope(scope, { manufacturer: 'drone_model.manufacturer_id' }),
        sql<boolean>`exists (select from drone
          where drone.model_id = drone_model.id and ${inScope(scope, droneScope)})`,
      ]),
    )
    .where('drone_model.id', '=', id)
    .select(['drone_model.id', 'manufacturer_id'])
    .executeTakeFirst()

const listDroneAccounts = (
  db: Db,
  scope: Scope,
  column: 'manufacturer_id' | 'operator_id',
  search?: string,
) =>
  db
    .selectFrom('account')
    .where(
      sql<boolean>`exists (select from drone
        where ${sql.ref(`drone.${column}`)} = account.id and ${inScope(scope, droneScope)})`,
    )
    .where((eb) => (search ? eb('account.name', 'ilike', containing(search)) : eb.val(true)))
    .select(['account.id', 'account.name'])
    .orderBy('account.name')
    .limit(500)
    .execute()

export const manufacturersFor = (db: Db, scope: Scope) =>
  listDroneAccounts(db, scope, 'manufacturer_id')
export const operatorsFor = (db: Db, scope: Scope, search?: string) =>
  listDroneAccounts(db, scope, 'operator_id', search)

export const dronesOfAccount = (
  db: Db,
  scope: Scope,
  accountId: string,
  search: string | undefined,
) =>
  db
    .selectFrom('drone')
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .where(inScope(scope, droneScope))
    .where((eb) =>
      eb.or(
        (['manufacturer_id', 'operator_id', 'tenant_id'] as const).map((party) =>
          eb(`drone.${party}`, '=', accountId),
        ),
      ),
    )
    .where((eb) =>
      search === undefined
        ? eb.val(true)
        : eb.or([
            eb('drone.name', 'ilike', containing(search)),
            eb('drone.id', 'ilike', containing(search)),
          ]),
    )
    .select(['drone.id', 'drone.name', 'drone_model.name as model_name'])
    .orderBy('drone.name')
    .orderBy('drone.id')
    .limit(500)
    .execute()

/**
 * An operator account to which the caller may transfer a drone: within its scope, or for a maker
 * any approved one.
 */
export const findOperator = (db: Db | Tx, scope: Scope, accountId: string) =>
  operatorsToOwn(db, scope)
    .where('id', '=', accountId)
    .select(['id', 'region_code'])
    .executeTakeFirst()

export const rentalModelsFor = (db: Db, accountIds: readonly string[]) =>
  db
    .selectFrom('drone')
    .where(
      sql<boolean>`(operator_id = any(${accountIds}::uuid[])
        or tenant_id = any(${accountIds}::uuid[])
        or manufacturer_id = any(${accountIds}::uuid[]))`,
    )
    .where('rental_model', 'is not', null)
    .select('rental_model')
    .distinct()
    .orderBy('rental_model')
    .execute()
