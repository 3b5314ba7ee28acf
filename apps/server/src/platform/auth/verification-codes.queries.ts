import type { Db, Tx } from '../database/database.ts'

type Key = { recipientHash: Buffer; purpose: 1 | 2 | 3 | 4; host: string }

export const putCode = async (
  db: Db,
  {
    recipientHash,
    purpose,
    host,
    salt,
    codeHash,
    triesLeft,
    expiresAt,
  }: Key & { salt: Buffer; codeHash: Buffer; triesLeft: number; expiresAt: Date },
): Promise<void> => {
  const fresh = { host, salt, code_hash: codeHash, tries_left: triesLeft, expires_at: expiresAt }
  await db
    .insertInto('verification_code')
    .values({ recipient_hash: recipientHash, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['recipient_hash', 'purpose']).doUpdateSet(fresh))
    .execute()
}

export const deleteLapsedCodes = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('verification_code').where('expires_at', '<', now).execute()
}

/** Counts a try before the codes are compared, so that concurrent tries count too. */
export const takeTry = (db: Db, { recipientHash, purpose, host }: Key, now: Date) =>
  db
    .updateTable('verification_code')
    .set((is) => ({ tries_left: is('tries_left', '-', 1) }))
    .where('recipient_hash', '=', recipientHash)
    .where('purpose', '=', purpose)
    .where('host', '=', host)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now)
    .returning(['salt', 'code_hash as codeHash'])
    .executeTakeFirst()

export const giveTryBack = async (
  db: Db,
  { recipientHash, purpose }: Key,
  codeHash: Buffer,
): Promise<void> => {
  await db
    .updateTable('verification_code')
    .set((is) => ({ tries_left: is('tries_left', '+', 1) }))
    .where('recipient_hash', '=', recipientHash)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .execute()
}

export const deleteCode = (tx: Tx, { recipientHash, purpose, host }: Key, now: Date) =>
  tx
    .deleteFrom('verification_code')
    .where('recipient_hash', '=', recipientHash)
    .where('purpose', '=', purpose)
    .where('host', '=', host)
    .where('expires_at', '>', now)
    .returning(['salt', 'code_hash as codeHash'])
    .executeTakeFirst()
