import { sql, type Selectable } from 'kysely'
import { userTypeCodes } from '@swath/domain/access/rights'
import { chunkColumns, withArchived } from '../../../gateway/tracks/public.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

export type FaultKind = 'record' | 'source' | 'chunk' | 'audit-log' | 'ledger'
export type StoredFault = Selectable<Database['stored_fault']>
/** A part of the stored data that was checked, and what is wrong with it. */
export type Checked = {
  kind: FaultKind
  subject: string
  /** null: the whole subject */
  object: string | null
  faults: readonly { object: string; detail: string }[]
}

export const droneIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('drone').select('id').orderBy('id').execute()).map(({ id }) => id)

export const sortieIdsOf = async (db: Db, droneId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('work_record')
      .select('sortie_id')
      .where('drone_id', '=', droneId)
      .orderBy('start_at')
      .execute()
  ).map(({ sortie_id: id }) => id)

/** Chunks that belong to no closed flight yet, or to none at all. */
export const openChunkIdsOf = async (db: Db, droneId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('track_chunk')
      .select('id')
      .where('drone_id', '=', droneId)
      .where('sortie_id', 'is', null)
      .orderBy('from_at')
      .execute()
  ).map(({ id }) => id)

/** undefined: it was compacted or deleted meanwhile */
export const findChunk = async (db: Db, droneId: string, id: string) => {
  const chunk = await db
    .selectFrom('track_chunk')
    .select(chunkColumns)
    .where('drone_id', '=', droneId)
    .where('id', '=', id)
    .executeTakeFirst()
  return chunk && (await withArchived(db, [chunk]))[0]
}

export const auditedAccountIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('audit_head').select('account_id').orderBy('account_id').execute()).map(
    ({ account_id: id }) => id,
  )

/** The last row of each audit log that has one. */
export const auditEnds = (db: Db) =>
  db
    .selectFrom('audit_head')
    .select(['account_id', 'number', 'hash'])
    .where('number', '>', 0)
    .orderBy('account_id')
    .execute()

export const countStoredFaults = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('stored_fault')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Oldest first; a longer list would not help anybody. */
export const knownFaults = (db: Db): Promise<StoredFault[]> =>
  db
    .selectFrom('stored_fault')
    .selectAll()
    .orderBy('found_at')
    .orderBy('object')
    .limit(10_000)
    .execute()

/** Forgets faults of flights that no longer exist: they were worked out again, or deleted. */
export const forgetMissing = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('stored_fault')
    .where('kind', '=', 'source')
    .where(
      sql<boolean>`not exists (select from work_record as record
        where record.drone_id = subject and record.sortie_id::text = object)`,
    )
    .execute()
}

/**
 * Stores what a check found, and forgets earlier faults of what it found whole.
 * @returns the faults that were not known before
 */
export const noteChecked = async (
  trx: Tx,
  { kind, subject, object, faults }: Checked,
  foundAt: Date,
): Promise<StoredFault[]> => {
  const wrong = faults.map((fault) => fault.object)
  await trx
    .deleteFrom('stored_fault')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .$if(object !== null, (query) => query.where('object', '=', object!))
    .where(sql<boolean>`not object = any(${wrong}::text[])`)
    .execute()
  if (faults.length === 0) return []
  return trx
    .insertInto('stored_fault')
    .values(faults.map((fault) => ({ kind, subject, ...fault, found_at: foundAt })))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
}

/** Super administrators of the account that runs the service, who can be reached. */
export const serviceAdministratorIds = async (db: Db | Tx): Promise<string[]> =>
  (
    await db
      .selectFrom('app_user')
      .innerJoin('account', 'account.id', 'app_user.account_id')
      .where('account.parent_id', 'is', null)
      .where('app_user.user_type', '=', userTypeCodes.superAdmin)
      .where('app_user.enabled', '=', true)
      .where('app_user.deleted_at', 'is', null)
      .select('app_user.id')
      .orderBy('app_user.id')
      .execute()
  ).map(({ id }) => id)
