-- RTK, ground stations, parts, versions of the ground app, and firmware.

-- RTK receivers and base stations, settings of ground apps, allowed parts, app versions.
create table rtk_device (
  id text collate "C" primary key,  -- the receiver's own serial number
  account_id uuid not null references account on delete cascade,
  pn text not null default '',  -- part number of the manufacturer
  kind text not null check (kind in ('onboard', 'handheld', 'base')),
  qxdsk text collate "C" unique,  -- key of the correction service; null: not bound
  drone_id text references drone on delete set null,  -- the drone it is installed in
  allowed boolean not null default true,  -- false: gets no corrections
  expires_on date,  -- last day of the service; null: never renewed
  warned_days smallint,  -- before the end, of the last warning; null: none yet
  created_at timestamptz not null, version integer not null default 1
);
create index rtk_device_account on rtk_device (account_id, id);
create index rtk_device_drone on rtk_device (drone_id) where drone_id is not null;
create index rtk_device_end on rtk_device (expires_on) where expires_on is not null;

-- Quality of the receiver's position on a flight, computed from the same points.
create table sortie_fix (
  drone_id text not null, sortie_id uuid not null, start_at timestamptz not null,
  told_count integer not null,  -- points with a fix status
  fixed_count integer not null,  -- of these: RTK fixed
  float_count integer not null,  -- of these: RTK float
  satellite_count integer not null,  -- points with a satellite count
  satellite_sum integer not null,
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie on delete cascade
);
create index sortie_fix_time on sortie_fix (drone_id, start_at);

-- NTRIP mount points, where base stations send corrections and rovers fetch them. The name is
-- the address and therefore unique.
create table ntrip_mount (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  name text collate "C" not null unique check (name ~ '^[A-Za-z0-9_-]{2,32}$'),
  place text not null default '',  -- location in words
  format text not null,  -- of its messages, for the source table
  lng double precision not null,  -- WGS-84 degrees
  lat double precision not null, enabled boolean not null default true,
  base_secret_hash bytea not null,  -- SHA-256; the secrets are shown once
  rover_secret_hash bytea not null,
  base_since timestamptz,  -- connected since; null: not connected
  base_agent text,  -- name reported by the base station
  last_data_at timestamptz, rover_count integer not null default 0,
  version integer not null default 1
);
create index ntrip_mount_account on ntrip_mount (account_id, name);

-- Settings of an account's ground apps: each save adds a row, the last one is in force.
create table ground_station_config (
  account_id uuid not null references account on delete cascade,
  number integer not null,  -- from 1
  theme text not null check (theme in ('system', 'light', 'dark', 'contrast')),
  launch_page_url text, home_page_url text, server_address text, saved_at timestamptz not null,
  user_id uuid references app_user on delete set null,
  user_name text not null,  -- name at that time
  primary key (account_id, number)
);

-- Allow list of parts by account; kinds without an entry are not restricted.
create table allowed_part (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  kind text not null,
  hw_id text collate "C" not null,  -- upper case: manufacturers print both
  note text not null default '', added_at timestamptz not null,
  unique (account_id, kind, hw_id)
);
create index allowed_part_newest on allowed_part (account_id, added_at desc, id desc);

-- The parts of a drone, as it last reported them.
create table drone_part (
  drone_id text not null references drone on delete cascade, kind text not null,
  hw_id text collate "C" not null, firmware text, first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (drone_id, kind, hw_id)
);
create index drone_part_hw on drone_part (kind, hw_id);

-- A part that a drone reports and its manufacturer does not list.
create table part_alarm (
  id uuid primary key, drone_id text not null references drone on delete cascade,
  -- the drone's manufacturer, whose list applies
  account_id uuid not null references account on delete cascade,
  kind text not null, hw_id text collate "C" not null, raised_at timestamptz not null,
  state text not null check (state in ('open', 'accepted', 'listed', 'gone')), ended_at timestamptz,
  user_id uuid references app_user on delete set null,  -- who accepted it
  user_name text, reason text,
  told_at timestamptz,  -- when people were notified
  version integer not null default 1,
  check ((state = 'open') = (ended_at is null))
);
create unique index part_alarm_open on part_alarm (drone_id, kind, hw_id)
  where state in ('open', 'accepted');
create index part_alarm_account on part_alarm (account_id, raised_at desc, id desc);
create index part_alarm_untold on part_alarm (raised_at) where told_at is null and state = 'open';

create table app_version (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  platform text not null check (platform in ('android', 'ios', 'windows', 'linux', 'other')),
  version_name text not null,  -- as shown to people: 5.2.1
  version_order integer[] not null,  -- its numbers, for finding the newest
  url text not null,  -- download address
  sha256 text,  -- of the file, hexadecimal
  notes text not null default '',  -- release notes
  is_minimum boolean not null,  -- older ones must be updated before they fly
  published_at timestamptz not null, version integer not null default 1,
  unique (account_id, platform, version_order)
);

-- Firmware builds that manufacturers sign and distribute, their keys, and the builds on drones.
-- A manufacturer's keys: Ed25519 for signatures, AES-256 for encryption. The newest is in use;
-- older ones verify what they signed.
create table firmware_key (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  -- first 8 bytes of SHA-256 of the public key
  fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{16}$'),
  public_key bytea not null check (length(public_key) = 32),
  -- seed of the private key (32 bytes) and encryption key (32), under MASTER_KEY
  secrets_sealed bytea not null,
  created_by_name text not null, created_at timestamptz not null, downloaded_by_name text,
  downloaded_at timestamptz,  -- private parts can be downloaded once
  retired_at timestamptz  -- when a newer key replaced it
);
create unique index firmware_key_in_use on firmware_key (account_id) where retired_at is null;
create index firmware_key_account on firmware_key (account_id, created_at desc);

create table firmware (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  file_name text not null,
  firmware_type text not null
    check (firmware_type in ('flight_controller', 'remote_controller', 'radio', 'rtk', 'sprayer',
      'battery', 'other')),
  build_version text not null,
  model_id uuid references drone_model on delete set null,  -- null: every model of the manufacturer
  rcid text not null default '',  -- remote controllers it is for; empty: all
  note text not null default '', bytes bigint not null check (bytes between 1 and 268435456),
  received_bytes bigint not null default 0,
  received_at timestamptz not null,  -- of the last piece
  piece_bytes integer not null,
  key text not null unique,  -- unencrypted build in the file store
  sha256 bytea,  -- of the unencrypted build
  state text not null default 'uploading'
    check (state in ('uploading', 'uploaded', 'encrypting', 'encrypted', 'signed')),
  key_id uuid references firmware_key,  -- of the container
  container_key text,  -- of the container in the file store
  container_bytes bigint,  -- with its signature
  digest bytea,  -- SHA-256 of header and chunks: what is signed
  signature bytea check (length(signature) = 64), signed_at timestamptz, signed_by_name text,
  created_by uuid not null, created_by_name text not null, created_at timestamptz not null,
  version integer not null default 1
);
create index firmware_account on firmware (account_id, created_at desc, id desc);
create unique index firmware_build on firmware (account_id, firmware_type, coalesce(model_id,
  '00000000-0000-0000-0000-000000000000'), rcid, build_version);
create index firmware_uploading on firmware (received_at) where state = 'uploading';

-- Every attempt to verify a firmware file.
create table firmware_check (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  file_name text not null, bytes bigint not null check (bytes between 1 and 285212672),
  received_bytes bigint not null default 0, received_at timestamptz not null,
  piece_bytes integer not null,
  key text,  -- key in the file store until it is verified; null: deleted
  -- a build stored here was verified again
  firmware_id uuid references firmware on delete set null,
  state text not null default 'uploading'
    check (state in ('uploading', 'checking', 'passed', 'refused')),
  reason text,  -- why it was refused
  sha256 bytea,
  fingerprint text,  -- id of the key that the file names
  firmware_type text, build_version text, user_id uuid not null, user_name text not null,
  created_at timestamptz not null, checked_at timestamptz
);
create index firmware_check_account on firmware_check (account_id, created_at desc, id desc);
create index firmware_check_uploading on firmware_check (received_at) where state = 'uploading';

-- A roll-out of a build to many drones, in steps. The row holds the whole state of the roll-out.
create table firmware_rollout (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  name text not null, firmware_id uuid not null references firmware,
  back_firmware_id uuid references firmware,  -- build to roll back to; null: none
  model_id uuid references drone_model on delete set null,
  region_code text,  -- null: everywhere
  from_version text not null default '',  -- only drones that report this version; empty: any
  steps smallint[] not null,  -- percent of the drones, ascending, the last one 100
  -- percent of a step's drones that must have it before the next step begins
  pass_percent smallint not null,
  error_percent smallint not null,  -- percent of finished drones that may fail
  error_least smallint not null,  -- failures before the percentage applies
  soak_min integer not null,  -- minutes between a step's success and the next step
  goes_back boolean not null,  -- automatically when it stops
  drone_num integer not null,
  state text not null
    check (state in ('running', 'paused', 'stopped', 'rolling_back', 'rolled_back', 'finished',
      'cancelled')),
  step smallint not null default 0,  -- from 0
  passed_at timestamptz,  -- when the step succeeded
  created_by_name text not null, created_at timestamptz not null, ended_at timestamptz,
  version integer not null default 1
);
create index firmware_rollout_account on firmware_rollout (account_id, created_at desc, id desc);
create index firmware_rollout_firmware on firmware_rollout (firmware_id);
create index firmware_rollout_back on firmware_rollout (back_firmware_id)
  where back_firmware_id is not null;
create index firmware_rollout_going on firmware_rollout (state)
  where state in ('running', 'rolling_back');

create table firmware_rollout_drone (
  rollout_id uuid not null references firmware_rollout on delete cascade,
  drone_id text not null references drone on delete cascade,
  position integer not null,  -- from 1: the order in which drones get the update
  direction text not null default 'forward' check (direction in ('forward', 'back')),
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'downloading', 'verified', 'installed', 'failed',
      'withdrawn')),
  offer_id uuid,  -- identifies the offer between drone and server
  received_bytes bigint not null default 0,
  reason text,  -- why it failed, as the drone reports
  was_version text,  -- version before
  is_told boolean not null default true,  -- false: has an outdated offer and was not notified yet
  changed_at timestamptz not null,
  primary key (rollout_id, drone_id)
);
create unique index firmware_rollout_drone_open on firmware_rollout_drone (drone_id)
  where state in ('waiting', 'offered', 'downloading', 'verified');
create index firmware_rollout_drone_turn on firmware_rollout_drone (rollout_id, direction, state,
  position);
create index firmware_rollout_drone_drone on firmware_rollout_drone (drone_id);
create unique index firmware_rollout_drone_offer on firmware_rollout_drone (offer_id)
  where offer_id is not null;
create index firmware_rollout_drone_untold on firmware_rollout_drone (drone_id) where not is_told;
