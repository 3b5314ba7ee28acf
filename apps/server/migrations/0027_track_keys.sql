-- oldest program: 0014
-- outside a transaction
-- Tracks by month, second file: keys of a partitioned table contain the time by which it is
-- partitioned.
drop index concurrently if exists track_chunk_key;
create unique index concurrently track_chunk_key on track_chunk (drone_id, id, from_at);
drop index concurrently if exists track_chunk_before_drone_id_sortie_id_from_at_idx;
create unique index concurrently track_chunk_before_drone_id_sortie_id_from_at_idx
  on track_chunk (drone_id, sortie_id, from_at) where sortie_id is not null;
drop index concurrently if exists track_chunk_before_archive_id_idx;
create index concurrently track_chunk_before_archive_id_idx on track_chunk (archive_id)
  where archive_id is not null;
alter table track_chunk validate constraint track_chunk_bound;
