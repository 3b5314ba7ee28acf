-- oldest program: 0014
-- Tracks by month, last file: the table becomes a partition of a table with its name. Only the
-- catalog changes: the bound is validated and the keys exist. Programs name the same table.
alter table track_chunk rename to track_chunk_before;
alter table track_chunk_before drop constraint track_chunk_pkey;
alter table track_chunk_before
  add constraint track_chunk_before_pkey primary key using index track_chunk_key;
drop index track_chunk_flight;
alter index track_chunk_time rename to track_chunk_before_drone_id_from_at_idx;

create table track_chunk (
  drone_id text not null references drone, id uuid not null,
  sortie_id uuid,  -- set once the sortie is closed and compacted into this one chunk
  from_at timestamptz not null, until_at timestamptz not null, point_count integer not null,
  columns bytea not null,
  -- cannot be of this drone given its other points; later points may clear it
  rejected boolean not null default false,
  -- the points are in that archive, from its row on, and columns is empty; null: here
  archive_id uuid, archive_row integer,
  primary key (drone_id, id, from_at)
) partition by range (from_at);
comment on column track_chunk.columns is
  'packages/domain: track-packing.ts, or track-columns.ts, zstd from 2 KiB on';
create index track_chunk_time on track_chunk (drone_id, from_at);
create unique index track_chunk_flight on track_chunk (drone_id, sortie_id, from_at)
  where sortie_id is not null;
create index track_chunk_archive on track_chunk (archive_id) where archive_id is not null;

-- The months ahead; later ones are created by the job tracks.months. No point is lost to a wrong
-- clock of the server: what is of no month is in the default partition.
do $$
declare
  bound timestamptz;
  next timestamptz;
begin
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''')::timestamptz into strict bound
    from pg_constraint where conname = 'track_chunk_bound';
  execute format('alter table track_chunk attach partition track_chunk_before
    for values from (minvalue) to (%L)', bound);
  for ahead in 0..3 loop
    next := (bound at time zone 'UTC' + interval '1 month') at time zone 'UTC';
    execute format('create table %I partition of track_chunk for values from (%L) to (%L)',
      'track_chunk_' || to_char(bound at time zone 'UTC', 'YYYY_MM'), bound, next);
    bound := next;
  end loop;
end $$;
alter table track_chunk_before drop constraint track_chunk_bound;
create table track_chunk_other partition of track_chunk default;
