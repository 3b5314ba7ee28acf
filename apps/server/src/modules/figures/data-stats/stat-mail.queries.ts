// Scheduled mailings of statistics.
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { DataStatRow } from './data-stats.queries.ts'

export type Mailing = { statId: string; dueAt: Date; userId: string }

/**
 * Locks statistics that are due until the transaction ends; with the time zone of their account.
 */
export const lockDueStats = (trx: Tx, now: Date, limit: number) =>
  trx
    .selectFrom('data_stat')
    .innerJoin('account', 'account.id', 'data_stat.account_id')
    .where('data_stat.mail_due_at', '<=', now)
    .selectAll('data_stat')
    .select('account.time_zone')
    .orderBy('data_stat.mail_due_at')
    .limit(limit)
    .forUpdate('data_stat')
    .skipLocked()
    .execute()

/** Not a change by a person, so the version stays the same. */
export const setNextMailing = async (trx: Tx, statId: string, at: Date): Promise<void> => {
  await trx.updateTable('data_stat').set({ mail_due_at: at }).where('id', '=', statId).execute()
}

/** @returns false if it was recorded before */
export const noteMailing = async (
  trx: Tx,
  { statId, dueAt, userId }: Mailing,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('data_stat_mailing')
    .values({ stat_id: statId, due_at: dueAt, user_id: userId, state: 'waiting' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The statistic of a mailing that has not been sent yet. */
export const findWaitingStat = (
  db: Db,
  { statId, dueAt, userId }: Mailing,
): Promise<DataStatRow | undefined> =>
  db
    .selectFrom('data_stat')
    .innerJoin('data_stat_mailing as mailing', 'mailing.stat_id', 'data_stat.id')
    .where('data_stat.id', '=', statId)
    .where('mailing.due_at', '=', dueAt)
    .where('mailing.user_id', '=', userId)
    .where('mailing.state', '=', 'waiting')
    .selectAll('data_stat')
    .executeTakeFirst()

export const endMailing = async (
  db: Db,
  { statId, dueAt, userId }: Mailing,
  outcome: { state: 'sent' | 'failed'; reason: string | null },
): Promise<void> => {
  await db
    .updateTable('data_stat_mailing')
    .set(outcome)
    .where('stat_id', '=', statId)
    .where('due_at', '=', dueAt)
    .where('user_id', '=', userId)
    .execute()
}

export const deleteOldMailings = async (trx: Tx, before: Date): Promise<void> => {
  await trx.deleteFrom('data_stat_mailing').where('due_at', '<', before).execute()
}
