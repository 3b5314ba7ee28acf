import { sql, type Updateable } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { containing } from '../../../platform/listing/search.ts'

export type LockedDrone = NonNullable<Awaited<ReturnType<typeof lockDrone>>>

/** Locks the drone, if the caller can see it, until the transaction ends. */
export const lockDrone = (trx: Tx, scope: Scope, droneId: string) =>
  trx
    .selectFrom('drone')
    .where('drone.id', '=', droneId)
    .where(inScope(scope, droneScope))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

export const writeDrone = async (
  trx: Tx,
  droneId: string,
  change: Omit<Updateable<Database['drone']>, 'id' | 'version'>,
): Promise<void> => {
  await trx
    .updateTable('drone')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', droneId)
    .execute()
}

export const modelOfMaker = (trx: Tx, modelId: string, manufacturerId: string) =>
  trx
    .selectFrom('drone_model')
    .where('id', '=', modelId)
    .where('manufacturer_id', '=', manufacturerId)
    .select(['id', 'name'])
    .forKeyShare()
    .executeTakeFirst()

type By = { userId: string; userName: string; now: Date }

/** Stores the current parties as former ones; called right before one of them changes. */
export const keepParties = async (
  trx: Tx,
  which: { droneId: string } | { manufacturerId: string },
  { userId, userName, now }: By,
): Promise<void> => {
  const drones =
    'droneId' in which
      ? sql<boolean>`drone.id = ${which.droneId}`
      : sql<boolean>`drone.manufacturer_id = ${which.manufacturerId}::uuid`
  // A clock that stopped or went back must not produce the same time twice.
  await sql`
    insert into drone_former_parties (drone_id, until_at, manufacturer_id, operator_id, tenant_id,
      region_code, user_id, user_name)
    select drone.id,
      greatest(${now}::timestamptz,
        (select max(until_at)
          from drone_former_parties former
          where former.drone_id = drone.id) + interval '1 ms'),
      manufacturer_id, operator_id, tenant_id, region_code, ${userId}::uuid, ${userName}
    from drone where ${drones}`.execute(trx)
}

export const regionOfAccount = async (trx: Tx, accountId: string): Promise<string> =>
  (
    await trx
      .selectFrom('account')
      .where('id', '=', accountId)
      .select('region_code')
      .executeTakeFirstOrThrow()
  ).region_code

export const accountName = async (trx: Tx, accountId: string | null): Promise<string | null> =>
  accountId === null
    ? null
    : ((
        await trx
          .selectFrom('account')
          .where('id', '=', accountId)
          .select('name')
          .executeTakeFirst()
      )?.name ?? null)

/**
 * Operators to whom the caller may transfer a drone: those within its scope, or for a maker any
 * approved one.
 */
export const operatorsToOwn = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('account')
    .where('type', '=', 'operator')
    .where('check_status', '=', 2)
    .where('enabled', '=', true)
    .where((eb) =>
      scope.kind === 'accounts' && scope.as === 'manufacturer'
        ? eb.val(true)
        : eb.and([inScope(scope, { owner: 'account.id', region: 'account.region_code' })]),
    )

export const newOwners = (db: Db, scope: Scope, present: string | null, search?: string) =>
  operatorsToOwn(db, scope)
    .where((eb) =>
      eb.and([
        ...(present ? [eb('id', '<>', present)] : []),
        ...(search ? [eb('name', 'ilike', containing(search))] : []),
      ]),
    )
    .select(['id', 'name', 'region_code'])
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()

/** Former parties of the drone, newest first. */
export const listFormerParties = (db: Db, droneId: string) =>
  db
    .selectFrom('drone_former_parties as former')
    .leftJoin('account as operator', 'operator.id', 'former.operator_id')
    .innerJoin('account as manufacturer', 'manufacturer.id', 'former.manufacturer_id')
    .where('former.drone_id', '=', droneId)
    .select([
      'former.until_at',
      'former.operator_id',
      'operator.name as operator_name',
      'former.manufacturer_id',
      'manufacturer.name as manufacturer_name',
      'former.user_name',
    ])
    .orderBy('former.until_at', 'desc')
    .limit(200)
    .execute()
