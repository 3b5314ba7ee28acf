import type { Db } from '../database/database.ts'

/** Keys that are neither revoked nor expired. */
const workingKeys = (db: Db, now: Date) =>
  db.selectFrom('api_key').selectAll().where('revoked_at', 'is', null).where('expires_at', '>', now)

export const findWorkingKey = (db: Db, keyHash: Buffer, now: Date) =>
  workingKeys(db, now).where('key_hash', '=', keyHash).executeTakeFirst()

export const findWorkingKeyById = (db: Db, id: string, now: Date) =>
  workingKeys(db, now).where('id', '=', id).executeTakeFirst()
export type KeyRow = NonNullable<Awaited<ReturnType<typeof findWorkingKey>>>

/** Of several processes that write at once, only one succeeds. */
export const touchKey = async (
  db: Db,
  id: string,
  { now, ifBefore, ip }: { now: Date; ifBefore: Date; ip: string },
): Promise<void> => {
  await db
    .updateTable('api_key')
    .set({ last_used_at: now, last_used_ip: ip })
    .where('id', '=', id)
    .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<', ifBefore)]))
    .execute()
}
