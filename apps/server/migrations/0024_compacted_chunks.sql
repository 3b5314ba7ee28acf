-- oldest program: 0014
-- outside a transaction
-- Points of the last seconds have no flight yet: they need no entry in its index.
drop index concurrently if exists track_chunk_flight;
create unique index concurrently track_chunk_flight on track_chunk (drone_id, sortie_id)
where sortie_id is not null;
drop index concurrently if exists track_chunk_sortie;
