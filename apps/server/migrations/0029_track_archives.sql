-- oldest program: 0014
-- Tracks of old months in Parquet files of the file store.
create table track_archive (
  id uuid primary key,
  month date not null,  -- the month of its chunks' from_at, in UTC
  key text not null unique,  -- in the file store
  -- writing: no chunk refers to it yet; unused: none does any more, and its file is removed later,
  -- so that a reader that found it before can still read it
  state text not null check (state in ('writing', 'stored', 'unused')),
  chunk_count integer not null default 0, flight_count integer not null default 0,
  point_count bigint not null default 0, bytes bigint not null default 0,
  changed_at timestamptz not null
);
create index track_archive_month on track_archive (month);

-- One row once it is set.
create table track_retention (
  is_only boolean primary key default true check (is_only),
  -- null: tracks stay in the database
  archive_after_months integer check (archive_after_months between 1 and 1200),
  -- null: tracks are kept for ever
  delete_after_months integer check (delete_after_months between 1 and 1200),
  check (delete_after_months is null or delete_after_months >= archive_after_months)
);

-- When a month was last archived or restored: months are not read every night.
create table track_month (month date primary key, checked_at timestamptz not null);

-- The partition of an archived month is written anew, because most of it is empty. Meanwhile the
-- new one is in this schema, and a trigger notes whether the old one is changed.
create schema track_rewrite;
create function note_change_of_month() returns trigger language plpgsql as $$
begin
  execute format('insert into track_rewrite.%I default values', tg_table_name || '_changed');
  return null;
end $$;
