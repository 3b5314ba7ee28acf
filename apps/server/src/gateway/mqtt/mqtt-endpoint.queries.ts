import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'

export type StoredCredential = {
  droneId: string
  id: string
  secretHash: Buffer
  expiresAtMs: number | null
}

/**
 * All credentials of the given drones, in all tenants: a drone is identified by its secret alone.
 */
export const listCredentials = async (
  db: Db,
  droneIds: readonly string[],
): Promise<StoredCredential[]> => {
  const rows = await db
    .selectFrom('drone_credential')
    .select(['drone_id', 'id', 'secret_hash', 'expires_at'])
    .where('drone_id', 'in', droneIds)
    .execute()
  return rows.map((row) => ({
    droneId: row.drone_id,
    id: row.id,
    secretHash: row.secret_hash,
    expiresAtMs: row.expires_at?.getTime() ?? null,
  }))
}

export type StoredSecretKey = { droneId: string; vid: number; id: string; keySealed: Buffer }

/** The secret keys of these drones' makers. */
export const listSecretKeys = (db: Db, droneIds: readonly string[]): Promise<StoredSecretKey[]> =>
  db
    .selectFrom('drone')
    .innerJoin('secret_key', 'secret_key.account_id', 'drone.manufacturer_id')
    .select([
      'drone.id as droneId',
      'secret_key.vid',
      'secret_key.id',
      'secret_key.key_sealed as keySealed',
    ])
    .where('drone.id', 'in', droneIds)
    .execute()

/**
 * Sets unactivated drones to activated; drones that are debugged or already activated do not
 * change. Returns the changed ones, ordered by maker.
 */
export const activateDrones = (
  trx: Tx,
  droneIds: readonly string[],
  now: Date,
): Promise<{ id: string; name: string; manufacturerId: string }[]> =>
  trx
    .with('activated', (query) =>
      query
        .updateTable('drone')
        .set({ activation: 2, activated_at: now })
        .where('id', 'in', droneIds)
        .where('activation', '=', 1)
        .returning(['id', 'name', 'manufacturer_id']),
    )
    .selectFrom('activated')
    .select(['id', 'name', 'manufacturer_id as manufacturerId'])
    .orderBy('manufacturer_id')
    .orderBy('id')
    .execute()

export const markCredentialsUsed = async (
  db: Db,
  uses: readonly { droneId: string; id: string }[],
): Promise<void> => {
  await sql`
    update drone_credential set last_used_at = now()
    from unnest(${uses.map((use) => use.droneId)}::text[], ${uses.map((use) => use.id)}::uuid[]) as used (drone_id, id)
    where drone_credential.drone_id = used.drone_id and drone_credential.id = used.id`.execute(db)
}
