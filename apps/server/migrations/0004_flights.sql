-- Messages of devices, flights, work records, alarms, claims, weather, logs and saved
-- statistics.

-- The ingest log: one row per group commit and shard; deleted when all of it has been
-- checkpointed.
create table ingest_segment (
  id bigint generated always as identity primary key, shard smallint not null,
  payload bytea not null,  -- length-prefixed records
  written_at timestamptz not null default now()
);
create index ingest_segment_shard on ingest_segment (shard, id);

create table ingest_shard (
  shard smallint primary key,
  owner text,  -- the worker that processes this shard
  lease_until timestamptz not null default '1970-01-01 00:00:00+00'
);

create table track_chunk (
  drone_id text not null references drone, id uuid not null,
  sortie_id uuid,  -- set once the sortie is closed and compacted into this one chunk
  from_at timestamptz not null, until_at timestamptz not null, point_count integer not null,
  columns bytea not null,  -- packages/domain track-columns, zstd from 2 KiB on
  -- cannot be of this drone given its other points; later points may clear it
  rejected boolean not null default false,
  primary key (drone_id, id)
);
create index track_chunk_time on track_chunk (drone_id, from_at);
create unique index track_chunk_sortie on track_chunk (drone_id, sortie_id);

create table device_event (
  drone_id text not null references drone,
  at timestamptz not null,  -- device clock, corrected like its points
  boot text not null default '', seq bigint not null default -1,
  type text not null,  -- takeoff, landing, online, offline
  sortie_number integer, payload jsonb not null default '{}',
  folded boolean not null default false,  -- its sorties were computed with it
  primary key (drone_id, at, type, boot, seq)
);

create table quarantine (
  drone_id text not null, id uuid not null, received_at timestamptz not null, topic text not null,
  reason text not null, count integer not null,
  sample bytea not null,  -- the first bytes of the message, at most 4 KiB
  primary key (drone_id, id)
);
create index quarantine_received on quarantine (drone_id, received_at desc);

-- Periods of a drone that must be derived again, and from when on.
create table recompute (
  drone_id text primary key references drone, from_at timestamptz not null,
  until_at timestamptz not null, due_at timestamptz not null
);
create index recompute_due on recompute (due_at);

create table sortie (
  drone_id text not null references drone, id uuid not null,
  number integer,  -- the device's own count, if reported
  boot text not null default '', state text not null check (state in ('open', 'closed')),
  close_reason text
    check (close_reason in ('landing', 'landing_detected', 'disarm', 'silence', 'next_takeoff')),
  start_at timestamptz not null, end_at timestamptz not null, point_count integer not null,
  bounds box,
  manufacturer_id uuid not null, operator_id uuid, tenant_id uuid,  -- at the time of the flight
  pilot_id uuid, region_code text collate "C", simulated boolean not null default false,
  -- Alarm types of a flight and of its record: bit n is type n. Flights with alarms are few; a
  -- partial index answers what would otherwise join alarms for each flight.
  alarm_types smallint not null default 0,
  -- As of the first computation of the flight, so that a plot drawn later cannot change the
  -- covered area; null: flown before this column existed.
  swath_width_m double precision,
  primary key (drone_id, id)
);
create index sortie_start on sortie (drone_id, start_at desc);
create index sortie_operator on sortie (operator_id, start_at desc);
create index sortie_manufacturer on sortie (manufacturer_id, start_at desc);
create index sortie_tenant on sortie (tenant_id, start_at desc) where tenant_id is not null;
create index sortie_region on sortie (region_code, start_at desc);
create index sortie_time on sortie (start_at desc);
create index sortie_pilot on sortie (pilot_id, start_at desc) where pilot_id is not null;
-- Drones that a person has flown, for personal scope.
create index sortie_pilot_drone on sortie (pilot_id, drone_id) where pilot_id is not null;
create index sortie_open on sortie (start_at desc) where state = 'open';
-- Flights marked as practice at take-off (sortie.simulated, from the event's payload). They are
-- few and have their own list, whose totals are counted from the first index alone.
create index sortie_simulated on sortie (start_at desc)
  include (id, drone_id, end_at, state, manufacturer_id, operator_id, tenant_id, pilot_id,
    region_code)
  where simulated;
create index sortie_simulated_operator on sortie (operator_id, start_at desc) where simulated;
create index sortie_simulated_manufacturer on sortie (manufacturer_id, start_at desc)
  where simulated;
create index sortie_simulated_drone on sortie (drone_id, start_at desc) where simulated;
create index sortie_alarmed on sortie (start_at desc)
  include (manufacturer_id, region_code, alarm_types) where alarm_types > 0;
-- Tracks, batteries and pictures are requested by the flight's id alone (specification, section
-- 7).
create index sortie_id on sortie (id);
create index sortie_silent on sortie (manufacturer_id, start_at desc)
  where close_reason = 'silence';
create index sortie_place on sortie using gist (bounds) where state = 'closed' and not simulated;

-- Flights to compute again without new messages.
create table flight_again (
  drone_id text not null references drone, sortie_id uuid not null, start_at timestamptz not null,
  marked boolean not null default false,  -- handed to the recomputation
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie on delete cascade
);
create index flight_again_waiting on flight_again (drone_id, start_at) where not marked;

create table work_record (
  drone_id text not null references drone, sortie_id uuid not null, start_at timestamptz not null,
  end_at timestamptz not null, manufacturer_id uuid not null, operator_id uuid, tenant_id uuid,
  pilot_id uuid, plot_id uuid, crop_id text, chemical text, region_code text collate "C",
  mode smallint check (mode between 1 and 5),  -- manual, AB line, planned route, orchard, edge
  duration_s double precision not null, distance_m double precision not null,
  spray_s double precision not null, spray_l double precision not null,
  -- source of the litres
  spray_l_source text not null check (spray_l_source in ('flow', 'tank', 'none')),
  height_m real, speed_ms real, flow_l_min real,  -- means while spraying; null: never sprayed
  width_m real not null,
  covered_m2 double precision not null,  -- union of the swaths
  swept_m2 double precision not null,  -- distance × width
  repeated_m2 double precision not null,  -- covered at least twice, by separate passes
  overlap_ratio real not null,  -- repeated ÷ covered
  outside_plot_ratio real,  -- share of the covered area outside the plot; null: no plot
  claimed_m2 double precision,  -- as reported by the device
  track_hash bytea not null, previous_hash bytea not null, hash bytea not null,  -- SHA-256
  alarm_types smallint not null default 0,
  -- The task for which a flight counts. It may be reassigned, so it is not part of the hash.
  -- No reference, so that records can be distributed by drone.
  task_id bigint,
  -- The take-off, landing and disarm events behind a record, as stored then: one line of JSON
  -- each (gateway/recompute/flight-events.ts). Null: a record of version 1, whose hash does
  -- not cover them.
  events text,
  events_hash bytea,  -- SHA-256 of the text, part of the record's hash
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie on delete cascade,
  constraint work_record_events check ((events is null) = (events_hash is null))
);
create index work_record_time on work_record (drone_id, start_at desc);
create index work_record_operator on work_record (operator_id, start_at desc);
create index work_record_manufacturer on work_record (manufacturer_id, start_at desc);
create index work_record_region on work_record (region_code, start_at desc);
create index work_record_tenant on work_record (tenant_id, start_at desc)
  where tenant_id is not null;
create index work_record_pilot on work_record (pilot_id, drone_id) where pilot_id is not null;
create index work_record_covered on work_record (covered_m2, sortie_id);
create index work_record_duration on work_record (duration_s, sortie_id);
create index work_record_spray on work_record (spray_l, sortie_id);
create index work_record_overlap on work_record (overlap_ratio, sortie_id);
create index work_record_start on work_record (start_at desc)
  include (manufacturer_id, region_code, mode, duration_s, covered_m2, spray_l);
create index work_record_alarmed on work_record (start_at desc)
  include (manufacturer_id, region_code, mode, alarm_types, duration_s, covered_m2, spray_l)
  where alarm_types > 0;
-- For the first screens of farmers and manufacturers: last work on a plot, flights that ended in
-- silence.
create index work_record_plot on work_record (plot_id, start_at desc) where plot_id is not null;
create index work_record_task on work_record (task_id, start_at desc)
  include (operator_id, plot_id, duration_s, covered_m2, swept_m2, spray_l)
  where task_id is not null;

-- When the hashes of a record were made. Not part of the record and its hash: the same messages
-- give the same record whenever they arrive.
create table record_made (
  drone_id text not null, sortie_id uuid not null, hash bytea not null,
  hash_at timestamptz not null, track_hash bytea not null, track_at timestamptz not null,
  stored_hash bytea,  -- SHA-256 of the track's chunk, byte for byte; null: there was none
  events_hash bytea, events_at timestamptz,
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie on delete cascade
);

-- Plots sprayed by a flight; its record names the one with the largest part. Written and deleted
-- with the record.
create table plot_spraying (
  drone_id text not null, sortie_id uuid not null,
  plot_id uuid not null references plot on delete cascade, start_at timestamptz not null,
  covered_m2 double precision not null,  -- part of the flight's covered area within the plot
  -- sprayed lines on the plot and within 30 m of it, with their widths
  -- (packages/domain/src/spray-strips.ts); null: not written yet; empty: no track was kept
  strips bytea,
  primary key (drone_id, sortie_id, plot_id),
  foreign key (drone_id, sortie_id) references work_record on delete cascade
);
create index plot_spraying_plot on plot_spraying (plot_id, start_at desc, sortie_id desc);
-- Rows that the job still has to write.
create index plot_spraying_unwritten on plot_spraying (start_at, drone_id, sortie_id)
  where strips is null;

-- Documents of a drone, and pictures taken on its flights. The content is in the file store.
create table drone_file (
  drone_id text not null references drone on delete cascade, id uuid not null,
  sortie_id uuid,  -- flight of a picture; null: a document of the drone
  name text not null, media_type text not null, bytes integer not null, store_key text not null,
  user_id uuid, user_name text not null, created_at timestamptz not null,
  primary key (drone_id, id)
);
create index drone_file_sortie on drone_file (drone_id, sortie_id);

create table anomaly (
  drone_id text not null references drone, id uuid not null, sortie_id uuid not null,
  type smallint not null check (type between 1 and 5),
  level smallint not null check (level between 1 and 3),
  cause text not null,  -- zone id or rule name: one alarm per sortie and cause
  at timestamptz not null, lng double precision not null, lat double precision not null,
  evidence jsonb not null default '{}',
  replayed boolean not null default false,  -- found in late points: no live alarm was raised
  manufacturer_id uuid not null, operator_id uuid, tenant_id uuid, region_code text collate "C",
  created_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'acknowledged', 'closed')),
  -- of app_user; no foreign key, since flights and alarms are distributed by drone
  assignee_id uuid,
  -- expired: over for a week without action; withdrawn: later points show that it did not
  -- occur
  closed_reason text
    check (closed_reason in ('real', 'false_alarm', 'allowed', 'technical', 'other', 'expired',
      'withdrawn')),
  acknowledged_at timestamptz,  -- first seen
  closed_at timestamptz,  -- last seen
  version integer not null default 1,
  primary key (drone_id, id),
  unique (drone_id, sortie_id, type, cause),
  constraint anomaly_closed
    check ((state = 'closed') = (closed_reason is not null)
      and (state = 'closed') = (closed_at is not null))
);
create index anomaly_at on anomaly (at desc);
create index anomaly_operator on anomaly (operator_id, at desc);
create index anomaly_manufacturer on anomaly (manufacturer_id, at desc);
create index anomaly_region on anomaly (region_code, at desc);
create index anomaly_tenant on anomaly (tenant_id, at desc) where tenant_id is not null;
create index anomaly_id on anomaly (id);
create index anomaly_type on anomaly (type, at desc);
create index anomaly_not_closed on anomaly (at desc)
  include (state, level, manufacturer_id, operator_id, tenant_id, region_code)
  where state <> 'closed';
create index anomaly_assignee on anomaly (assignee_id, at desc) where assignee_id is not null;

create table anomaly_read (
  user_id uuid not null references app_user on delete cascade, drone_id text not null,
  anomaly_id uuid not null, read_at timestamptz not null default now(),
  primary key (user_id, drone_id, anomaly_id)
);

-- Steps in the handling of an alarm. Names are copied: people and accounts come and go.
create table alarm_step (
  drone_id text not null, anomaly_id uuid not null,
  number integer not null,  -- from 1, in order of time
  kind text not null check (kind in ('acknowledge', 'assign', 'comment', 'close', 'reopen')),
  at timestamptz not null,
  user_id uuid references app_user on delete set null,  -- null: automatic
  user_name text, account_id uuid references account on delete set null, account_name text,
  assignee_name text,  -- of an assignment; null: unassigned
  reason text,  -- why it was closed
  text text not null default '',
  primary key (drone_id, anomaly_id, number),
  foreign key (drone_id, anomaly_id) references anomaly on delete cascade
);

-- Messages about level 1 alarms by SMS or mail, and their state.
create table alarm_message (
  drone_id text not null, anomaly_id uuid not null,
  user_id uuid not null references app_user on delete cascade,
  channel text not null check (channel in ('sms', 'mail')),
  -- waiting: to be sent; held: for the digest, because of the hourly limit
  state text not null check (state in ('waiting', 'sent', 'failed', 'held')),
  -- The sending that contains this message: a single message or a digest.
  sending_id uuid,
  reason text,  -- why it failed, as the gateway reports, without recipients
  created_at timestamptz not null,
  sending_at timestamptz,  -- when sending was queued
  check ((state = 'held') = (sending_id is null) and (sending_id is null) = (sending_at is null)),
  primary key (drone_id, anomaly_id, user_id, channel),
  foreign key (drone_id, anomaly_id) references anomaly on delete cascade
);
create index alarm_message_user on alarm_message (user_id, sending_at desc);
create index alarm_message_sending on alarm_message (sending_id) where sending_id is not null;
create index alarm_message_held on alarm_message (user_id) where state = 'held';

-- How an account's alarms are judged and reported from a moment on. Past alarms keep the
-- settings of their day.
create table alarm_setting_change (
  account_id uuid not null references account on delete cascade,
  number integer not null,  -- from 1, in order of creation
  effective_from timestamptz not null,
  -- all values that the account sets from then on, by name; others are inherited
  overrides jsonb not null,
  user_id uuid references app_user on delete set null, user_name text not null,
  created_at timestamptz not null,
  primary key (account_id, number)
);
create index alarm_setting_change_from on alarm_setting_change (account_id, effective_from desc,
  number desc);

-- Weather of work records, and suspicious claims.
-- Answers of a weather service by cell (0.1 degree) and hour. The first answer is kept, so that
-- a flight computed again is judged by the same weather.
create table weather_observation (
  cell_lat smallint not null, cell_lng smallint not null,  -- south-west corner, tenths of a degree
  hour timestamptz not null,  -- start of it
  source text not null,  -- name of the service
  wind_ms real, wind_from_deg real, temperature_c real, humidity_percent real, rain_mm_h real,
  fetched_at timestamptz not null,
  primary key (cell_lat, cell_lng, hour)
);

-- Not part of the record and its hash: weather services answer later. Means over the spraying
-- time.
create table flight_weather (
  drone_id text not null references drone, sortie_id uuid not null, start_at timestamptz not null,
  end_at timestamptz not null, cell_lat smallint not null, cell_lng smallint not null,
  source text check (source in ('drone', 'provider', 'mixed')),  -- null: unknown
  wind_ms real, most_wind_ms real,
  wind_from_deg real,  -- direction it comes from, clockwise from north
  temperature_c real, humidity_percent real, rain_mm_h real,
  delta_t_c real,  -- dry-bulb minus wet-bulb temperature
  wanted boolean not null,  -- a weather service may add what the drone did not measure
  tries smallint not null default 0,  -- calls of the service without a result
  next_try_at timestamptz,
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie on delete cascade
);
create index flight_weather_wanted on flight_weather (start_at) where wanted;

-- What is compared between flights: where they sprayed, and a sketch of their places.
create table flight_claim (
  drone_id text not null references drone, sortie_id uuid not null, start_at timestamptz not null,
  operator_id uuid, covered_m2 double precision not null,
  bounds box not null,  -- of what was sprayed
  places integer[] not null,  -- hashes, ascending; empty where there are too few places
  -- boot of the device's program, and its message numbers
  boot text, first_seq bigint, last_seq bigint,
  compared boolean not null default false,
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie on delete cascade
);
create index flight_claim_due on flight_claim (start_at) where not compared;
create index flight_claim_ground on flight_claim using gist (bounds);
create index flight_claim_places on flight_claim using gin (places) where cardinality(places) > 0;

-- Suspicious claims, for supervisors. Of two flights the later one is marked.
create table claim_suspicion (
  drone_id text not null references drone, id uuid not null, sortie_id uuid not null,
  cause text not null, at timestamptz not null, lng double precision not null,
  lat double precision not null,
  -- the other flight; null: the drone's own data contradict each other
  other_drone_id text, other_sortie_id uuid,
  evidence jsonb not null default '{}', manufacturer_id uuid not null, operator_id uuid,
  tenant_id uuid, region_code text collate "C", created_at timestamptz not null default now(),
  -- Decision of a supervisor. A suspicion that somebody has handled stays when later points
  -- contradict it.
  state text not null default 'open'
    check (state in ('open', 'looking', 'false_claim', 'in_order', 'withdrawn')),
  -- who examines or decided it; no reference: a decision is kept when people are deleted
  handler_id uuid,
  decided_at timestamptz, version integer not null default 1,
  primary key (drone_id, id),
  foreign key (drone_id, sortie_id) references sortie on delete cascade,
  constraint claim_suspicion_decided
    check ((state in ('false_claim', 'in_order')) <= (decided_at is not null))
);
create index claim_suspicion_sortie on claim_suspicion (drone_id, sortie_id);
create index claim_suspicion_at on claim_suspicion (at desc);
create index claim_suspicion_region on claim_suspicion (region_code, at desc);
create index claim_suspicion_other on claim_suspicion (other_drone_id, other_sortie_id)
  where other_sortie_id is not null;
create index claim_suspicion_undecided on claim_suspicion (drone_id, sortie_id)
  where state in ('open', 'looking');
create index claim_suspicion_id on claim_suspicion (id);

create table claim_step (
  drone_id text not null, suspicion_id uuid not null,
  number integer not null,  -- from 1, in order of time
  kind text not null check (kind in ('look', 'comment', 'decide', 'reopen')),
  at timestamptz not null,
  user_id uuid not null,  -- no reference to the user or the account either
  user_name text not null,  -- names at that time
  account_id uuid not null, account_name text not null,
  decision text check (decision in ('false_claim', 'in_order')), text text not null default '',
  check ((kind = 'decide') = (decision is not null)),
  primary key (drone_id, suspicion_id, number),
  foreign key (drone_id, suspicion_id) references claim_suspicion on delete cascade
);

-- Uploaded flight logs: received in pieces, parsed, checked, then accepted or deleted. The file
-- store holds the pieces under `key` and the number of the piece, with the parsed data next to
-- them.
create table flight_log (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  created_by uuid not null, created_by_name text not null, created_at timestamptz not null,
  file_name text not null, bytes bigint not null check (bytes > 0),
  -- modification time of the file: with name and length it identifies an upload to resume
  modified_ms bigint,
  key text not null unique, piece_bytes integer not null, received_bytes bigint not null default 0,
  received_at timestamptz not null,  -- of the last piece
  status text not null default 'uploading'
    check (status in ('uploading', 'reading', 'ready', 'unreadable', 'accepted')),
  -- of an unreadable one
  problem text
    check (problem in ('not_a_log', 'no_points', 'format_not_read', 'too_slow', 'too_large',
      'lost')),
  reading_since timestamptz, attempts smallint not null default 0, sha256 bytea, format text,
  identity jsonb, heights jsonb, batteries jsonb, report jsonb, drone_id text references drone,
  proposed_by text check (proposed_by in ('serial', 'file_name', 'person')), pilot_id uuid,
  point_count integer,
  from_at timestamptz, until_at timestamptz,  -- of the usable points
  preview jsonb,  -- flights found for the chosen drone
  accepted_at timestamptz, accepted_by uuid, accepted_by_name text,
  -- Date and zone options of a log that the file leaves open, as a person chose.
  reading jsonb  -- { timeZone, dateOrder }; null: as in the file
);
create index flight_log_account on flight_log (account_id, created_at desc, id desc);
create index flight_log_drone on flight_log (drone_id) where drone_id is not null;
create index flight_log_waiting on flight_log (status, received_at)
  where status in ('uploading', 'reading', 'ready', 'unreadable');
create index flight_log_sha256 on flight_log (account_id, sha256) where sha256 is not null;

-- The flights of an accepted log: shows that a sortie over the same time came from a log, and
-- who flew. Kept when the log is deleted.
create table flight_log_sortie (
  drone_id text not null references drone, id uuid not null, flight_log_id uuid not null,
  start_at timestamptz not null, end_at timestamptz not null,
  known boolean not null,  -- a sortie over this time existed before the log
  pilot_id uuid,
  primary key (drone_id, id)
);
create index flight_log_sortie_time on flight_log_sortie (drone_id, start_at);

-- Logs of ground apps (remote controllers, phones). The content is in the file store under the
-- key; the row is written before it and deleted after it.
create table app_log (
  id uuid primary key,
  key text not null unique,  -- 256 random bits, base64url
  file_name text not null,
  -- detected from the content
  kind text not null check (kind in ('text', 'gzip', 'zip', 'binary')),
  bytes integer not null, sha256 bytea not null,
  -- owner: the uploader's account, or the drone's owner (its manufacturer if it has none)
  account_id uuid not null references account,
  drone_id text references drone on delete set null,
  manufacturer_id uuid references account,  -- parties of the drone at the time of the upload
  operator_id uuid references account, tenant_id uuid references account,
  region_code text collate "C" not null, app_version text,
  platform text check (platform in ('android', 'ios', 'windows', 'linux', 'other')),
  note text not null default '',
  uploaded_by uuid,  -- null: the device itself
  uploader_name text not null,  -- name at that time; the serial number if the device uploaded it
  uploaded_at timestamptz not null,
  stored boolean not null default false,  -- its content has arrived; hidden until then
  removed_at timestamptz  -- hidden; the content is deleted, then the row
);
create index app_log_newest on app_log (uploaded_at desc, id desc)
  where stored and removed_at is null;
create index app_log_manufacturer on app_log (manufacturer_id, uploaded_at desc);
create index app_log_account on app_log (account_id, uploaded_at desc);
create index app_log_drone on app_log (drone_id, uploaded_at desc) where drone_id is not null;
create index app_log_leaving on app_log (uploaded_at) where removed_at is not null or not stored;

-- How many days an account keeps the app logs of its drones and people; no row: until they are
-- deleted.
create table app_log_retention (
  account_id uuid primary key references account on delete cascade,
  days integer not null check (days between 1 and 3650)
);

-- Saved statistics, their mailings, and exports of drone statistics.
create table data_stat (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  -- null: its creator was deleted; shared ones stay
  made_by uuid references app_user on delete set null,
  made_by_name text not null, name text not null, is_shared boolean not null,
  show_type text not null,  -- from the settings, for filtering
  settings jsonb not null,  -- query and chart settings, in the names of the calls
  mail jsonb,  -- schedule and recipients; null: no mails
  mail_due_at timestamptz,  -- next mailing
  created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null default 1,
  check ((mail is null) = (mail_due_at is null))
);
create index data_stat_account on data_stat (account_id, updated_at desc, id desc);
create index data_stat_mail_due on data_stat (mail_due_at) where mail_due_at is not null;

-- Mailings of a statistic: each person gets it once per due time, also after retries.
create table data_stat_mailing (
  stat_id uuid not null references data_stat on delete cascade, due_at timestamptz not null,
  user_id uuid not null references app_user on delete cascade,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  reason text,  -- why it failed, without addresses
  primary key (stat_id, due_at, user_id)
);
create index data_stat_mailing_user on data_stat_mailing (user_id);

create table statistics_export (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  asked jsonb not null,  -- the filters of the list, as in the call
  format text not null check (format in ('csv', 'xlsx')), area_unit text not null,
  language text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  row_count integer,  -- null: not counted yet
  done_count integer not null default 0,
  key text,  -- key in the file store, once made
  bytes integer, created_at timestamptz not null, finished_at timestamptz
);
create index statistics_export_user on statistics_export (user_id, created_at desc);
create index statistics_export_created on statistics_export (created_at);

-- Withdrawn alarms no longer count for their flight.
create function alarm_types_of(of_drone text, of_sortie uuid)
  returns smallint language sql stable as $$
  select coalesce(bit_or(1 << type), 0)::smallint from anomaly
  where drone_id = of_drone and sortie_id = of_sortie and closed_reason is distinct from 'withdrawn'
$$;

-- A flight and its record may be written after its alarms.
create function take_alarm_types_of_sortie() returns trigger language plpgsql as $$
begin
  new.alarm_types := alarm_types_of(new.drone_id, new.id);
  return new;
end $$;
create trigger sortie_takes_alarm_types before insert on sortie
  for each row execute function take_alarm_types_of_sortie();

create function take_alarm_types_of_record() returns trigger language plpgsql as $$
begin
  new.alarm_types := alarm_types_of(new.drone_id, new.sortie_id);
  return new;
end $$;
create trigger work_record_takes_alarm_types before insert on work_record
  for each row execute function take_alarm_types_of_record();

-- Locks the flight before its alarm, as recomputation does: the same order everywhere avoids
-- deadlocks.
create function hold_flight() returns trigger language plpgsql as $$
begin
  perform from sortie where drone_id = new.drone_id and id = new.sortie_id for no key update;
  return new;
end $$;
create trigger anomaly_holds_flight before insert on anomaly
  for each row execute function hold_flight();

-- Locked here too, for deleted alarms: of two concurrent writers the later one sees the alarms
-- of the earlier.
create function give_alarm_types() returns trigger language plpgsql as $$
begin
  perform from sortie where (drone_id, id) in (select drone_id, sortie_id from changed)
    order by drone_id, id for no key update;
  update sortie set alarm_types = alarm_types_of(drone_id, id)
    where (drone_id, id) in (select drone_id, sortie_id from changed)
      and alarm_types <> alarm_types_of(drone_id, id);
  update work_record set alarm_types = alarm_types_of(drone_id, sortie_id)
    where (drone_id, sortie_id) in (select drone_id, sortie_id from changed)
      and alarm_types <> alarm_types_of(drone_id, sortie_id);
  return null;
end $$;
create trigger anomaly_made after insert on anomaly referencing new table as changed
  for each statement execute function give_alarm_types();
create trigger anomaly_gone after delete on anomaly referencing old table as changed
  for each statement execute function give_alarm_types();
-- An alarm may be raised while its flight is first written, each unseen by the other. Writing
-- the flight writes its alarms again after waiting for the other transaction, which updates the
-- flight.
create trigger anomaly_changed after update on anomaly referencing new table as changed
  for each statement execute function give_alarm_types();
