import { sql } from 'kysely'
import type { Db } from '@swath/server/platform/database/database'

/** Gives chunks the ids of recomputed ones (version 8), and records the hashes of their bytes. */
export const settleChunks = async (db: Db): Promise<void> => {
  await sql`update track_chunk set id = overlay(id::text placing '8' from 15 for 1)::uuid`.execute(
    db,
  )
  await sql`insert into record_made (drone_id, sortie_id, hash, hash_at, track_hash, track_at,
      stored_hash)
    select record.drone_id, record.sortie_id, record.hash, now(), track_hash, now(),
      sha256(columns)
    from work_record record join track_chunk chunk using (drone_id, sortie_id)
    on conflict (drone_id, sortie_id) do update set stored_hash = excluded.stored_hash`.execute(db)
  await sql`vacuum (full, analyze) track_chunk`.execute(db)
}

/** For queries of this version on a table of the version before the months. */
export const withArchiveColumns = async (db: Db): Promise<void> => {
  await sql`alter table track_chunk add column archive_id uuid, add column archive_row integer`.execute(
    db,
  )
}
export const withoutArchiveColumns = async (db: Db): Promise<void> => {
  await sql`alter table track_chunk drop column archive_id, drop column archive_row`.execute(db)
}
