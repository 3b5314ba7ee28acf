-- oldest program: 0014
-- Tracks by month, first of three files: all chunks of before a month X become one partition, so
-- that no row is copied. Points of more than five minutes ahead are refused, so programs that run
-- meanwhile write none of X. In an empty table X is the current month.
do $$
declare
  bound timestamptz;
begin
  select date_trunc('month', greatest(now(), max(from_at)) at time zone 'UTC') at time zone 'UTC'
      + case when count(*) > 0 then interval '2 months' else interval '0' end
    into bound from track_chunk;
  execute format('alter table track_chunk add constraint track_chunk_bound
    check (from_at < %L) not valid', bound);
end $$;
