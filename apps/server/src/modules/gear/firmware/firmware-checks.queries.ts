import { sql, type Insertable, type Updateable } from 'kysely'
import { firmwareCheckList } from '@swath/contract/gear/firmware-checks'
import { firmwareCheckStates } from '@swath/domain/firmware-container'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains, equals, since, until } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

const checksFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('firmware_check')
    .innerJoin('account', 'account.id', 'firmware_check.account_id')
    .where(inScope(scope, { owner: 'firmware_check.account_id' }))

const presented = (rows: ReturnType<typeof checksFor>) =>
  rows.selectAll('firmware_check').select('account.name as account_name')
export type CheckRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const checkRows = defineList(firmwareCheckList, {
  from: checksFor,
  select: presented,
  conditions: {
    filename: contains('firmware_check.file_name'),
    firmwareVersion: contains('firmware_check.build_version'),
    userName: contains('firmware_check.user_name'),
    state: equals('firmware_check.state'),
    startTime: since('firmware_check.created_at'),
    endTime: until('firmware_check.created_at'),
  },
  orders: {
    filename: sql`firmware_check.file_name`,
    bytes: sql`firmware_check.bytes`,
    createdAt: sql`firmware_check.created_at`,
  },
  ties: [{ by: sql`firmware_check.id` }],
  stream: {
    by: ['firmware_check.created_at', 'firmware_check.id'],
    last: ({ created_at, id }) => [created_at, id],
  },
  countBy: { filter: 'state', states: firmwareCheckStates, state: sql`firmware_check.state` },
})

export const findCheck = (db: Db | Tx, scope: Scope, id: string): Promise<CheckRow | undefined> =>
  presented(checksFor(db, scope).where('firmware_check.id', '=', id)).executeTakeFirst()

/** The same for a job. */
export const readCheck = (db: Db, id: string) =>
  db.selectFrom('firmware_check').where('id', '=', id).selectAll().executeTakeFirst()

export const insertCheck = async (
  trx: Tx,
  row: Insertable<Database['firmware_check']>,
): Promise<void> => {
  await trx.insertInto('firmware_check').values(row).execute()
}

/** Checks since a moment, to limit them per hour. */
export const countChecksSince = async (trx: Tx, accountId: string, since_: Date): Promise<number> =>
  (
    await trx
      .selectFrom('firmware_check')
      .where('account_id', '=', accountId)
      .where('created_at', '>', since_)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** @returns false if the piece was stored already */
export const takeCheckPiece = async (
  trx: Tx,
  id: string,
  { offset, length, isLast, now }: { offset: number; length: number; isLast: boolean; now: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('firmware_check')
    .set({
      received_bytes: offset + length,
      received_at: now,
      ...(isLast ? { state: 'checking' as const } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .where('received_bytes', '=', offset)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const endCheck = async (
  db: Db,
  id: string,
  result: Updateable<Database['firmware_check']>,
): Promise<void> => {
  await db
    .updateTable('firmware_check')
    .set(result)
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .execute()
}

/** Locks abandoned uploads. */
export const lockAbandonedChecks = (trx: Tx, before: Date, atATime: number) =>
  trx
    .selectFrom('firmware_check')
    .where('state', '=', 'uploading')
    .where('received_at', '<', before)
    .select(['id', 'key', 'bytes', 'piece_bytes'])
    .limit(atATime)
    .forUpdate()
    .skipLocked()
    .execute()

export const removeCheck = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('firmware_check').where('id', '=', id).execute()
}
