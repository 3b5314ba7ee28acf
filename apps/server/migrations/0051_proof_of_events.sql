-- What a record's hash covers of the messages of its flight, and since when its hashes stand.

-- The take-off, landing and disarm events that a record was made of, as they were stored then: one line of JSON each
-- (gateway/recompute/flight-events.ts). Null: a record of version 1, whose hash says nothing of them.
alter table work_record
  add column events text,
  add column events_hash bytea,                          -- SHA-256 of the text, part of the record's hash
  add constraint work_record_events check ((events is null) = (events_hash is null));

-- Beside the record, and not in its hash: the same messages make the same record whenever they come.
create table record_made (
  drone_id text not null,
  sortie_id uuid not null,
  hash bytea not null, hash_at timestamptz not null,
  track_hash bytea not null, track_at timestamptz not null,
  stored_hash bytea,                                     -- SHA-256 of the track's chunk, byte for byte; null: there was none
  events_hash bytea, events_at timestamptz,
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie (drone_id, id) on delete cascade
);
