import type { Db, Tx } from '../../../platform/database/database.ts'

export const listCredentials = (db: Db, droneId: string) =>
  db
    .selectFrom('drone_credential')
    .where('drone_id', '=', droneId)
    .select(['id', 'created_at', 'expires_at', 'last_used_at'])
    .orderBy('created_at', 'desc')
    .execute()

/** Keeps the newest credential, ends older ones at `previousUntil`, and removes expired ones. */
export const rotateCredential = async (
  trx: Tx,
  credential: {
    droneId: string
    id: string
    secretHash: Buffer
    createdBy: string
    now: Date
    previousUntil: Date
  },
): Promise<{ hadOlder: boolean }> => {
  const { droneId, id, secretHash, createdBy, now, previousUntil } = credential
  await trx.selectFrom('drone').where('id', '=', droneId).select('id').forUpdate().execute()
  await trx
    .deleteFrom('drone_credential')
    .where('drone_id', '=', droneId)
    .where('expires_at', 'is not', null)
    .execute()
  const older = await trx
    .updateTable('drone_credential')
    .set({ expires_at: previousUntil })
    .where('drone_id', '=', droneId)
    .returning('id')
    .execute()
  await trx
    .insertInto('drone_credential')
    .values({
      drone_id: droneId,
      id,
      secret_hash: secretHash,
      created_at: now,
      created_by: createdBy,
    })
    .execute()
  return { hadOlder: older.length > 0 }
}
