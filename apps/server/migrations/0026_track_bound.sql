-- oldest program: 0014
-- Tracks by month, first of three files: all chunks of before a month X become one partition, so
-- that no row is copied. Points of more than five minutes ahead are refused, so programs that run
-- meanwhile write none of X. In an empty table X is the current month.
do $$
declare
  bound timestamptz;
begin
  -- Reads the whole table, before anything is locked.
  select date_trunc('month', greatest(now(), max(from_at)) at time zone 'UTC') at time zone 'UTC'
      + case when max(from_at) is null then interval '0' else interval '2 months' end
    into bound from track_chunk;
  execute format('alter table track_chunk add constraint track_chunk_bound
    check (from_at < %L) not valid', bound);
end $$;
-- Points of chunks with an archive_id are in an archive (0029), from that row on, and `columns` is
-- empty. Programs write none while the database admits older ones.
alter table track_chunk add column archive_id uuid, add column archive_row integer;
