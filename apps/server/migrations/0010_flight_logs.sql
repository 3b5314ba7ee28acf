-- Flight logs that people upload: received in pieces, read, looked at, and accepted or thrown away. The bytes lie in the file
-- store in pieces under `key` and the number of the piece; what was read of them lies there beside them.
create table flight_log (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  file_name text not null,
  bytes bigint not null check (bytes > 0),
  modified_ms bigint,                                    -- of the file where it came from: with name and length it tells an upload that is taken up again
  key text not null unique,
  piece_bytes integer not null,
  received_bytes bigint not null default 0,
  received_at timestamptz not null,                      -- of the last piece
  status text not null default 'uploading' check (status in ('uploading', 'reading', 'ready', 'unreadable', 'accepted')),
  problem text check (problem in ('not_a_log', 'no_points', 'too_slow', 'too_large', 'lost')), -- of an unreadable one
  reading_since timestamptz,
  attempts smallint not null default 0,
  sha256 bytea,
  format text,
  identity jsonb, heights jsonb, batteries jsonb, report jsonb,
  drone_id text references drone, proposed_by text check (proposed_by in ('serial', 'file_name', 'person')),
  pilot_id uuid,
  point_count integer,
  from_at timestamptz, until_at timestamptz,             -- of the points that can be stored
  preview jsonb,                                         -- the flights found for the drone chosen
  accepted_at timestamptz, accepted_by uuid, accepted_by_name text
);
create index flight_log_account on flight_log (account_id, created_at desc, id desc);
create index flight_log_drone on flight_log (drone_id) where drone_id is not null;
create index flight_log_waiting on flight_log (status, received_at) where status in ('uploading', 'reading', 'ready', 'unreadable');
create index flight_log_sha256 on flight_log (account_id, sha256) where sha256 is not null;

-- The flights of an accepted log, as they stood in it: says of a sortie over the same time that a log told of it, and who flew.
-- Stays when the log is deleted.
create table flight_log_sortie (
  drone_id text not null references drone,
  id uuid not null,
  flight_log_id uuid not null,
  start_at timestamptz not null, end_at timestamptz not null,
  known boolean not null,                                -- a sortie over this time was there before the log
  pilot_id uuid,
  primary key (drone_id, id)
);
create index flight_log_sortie_time on flight_log_sortie (drone_id, start_at);
