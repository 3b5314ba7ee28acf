import type { Db } from '../../platform/database/database.ts'
import { readTrackHash } from './track-hash.ts'
import { toHashedRecord, recordHash } from './record-chain.queries.ts'

/**
 * Whether a work record is as it was written: what it says gives its hash, its track (where it is
 * still kept) gives the track's, and the drone's record before it carries the hash that this one
 * names.
 */
export const recordIntact = async (
  db: Db,
  droneId: string,
  sortieId: string,
  asking: { owner: string; signal?: AbortSignal } = { owner: droneId },
): Promise<boolean> => {
  const row = await db
    .selectFrom('work_record')
    .selectAll()
    .where('drone_id', '=', droneId)
    .where('sortie_id', '=', sortieId)
    .executeTakeFirst()
  if (!row) return true // an open sortie has no record yet
  if (!recordHash(toHashedRecord(row), row.track_hash, row.previous_hash).equals(row.hash))
    return false
  const chunk = await db
    .selectFrom('track_chunk')
    .select(['columns', 'point_count'])
    .where('drone_id', '=', droneId)
    .where('sortie_id', '=', sortieId)
    .executeTakeFirst()
  if (chunk && !row.track_hash.equals(await readTrackHash(chunk, asking))) return false
  const before = await db
    .selectFrom('work_record')
    .select('hash')
    .where('drone_id', '=', droneId)
    .where((eb) =>
      eb.or([
        eb('start_at', '<', row.start_at),
        eb.and([eb('start_at', '=', row.start_at), eb('sortie_id', '<', row.sortie_id)]),
      ]),
    )
    .orderBy('start_at', 'desc')
    .orderBy('sortie_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (before?.hash ?? Buffer.alloc(0)).equals(row.previous_hash)
}

/**
 * A drone's whole chain, in its order. Tracks are not looked at: `recordIntact` does that for one
 * sortie.
 */
export const checkRecordChain = async (
  db: Db,
  droneId: string,
): Promise<{ checked: number; broken: string[] }> => {
  const rows = await db
    .selectFrom('work_record')
    .selectAll()
    .where('drone_id', '=', droneId)
    .orderBy('start_at')
    .orderBy('sortie_id')
    .execute()
  const broken: string[] = []
  let previous: Buffer = Buffer.alloc(0)
  for (const row of rows) {
    const whole =
      row.previous_hash.equals(previous) &&
      recordHash(toHashedRecord(row), row.track_hash, row.previous_hash).equals(row.hash)
    if (!whole) broken.push(row.sortie_id)
    previous = row.hash
  }
  return { checked: rows.length, broken }
}
