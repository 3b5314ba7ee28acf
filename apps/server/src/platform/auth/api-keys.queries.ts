import type { Db } from '../database/database.ts'

/** A key that is neither revoked nor expired. */
export const findWorkingKey = (db: Db, keyHash: Buffer, now: Date) =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
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
