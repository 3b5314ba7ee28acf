import type { Db } from '../database/database.ts'

export const insertCaptcha = async (
  db: Db,
  captcha: { nonceHash: Buffer; answer: string; expiresAt: Date },
): Promise<void> => {
  await db
    .insertInto('captcha')
    .values({
      nonce_hash: captcha.nonceHash,
      answer: captcha.answer,
      expires_at: captcha.expiresAt,
    })
    .execute()
}

export const deleteLapsedCaptchas = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('captcha').where('expires_at', '<', now).execute()
}

/** Takes the captcha once: of two concurrent requests, one gets it. */
export const takeCaptcha = (db: Db, nonceHash: Buffer) =>
  db
    .deleteFrom('captcha')
    .where('nonce_hash', '=', nonceHash)
    .returning(['answer', 'expires_at as expiresAt'])
    .executeTakeFirst()
