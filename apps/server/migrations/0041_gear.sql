-- The gear beside a drone: RTK receivers and the base stations that correct them, what ground apps are set to, which parts may fly,
-- versions of the ground app, and who steers a drone.

create table rtk_device (
  id text collate "C" primary key,                         -- the receiver's own serial number
  account_id uuid not null references account on delete cascade,
  pn text not null default '',                             -- part number, as its maker calls the kind
  kind text not null check (kind in ('onboard', 'handheld', 'base')),
  qxdsk text collate "C" unique,                           -- key of the correction service; null: not bound
  drone_id text references drone on delete set null,       -- in which it flies
  allowed boolean not null default true,                   -- switched off: it gets no corrections
  expires_on date,                                         -- the last day of its service; null: never renewed
  warned_days smallint,                                    -- before the end, of the last warning; null: none yet
  created_at timestamptz not null,
  version integer not null default 1
);
create index rtk_device_account on rtk_device (account_id, id);
create index rtk_device_drone on rtk_device (drone_id) where drone_id is not null;
create index rtk_device_end on rtk_device (expires_on) where expires_on is not null;

-- How well a receiver knew its place on a flight: worked out with the flight, from the same points.
create table sortie_fix (
  drone_id text not null,
  sortie_id uuid not null,
  start_at timestamptz not null,
  told_count integer not null,                             -- points that tell a fix
  fixed_count integer not null,                            -- of these with RTK fixed
  float_count integer not null,                            -- of these with RTK float
  satellite_count integer not null,                        -- points that tell satellites
  satellite_sum integer not null,
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie on delete cascade
);
create index sortie_fix_time on sortie_fix (drone_id, start_at);

-- Where a base station hands in its corrections and rovers fetch them (NTRIP). The name is the address, so that there is one of it.
create table ntrip_mount (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  name text collate "C" not null unique check (name ~ '^[A-Za-z0-9_-]{2,32}$'),
  place text not null default '',                          -- where the base station stands, in words
  format text not null,                                    -- of its messages, as the source table tells it
  lng double precision not null,                           -- WGS-84 degrees
  lat double precision not null,
  enabled boolean not null default true,
  base_secret_hash bytea not null,                         -- SHA-256; the secrets are shown once
  rover_secret_hash bytea not null,
  base_since timestamptz,                                  -- connected since then; null: not
  base_agent text,                                         -- what the base station calls itself
  last_data_at timestamptz,
  rover_count integer not null default 0,
  version integer not null default 1
);
create index ntrip_mount_account on ntrip_mount (account_id, name);

-- What ground apps of an account are set to: every saving is a row, the last one holds.
create table ground_station_config (
  account_id uuid not null references account on delete cascade,
  number integer not null,                                 -- from 1 on
  theme text not null check (theme in ('system', 'light', 'dark', 'contrast')),
  launch_page_url text,
  home_page_url text,
  server_address text,
  saved_at timestamptz not null,
  user_id uuid references app_user on delete set null,
  user_name text not null,                                 -- of the person at that time
  primary key (account_id, number)
);

-- Parts that an account lets fly. Of a kind that it lists none of, it lets all fly.
create table allowed_part (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  kind text not null,
  hw_id text collate "C" not null,                         -- in capitals: makers print it both ways
  note text not null default '',
  added_at timestamptz not null,
  unique (account_id, kind, hw_id)
);
create index allowed_part_newest on allowed_part (account_id, added_at desc, id desc);

-- What a drone says it is made of, as it said last.
create table drone_part (
  drone_id text not null references drone on delete cascade,
  kind text not null,
  hw_id text collate "C" not null,
  firmware text,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (drone_id, kind, hw_id)
);
create index drone_part_hw on drone_part (kind, hw_id);

-- A part that a drone reports and its maker does not list.
create table part_alarm (
  id uuid primary key,
  drone_id text not null references drone on delete cascade,
  account_id uuid not null references account on delete cascade,  -- whose list judged it: the drone's maker
  kind text not null,
  hw_id text collate "C" not null,
  raised_at timestamptz not null,
  state text not null check (state in ('open', 'accepted', 'listed', 'gone')),
  ended_at timestamptz,
  user_id uuid references app_user on delete set null,     -- who accepted it
  user_name text,
  reason text,
  told_at timestamptz,                                     -- when people were told of it
  version integer not null default 1,
  check ((state = 'open') = (ended_at is null))
);
create unique index part_alarm_open on part_alarm (drone_id, kind, hw_id) where state in ('open', 'accepted');
create index part_alarm_account on part_alarm (account_id, raised_at desc, id desc);
create index part_alarm_untold on part_alarm (raised_at) where told_at is null and state = 'open';

create table app_version (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  platform text not null check (platform in ('android', 'ios', 'windows', 'linux', 'other')),
  version_name text not null,                              -- as people know it: 5.2.1
  version_order integer[] not null,                        -- its numbers, by which the newest is found
  url text not null,                                       -- where it is to be had
  sha256 text,                                             -- of the file, hexadecimal
  notes text not null default '',                          -- what is new
  is_minimum boolean not null,                             -- older ones must be updated before they fly
  published_at timestamptz not null,
  version integer not null default 1,
  unique (account_id, platform, version_order)
);

-- One person at a time steers a drone; without a sign of life it lapses.
create table drone_control (
  drone_id text primary key references drone on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  user_name text not null,
  account_name text not null,
  taken_at timestamptz not null,
  lapses_at timestamptz not null
);
create table drone_control_request (
  drone_id text not null references drone on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  user_name text not null,
  account_name text not null,
  asked_at timestamptz not null,
  lapses_at timestamptz not null,
  primary key (drone_id, user_id)
);

-- Where the picture of its camera is to be had (WHEP), as it said last.
alter table drone add column video_url text;
