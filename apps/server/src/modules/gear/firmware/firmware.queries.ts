import { sql, type Insertable, type Updateable } from 'kysely'
import { firmwareList, type Firmware } from '@swath/contract/gear/firmware'
import type { FiltersOf } from '@swath/contract/list'
import { firmwareStates } from '@swath/domain/firmware-container'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

export type NamedBuild = {
  filename: string
  firmwareType?: Firmware['firmwareType'] | undefined
  rcid?: string | undefined
}

const owned = { owner: 'firmware.account_id' }

const firmwareFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('firmware')
    .innerJoin('account', 'account.id', 'firmware.account_id')
    .leftJoin('drone_model', 'drone_model.id', 'firmware.model_id')
    .where(inScope(scope, owned))

/** Number of drones that a roll-out updated or rolled back to it. */
const droneNum = sql<number>`(
  select count(distinct reached.drone_id) from firmware_rollout_drone reached
    join firmware_rollout on firmware_rollout.id = reached.rollout_id
  where reached.state = 'installed' and firmware.id =
    case reached.direction when 'forward' then firmware_rollout.firmware_id
      else firmware_rollout.back_firmware_id end
)::int`

const presented = (rows: ReturnType<typeof firmwareFor>) =>
  rows
    .leftJoin('firmware_key', 'firmware_key.id', 'firmware.key_id')
    .selectAll('firmware')
    .select([
      'account.name as account_name',
      'drone_model.name as model_name',
      'firmware_key.fingerprint',
      droneNum.as('drone_num'),
    ])
export type FirmwareRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const firmwareRows = defineList(firmwareList, {
  from: firmwareFor,
  select: presented,
  conditions: {
    filename: contains('firmware.file_name'),
    firmwareVersion: contains('firmware.build_version'),
    modelName: contains('drone_model.name'),
    rcid: contains('firmware.rcid'),
    firmwareType: equals('firmware.firmware_type'),
    state: equals('firmware.state'),
    accountName: contains('account.name'),
  },
  orders: {
    firmwareVersion: sql`firmware.build_version`,
    filename: sql`firmware.file_name`,
    bytes: sql`firmware.bytes`,
    droneNum,
    createdAt: sql`firmware.created_at`,
  },
  ties: [{ by: sql`firmware.id` }],
  countBy: { filter: 'state', states: firmwareStates, state: sql`firmware.state` },
})

export const firmwareSums = (db: Db, scope: Scope, filters: FiltersOf<typeof firmwareList>) =>
  firmwareRows
    .matching(db, scope, filters)
    .select([
      sql<number>`coalesce(sum(firmware.bytes), 0)::int8`.as('bytes'),
      sql<number>`count(*) filter (where exists (select from firmware_rollout
        where firmware_rollout.firmware_id = firmware.id
          and firmware_rollout.state in ('running', 'rolling_back')))`.as('in_rollout'),
    ])
    .executeTakeFirstOrThrow()

export const findFirmware = (
  db: Db | Tx,
  scope: Scope,
  id: string,
): Promise<FirmwareRow | undefined> =>
  presented(firmwareFor(db, scope).where('firmware.id', '=', id)).executeTakeFirst()

/** The newest build with a file name; of a type or for certain remote controllers, if given. */
export const findNewestOf = async (
  db: Db,
  scope: Scope,
  { filename, firmwareType, rcid }: NamedBuild,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('firmware')
      .where(inScope(scope, owned))
      .where('file_name', '=', filename)
      .$if(firmwareType !== undefined, (rows) => rows.where('firmware_type', '=', firmwareType!))
      .$if(rcid !== undefined, (rows) => rows.where('rcid', '=', rcid!))
      .select('id')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** Locks the build until the transaction ends. */
export const lockFirmware = (trx: Tx, scope: Scope, id: string) =>
  trx
    .selectFrom('firmware')
    .where(inScope(scope, owned))
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

/** The same for a job, which acts for the person who started it. */
export const readFirmware = (db: Db | Tx, id: string) =>
  db.selectFrom('firmware').where('id', '=', id).selectAll().executeTakeFirst()

/** Stored bytes of an account, containers included. */
export const sumFirmwareBytes = async (trx: Tx, accountId: string): Promise<number> =>
  (
    await trx
      .selectFrom('firmware')
      .where('account_id', '=', accountId)
      .select(sql<number>`coalesce(sum(bytes + coalesce(container_bytes, 0)), 0)::int8`.as('bytes'))
      .executeTakeFirstOrThrow()
  ).bytes

/** Whether the model belongs to the maker. */
export const isOwnModel = async (trx: Tx, accountId: string, modelId: string): Promise<boolean> =>
  (await trx
    .selectFrom('drone_model')
    .where('id', '=', modelId)
    .where('manufacturer_id', '=', accountId)
    .select('id')
    .executeTakeFirst()) !== undefined

/** @returns false if the account has this version of this type already */
export const insertFirmware = async (
  trx: Tx,
  row: Insertable<Database['firmware']>,
): Promise<boolean> =>
  (
    await trx
      .insertInto('firmware')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
  ).length === 1

/**
 * Records a received piece; the last one completes the build.
 * @returns false if it was received before
 */
export const takePiece = async (
  db: Db,
  id: string,
  { offset, length, isLast, now }: { offset: number; length: number; isLast: boolean; now: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('firmware')
    .set({
      received_bytes: offset + length,
      received_at: now,
      ...(isLast ? { state: 'uploaded' as const, version: sql`version + 1` } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .where('received_bytes', '=', offset)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const writeFirmware = async (
  trx: Db | Tx,
  id: string,
  change: Updateable<Database['firmware']>,
): Promise<void> => {
  await trx
    .updateTable('firmware')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Stores the result of a job, if the build still waits for it. @returns false otherwise */
export const putContainer = async (
  db: Db,
  id: string,
  made: { container_key: string; container_bytes: number; digest: Buffer; sha256: Buffer },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('firmware')
    .set({ ...made, state: 'encrypted', version: sql`version + 1` })
    .where('id', '=', id)
    .where('state', '=', 'encrypting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const isInRollout = async (trx: Tx, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('firmware_rollout')
    .where((eb) => eb.or([eb('firmware_id', '=', id), eb('back_firmware_id', '=', id)]))
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const removeFirmware = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('firmware').where('id', '=', id).execute()
}

/** Locks abandoned uploads, skipping those locked by others. */
export const lockAbandoned = (trx: Tx, before: Date, atATime: number) =>
  trx
    .selectFrom('firmware')
    .where('state', '=', 'uploading')
    .where('received_at', '<', before)
    .select(['id', 'key', 'bytes', 'piece_bytes'])
    .limit(atATime)
    .forUpdate()
    .skipLocked()
    .execute()

/** The build of a drone's open offer. */
export const findOffered = (db: Db, droneId: string, offerId: string) =>
  db
    .selectFrom('firmware_rollout_drone as reached')
    .innerJoin('firmware_rollout', 'firmware_rollout.id', 'reached.rollout_id')
    .innerJoin('firmware', (join) =>
      join.on(
        sql<boolean>`firmware.id = case reached.direction
          when 'forward' then firmware_rollout.firmware_id
          else firmware_rollout.back_firmware_id end`,
      ),
    )
    .where('reached.drone_id', '=', droneId)
    .where('reached.offer_id', '=', offerId)
    .where('reached.state', 'in', ['offered', 'downloading', 'verified'])
    .where('firmware.state', '=', 'signed')
    .selectAll('firmware')
    .executeTakeFirst()
