// Deletion and retention of app logs.
import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { logScope } from './app-logs.queries.ts'

/**
 * Hides logs; their bytes are removed later.
 * @returns those hidden by this call: of accounts in the scope, but not of drones that these only
 * make or rent
 */
export const removeLogs = (
  trx: Tx,
  scope: Scope,
  which: { id: string } | { before: Date },
  now: Date,
): Promise<{ id: string; bytes: number; file_name: string }[]> =>
  trx
    .updateTable('app_log')
    .set({ removed_at: now })
    .where('stored', '=', true)
    .where('removed_at', 'is', null)
    .where(inScope(scope, logScope))
    .where((eb) =>
      scope.kind === 'accounts' ? eb('account_id', 'in', scope.accountIds) : eb.lit(true),
    )
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('uploaded_at', '<', which.before)))
    .returning(['id', 'bytes', 'file_name'])
    .execute()

export const readKeptDays = async (db: Db | Tx, accountId: string): Promise<number | null> =>
  (
    await db
      .selectFrom('app_log_retention')
      .where('account_id', '=', accountId)
      .select('days')
      .executeTakeFirst()
  )?.days ?? null

export const keepFor = async (trx: Tx, accountId: string, days: number | null): Promise<void> => {
  if (days === null)
    await trx.deleteFrom('app_log_retention').where('account_id', '=', accountId).execute()
  else
    await trx
      .insertInto('app_log_retention')
      .values({ account_id: accountId, days })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ days }))
      .execute()
}

/**
 * Hides logs past the retention of the responsible account: the maker of the drone, else the owner
 * of the log.
 */
export const removeOutdated = async (db: Db, now: Date): Promise<number> => {
  const removed = await db
    .updateTable('app_log')
    .from('app_log_retention as kept')
    .set({ removed_at: now })
    .where(sql<boolean>`kept.account_id = coalesce(app_log.manufacturer_id, app_log.account_id)`)
    .where('app_log.removed_at', 'is', null)
    .where(
      sql<boolean>`app_log.uploaded_at < ${now}::timestamptz - make_interval(days => kept.days)`,
    )
    .returning('app_log.id')
    .execute()
  return removed.length
}

/** Locks deleted logs, and those whose upload was interrupted, until the transaction ends. */
export const lockLeaving = (
  trx: Tx,
  halfwayBefore: Date,
  limit: number,
): Promise<{ id: string; key: string }[]> =>
  trx
    .selectFrom('app_log')
    .where((eb) =>
      eb.or([
        eb('removed_at', 'is not', null),
        eb.and([eb('stored', '=', false), eb('uploaded_at', '<', halfwayBefore)]),
      ]),
    )
    .select(['id', 'key'])
    .orderBy('uploaded_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export const deleteRows = async (trx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await trx
      .deleteFrom('app_log')
      .where('id', 'in', [...ids])
      .execute()
}
