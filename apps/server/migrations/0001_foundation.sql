-- The foundation: who there is, what flies, what was received, what came of it.
-- Conventions: ids are UUIDv7 made by the program; a drone's id is its maker's serial number; areas in square
-- metres, lengths in metres, volumes in litres, durations in seconds, times in UTC; region codes are the nine
-- digits of docs/glossary.md ("region code"), collated "C" so that a prefix is a range.
-- Tables that grow with flight time (track_chunk, device_event, quarantine, sortie, work_record, anomaly, recompute)
-- carry drone_id in every primary, unique and foreign key, so that they can be distributed by drone as they are.

create table region (
  code text collate "C" primary key check (code ~ '^\d{9}$'),
  parent_code text collate "C" references region,
  level smallint not null check (level between 0 and 3), -- 0 country, 1 first level, 2 second, 3 third
  names jsonb not null                                   -- {"en","zh-CN","zh-TW","th","ko"}
);
create index region_parent on region (parent_code);

create table account (
  id uuid primary key,
  parent_id uuid references account,
  path text collate "C" not null unique,                 -- ancestors' and own id without hyphens, each followed by '/'
  type text not null check (type in ('platform', 'government', 'manufacturer', 'operator', 'farmer')),
  operator_type text check (operator_type in ('team', 'personal')),
  name text not null,
  tag text,                                              -- set on a sub-platform only
  screens text[],                                        -- a sub-platform's screen list; null: not narrowed
  region_code text collate "C" not null references region,
  time_zone text not null,                               -- IANA name
  theme text not null default 'default',                 -- host theme by which its people sign in
  custom_domain text unique,
  logo_url text,
  contact_name text, contact_phone text, contact_address text, email text,
  legal_name text, credit_code text, business_license_url text,
  check_status smallint not null default 2 check (check_status between 1 and 3), -- 1 unaudited, 2 passed, 3 rejected
  enabled boolean not null default true,
  vip_level smallint not null default 0 check (vip_level between 0 and 9),
  can_create_sub boolean not null default false,
  lease_account boolean not null default false,
  created_at timestamptz not null default now()
);
create index account_parent on account (parent_id);
create index account_path on account (path text_pattern_ops);

create table app_user (
  id uuid primary key,
  account_id uuid not null references account,
  phone text unique,                                     -- country code, hyphen, number: +86-13800000001
  email text unique,
  name text not null,
  head_url text,
  user_type smallint not null check (user_type between 1 and 6),
  data_scope text not null default 'enterprise' check (data_scope in ('enterprise', 'personal')),
  password_hash text,                                    -- argon2id, encoded
  enabled boolean not null default true,
  settings jsonb not null default '{}',                  -- language, area unit, big screen
  created_at timestamptz not null default now(),
  check (phone is not null or email is not null)
);
create index app_user_account on app_user (account_id);

create table session (
  id uuid primary key,
  family uuid not null,
  user_id uuid not null references app_user on delete cascade,
  host text not null,
  access_hash bytea not null unique,                     -- SHA-256 of jToken
  access_until timestamptz not null,
  refresh_hash bytea not null unique,                    -- SHA-256 of the refresh token; spent ones: session_spent_refresh
  idle_until timestamptz not null,
  absolute_until timestamptz not null,
  remember boolean not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null default now()
);
create index session_of_user on session (user_id);
create index session_family on session (family);

create table captcha (
  nonce_hash bytea primary key,
  answer text not null,
  expires_at timestamptz not null
);

create table audit_log (
  account_id uuid not null references account,
  number bigint not null,                                -- 1, 2, 3 … without gaps within the account
  at timestamptz not null,
  log_type smallint not null,                            -- 1 sign-in and access, 2 change
  user_id uuid,
  user_name text not null,
  ip text,
  action text not null,                                  -- permission-like name: no-fly-zone.delete
  object_type text, object_id text, object_name text,
  details jsonb not null default '{}',
  previous_hash bytea not null, hash bytea not null,     -- SHA-256 chain within the account
  primary key (account_id, number)
);
create index audit_log_at on audit_log (account_id, at desc);

create table drone_model (
  id uuid primary key,
  manufacturer_id uuid not null references account,
  name text not null,
  shape text not null check (shape in ('single', 'dual', 'three', 'four', 'six', 'eight', 'other')), -- axes
  power text not null check (power in ('electric', 'oil', 'hybrid')),
  tank_l real not null, swath_width_m real not null,
  picture_url text,
  created_at timestamptz not null default now(),
  unique (manufacturer_id, name)
);

create table drone (
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,31}$'), -- the maker's serial number
  name text not null,
  model_id uuid not null references drone_model,
  manufacturer_id uuid not null references account,
  operator_id uuid references account,                   -- the owner; null while it stands at the maker's
  tenant_id uuid references account,                     -- while leased
  reg_mark text, rack_no text, manufacturer_number text, buyer text,
  device_type text not null default 'sprayer' check (device_type in ('sprayer', 'spreader', 'mapper')),
  sale_type smallint not null default 1 check (sale_type between 1 and 3), -- 1 sold, 2 leased out, 3 demonstration
  rental_model smallint check (rental_model in (1, 2, 3, 5)),
  spray_width_m real not null,
  activation smallint not null default 1 check (activation between 0 and 2), -- 0 debugging, 1 unactivated, 2 activated
  locked boolean not null default false,
  region_code text collate "C" not null references region, -- home
  firmware text,
  created_at timestamptz not null default now()
);
create index drone_manufacturer on drone (manufacturer_id, id);
create index drone_operator on drone (operator_id, id);
create index drone_tenant on drone (tenant_id, id) where tenant_id is not null;
create index drone_region on drone (region_code, id);
create index drone_model_of on drone (model_id);

create table drone_credential (
  drone_id text not null references drone on delete cascade,
  id uuid not null,
  secret_hash bytea not null,                            -- SHA-256 of 32 random bytes, base64url as issued
  created_at timestamptz not null default now(),
  created_by uuid,
  expires_at timestamptz,                                -- set on the older one at rotation
  last_used_at timestamptz,
  primary key (drone_id, id)
);

-- The last known state of a drone, written at checkpoints; what every process starts from.
create table drone_state (
  drone_id text primary key references drone on delete cascade,
  last_message_at timestamptz,
  last_point_at timestamptz,
  lng double precision, lat double precision,
  height_m real, speed_ms real, heading_deg real, flow_l_min real, tank_l real, battery_percent real, link_percent real,
  flight text not null default 'offline' check (flight in ('offline', 'ground', 'flying', 'spraying')),
  region_code text collate "C",
  boot text
);

-- Sums over a drone's closed work records, rewritten with them.
create table drone_total (
  drone_id text primary key references drone on delete cascade,
  sortie_count integer not null, duration_s double precision not null,
  covered_m2 double precision not null, swept_m2 double precision not null, spray_l double precision not null,
  last_sortie_at timestamptz
);

create table crop (
  id text primary key,
  names jsonb not null                                   -- {"en","zh-CN","zh-TW","th","ko"}
);

create table plot (
  id uuid primary key,
  account_id uuid not null references account,
  name text not null,
  region_code text collate "C" not null references region,
  rings jsonb not null,                                  -- GeoJSON Polygon coordinates, WGS-84: outer ring, then holes
  bounds box not null,
  area_m2 double precision not null,
  crop_id text references crop,
  created_by uuid,
  created_at timestamptz not null default now()
);
create index plot_account on plot (account_id);
create index plot_bounds on plot using gist (bounds);
create index plot_region on plot (region_code);

create table no_fly_zone (
  id uuid primary key,
  account_id uuid not null references account,           -- who declared it
  name text not null,
  type smallint not null check (type in (1, 2)),         -- 1 other department, 2 civil aviation
  shape text not null check (shape in ('polygon', 'circle')),
  rings jsonb,                                           -- polygon: GeoJSON coordinates, outer ring then holes
  center_lng double precision, center_lat double precision, radius_m double precision,
  bounds box not null,
  area_m2 double precision not null,
  region_code text collate "C" not null references region,
  detail_address text not null default '',
  lower_m real, upper_m real,                            -- above ground; null: from the ground, without limit
  valid_from timestamptz, valid_until timestamptz,       -- null: open
  enabled boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((shape = 'polygon') = (rings is not null)),
  check ((shape = 'circle') = (radius_m is not null and center_lng is not null and center_lat is not null))
);
create index no_fly_zone_bounds on no_fly_zone using gist (bounds);
create index no_fly_zone_region on no_fly_zone (region_code, created_at desc);

-- The ingest log: one row a group commit and shard; a row leaves when all of it has been checkpointed.
create table ingest_segment (
  id bigint generated always as identity primary key,
  shard smallint not null,
  payload bytea not null,                                -- length-prefixed records, see docs/architecture.md
  written_at timestamptz not null default now()
);
create index ingest_segment_shard on ingest_segment (shard, id);

create table ingest_shard (
  shard smallint primary key,
  owner text,                                            -- the worker that folds this shard
  lease_until timestamptz not null default 'epoch'
);

create table track_chunk (
  drone_id text not null references drone,
  id uuid not null,
  sortie_id uuid,                                        -- set once the sortie is closed and compacted into this one chunk
  from_at timestamptz not null, until_at timestamptz not null,
  point_count integer not null,
  columns bytea not null,                                -- packages/domain track-columns, zstd from 2 KiB on
  rejected boolean not null default false,               -- cannot be of this drone beside its other points; later ones may clear them
  primary key (drone_id, id)
);
create index track_chunk_time on track_chunk (drone_id, from_at);
create unique index track_chunk_sortie on track_chunk (drone_id, sortie_id);

create table device_event (
  drone_id text not null references drone,
  at timestamptz not null,                               -- device clock, corrected as its points
  boot text not null default '',
  seq bigint not null default -1,
  type text not null,                                    -- takeoff, landing, online, offline
  sortie_number integer,
  payload jsonb not null default '{}',
  folded boolean not null default false,                 -- the sorties around it have been worked out with it
  primary key (drone_id, at, type, boot, seq)
);

create table quarantine (
  drone_id text not null,
  id uuid not null,
  received_at timestamptz not null,
  topic text not null,
  reason text not null,
  count integer not null,
  sample bytea not null,                                 -- the first bytes of what came, at most 4 KiB
  primary key (drone_id, id)
);
create index quarantine_received on quarantine (drone_id, received_at desc);

-- Which stretch of a drone's time must be derived again, and from when on.
create table recompute (
  drone_id text primary key references drone,
  from_at timestamptz not null, until_at timestamptz not null,
  due_at timestamptz not null
);
create index recompute_due on recompute (due_at);

create table sortie (
  drone_id text not null references drone,
  id uuid not null,
  number integer,                                        -- the device's own count, where it gives one
  boot text not null default '',
  state text not null check (state in ('open', 'closed')),
  close_reason text check (close_reason in ('landing', 'landing_detected', 'disarm', 'silence', 'next_takeoff')),
  start_at timestamptz not null, end_at timestamptz not null,
  point_count integer not null,
  bounds box,
  manufacturer_id uuid not null, operator_id uuid, tenant_id uuid, -- as they stood when it was flown
  pilot_id uuid,
  region_code text collate "C",
  simulated boolean not null default false,
  primary key (drone_id, id)
);
create index sortie_start on sortie (drone_id, start_at desc);
create index sortie_operator on sortie (operator_id, start_at desc);
create index sortie_manufacturer on sortie (manufacturer_id, start_at desc);
create index sortie_tenant on sortie (tenant_id, start_at desc) where tenant_id is not null;
create index sortie_region on sortie (region_code, start_at desc);
create index sortie_time on sortie (start_at desc);

create table work_record (
  drone_id text not null references drone,
  sortie_id uuid not null,
  start_at timestamptz not null, end_at timestamptz not null,
  manufacturer_id uuid not null, operator_id uuid, tenant_id uuid,
  pilot_id uuid, plot_id uuid, crop_id text, chemical text,
  region_code text collate "C",
  mode smallint check (mode between 1 and 5),            -- manual, AB line, planned route, orchard, edge
  duration_s double precision not null, distance_m double precision not null, spray_s double precision not null,
  spray_l double precision not null,
  spray_l_source text not null check (spray_l_source in ('flow', 'tank', 'none')), -- what the litres were worked out from
  height_m real, speed_ms real, flow_l_min real,         -- means while spraying; null: never sprayed
  width_m real not null,
  covered_m2 double precision not null,                  -- union of the swath
  swept_m2 double precision not null,                    -- distance × width
  repeated_m2 double precision not null,                 -- covered at least twice, by separate passes
  overlap_ratio real not null,                           -- repeated ÷ covered
  outside_plot_ratio real,                               -- share of the covered area outside the plot; null: no plot
  claimed_m2 double precision,                           -- what the device says
  track_hash bytea not null, previous_hash bytea not null, hash bytea not null, -- SHA-256
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie (drone_id, id) on delete cascade
);
create index work_record_time on work_record (drone_id, start_at desc);
create index work_record_operator on work_record (operator_id, start_at desc);

create table anomaly (
  drone_id text not null references drone,
  id uuid not null,
  sortie_id uuid not null,
  type smallint not null check (type between 1 and 5),
  level smallint not null check (level between 1 and 3),
  cause text not null,                                   -- the zone's id; else the rule's name: once per sortie and cause
  at timestamptz not null,
  lng double precision not null, lat double precision not null,
  evidence jsonb not null default '{}',
  replayed boolean not null default false,               -- found in points that came late: no live alarm was raised
  manufacturer_id uuid not null, operator_id uuid, tenant_id uuid,
  region_code text collate "C",
  created_at timestamptz not null default now(),
  primary key (drone_id, id),
  unique (drone_id, sortie_id, type, cause)
);
create index anomaly_at on anomaly (at desc);
create index anomaly_operator on anomaly (operator_id, at desc);
create index anomaly_manufacturer on anomaly (manufacturer_id, at desc);
create index anomaly_region on anomaly (region_code, at desc);

create table anomaly_read (
  user_id uuid not null references app_user on delete cascade,
  drone_id text not null,
  anomaly_id uuid not null,
  read_at timestamptz not null default now(),
  primary key (user_id, drone_id, anomaly_id)
);
