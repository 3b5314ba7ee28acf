// Credentials with which a drone signs in at the gateway in tests.
import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'

/** The drone's secret is `secret-` followed by its id. */
export const insertCredential = async (db: Db, droneId: string): Promise<void> => {
  await db
    .insertInto('drone_credential')
    .values({
      drone_id: droneId,
      id: uuidv7(Date.now()),
      secret_hash: createHash('sha256').update(`secret-${droneId}`).digest(),
    })
    .execute()
}
