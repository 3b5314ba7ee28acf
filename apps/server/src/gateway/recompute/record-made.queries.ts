// Since when record hashes are unchanged, and hashes of their tracks' bytes. Stored apart from the
// records, whose bytes do not depend on when they were made.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** Call after records were written: an unchanged hash keeps its time. */
export const noteMade = async (
  tx: Tx,
  droneId: string,
  sortieIds: readonly string[],
): Promise<void> => {
  if (sortieIds.length === 0) return
  await sql`
    insert into record_made as made (drone_id, sortie_id, hash, hash_at, track_hash, track_at,
      stored_hash, events_hash, events_at)
    select record.drone_id, record.sortie_id, record.hash, now(), record.track_hash, now(),
      case when chunk.archive_id is null then sha256(chunk.columns) end, record.events_hash,
      case when record.events_hash is not null then now() end
    from work_record as record
    left join track_chunk as chunk
      on chunk.drone_id = record.drone_id and chunk.sortie_id = record.sortie_id
      and chunk.from_at between record.start_at - interval '1 day'
        and record.end_at + interval '1 day'
    where record.drone_id = ${droneId} and record.sortie_id = any(${[...sortieIds]}::uuid[])
    on conflict (drone_id, sortie_id) do update set
      hash = excluded.hash,
      hash_at = case when made.hash = excluded.hash then made.hash_at else excluded.hash_at end,
      track_hash = excluded.track_hash,
      track_at = case
        when made.track_hash = excluded.track_hash then made.track_at else excluded.track_at end,
      stored_hash = case
        when made.track_hash = excluded.track_hash then made.stored_hash
        else excluded.stored_hash end,
      events_hash = excluded.events_hash,
      events_at = case
        when made.events_hash = excluded.events_hash then made.events_at
        else excluded.events_at end
      where (made.hash, made.track_hash, made.events_hash)
        is distinct from (excluded.hash, excluded.track_hash, excluded.events_hash)`.execute(tx)
}
