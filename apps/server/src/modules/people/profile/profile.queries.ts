import { sql } from 'kysely'
import type { Tx, Db } from '../../../platform/database/database.ts'

export const lockOwnRow = (tx: Tx, userId: string) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'name', 'head_url as headUrl', 'password_hash as passwordHash'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

export const updateOwnRow = async (
  tx: Tx,
  userId: string,
  change:
    | { name: string; head_url: string | null }
    | { password_hash: string; temporary_password_until: null },
): Promise<void> => {
  await tx
    .updateTable('app_user')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', userId)
    .execute()
}

/** Other settings of the person do not change. */
export const mergeSettings = async (
  db: Db,
  userId: string,
  settings: Readonly<Record<string, string | undefined>>,
): Promise<void> => {
  await db
    .updateTable('app_user')
    .set({ settings: sql<string>`settings || ${JSON.stringify(settings)}::jsonb` })
    .where('id', '=', userId)
    .execute()
}
