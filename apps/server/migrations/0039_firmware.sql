-- Builds that makers sign and hand out, the keys that they sign with, and which drone has which build.

-- A maker's keys: Ed25519 to sign with, AES-256 to encrypt with. The newest one is in use; older ones still verify what they signed.
create table firmware_key (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{16}$'), -- first 8 bytes of SHA-256 of the public key
  public_key bytea not null check (length(public_key) = 32),
  secrets_sealed bytea not null,                          -- seed of the private key (32 bytes) and encryption key (32), under MASTER_KEY
  created_by_name text not null,
  created_at timestamptz not null,
  downloaded_by_name text,
  downloaded_at timestamptz,                              -- the private parts leave once
  retired_at timestamptz                                  -- when a newer one took its place
);
create unique index firmware_key_in_use on firmware_key (account_id) where retired_at is null;
create index firmware_key_account on firmware_key (account_id, created_at desc);

create table firmware (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  file_name text not null,
  firmware_type text not null check (firmware_type in ('flight_controller', 'remote_controller', 'radio', 'rtk', 'sprayer', 'battery', 'other')),
  build_version text not null,
  model_id uuid references drone_model on delete set null, -- null: for every model of the maker
  rcid text not null default '',                          -- remote controllers for which it is meant; empty: all
  note text not null default '',
  bytes bigint not null check (bytes between 1 and 268435456),
  received_bytes bigint not null default 0,
  received_at timestamptz not null,                       -- of the last piece
  piece_bytes integer not null,
  key text not null unique,                               -- of the plain build in the file store
  sha256 bytea,                                           -- of the plain build
  state text not null default 'uploading' check (state in ('uploading', 'uploaded', 'encrypting', 'encrypted', 'signed')),
  key_id uuid references firmware_key,                    -- of the container
  container_key text,                                     -- of the container in the file store
  container_bytes bigint,                                 -- with its signature
  digest bytea,                                           -- SHA-256 of header and chunks: what is signed
  signature bytea check (length(signature) = 64),
  signed_at timestamptz,
  signed_by_name text,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  version integer not null default 1
);
create index firmware_account on firmware (account_id, created_at desc, id desc);
create unique index firmware_build on firmware (account_id, firmware_type, coalesce(model_id, '00000000-0000-0000-0000-000000000000'), rcid, build_version);
create index firmware_uploading on firmware (received_at) where state = 'uploading';

-- Every try to verify a file, whatever came of it.
create table firmware_check (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  file_name text not null,
  bytes bigint not null check (bytes between 1 and 285212672),
  received_bytes bigint not null default 0,
  received_at timestamptz not null,
  piece_bytes integer not null,
  key text,                                               -- in the file store until it is checked; null: it is kept no longer
  firmware_id uuid references firmware on delete set null, -- a build that is kept here was checked again
  state text not null default 'uploading' check (state in ('uploading', 'checking', 'passed', 'refused')),
  reason text,                                            -- why it was refused
  sha256 bytea,
  fingerprint text,                                       -- of the key that the file names
  firmware_type text,
  build_version text,
  user_id uuid not null,
  user_name text not null,
  created_at timestamptz not null,
  checked_at timestamptz
);
create index firmware_check_account on firmware_check (account_id, created_at desc, id desc);
create index firmware_check_uploading on firmware_check (received_at) where state = 'uploading';

-- A build on its way to many drones, in steps. All that decides how it goes on stands here.
create table firmware_rollout (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  name text not null,
  firmware_id uuid not null references firmware,
  back_firmware_id uuid references firmware,              -- what drones go back to; null: there is no way back
  model_id uuid references drone_model on delete set null,
  region_code text,                                       -- null: everywhere
  from_version text not null default '',                  -- drones that say they have this one; empty: any
  steps smallint[] not null,                              -- per cent of the drones, growing, the last one 100
  pass_percent smallint not null,                         -- of a step's drones must have it before the next one begins
  error_percent smallint not null,                        -- of those that ended may fail
  error_least smallint not null,                          -- so many failures before the share counts
  soak_min integer not null,                              -- from a step's success to the next one
  goes_back boolean not null,                             -- by itself, when it stops
  drone_num integer not null,
  state text not null check (state in ('running', 'paused', 'stopped', 'rolling_back', 'rolled_back', 'finished', 'cancelled')),
  step smallint not null default 0,                       -- from 0
  passed_at timestamptz,                                  -- since when the step is successful
  created_by_name text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  version integer not null default 1
);
create index firmware_rollout_account on firmware_rollout (account_id, created_at desc, id desc);
create index firmware_rollout_firmware on firmware_rollout (firmware_id);
create index firmware_rollout_back on firmware_rollout (back_firmware_id) where back_firmware_id is not null;
create index firmware_rollout_going on firmware_rollout (state) where state in ('running', 'rolling_back');

create table firmware_rollout_drone (
  rollout_id uuid not null references firmware_rollout on delete cascade,
  drone_id text not null references drone on delete cascade,
  position integer not null,                              -- from 1: in which order drones have their turn
  direction text not null default 'forward' check (direction in ('forward', 'back')),
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'downloading', 'verified', 'installed', 'failed', 'withdrawn')),
  offer_id uuid,                                          -- names the offer between drone and service
  received_bytes bigint not null default 0,
  reason text,                                            -- why it failed, in the words of the drone
  was_version text,                                       -- which one it had before
  is_told boolean not null default true,                  -- false: it has an offer that holds no longer, and does not know
  changed_at timestamptz not null,
  primary key (rollout_id, drone_id)
);
create unique index firmware_rollout_drone_open on firmware_rollout_drone (drone_id)
  where state in ('waiting', 'offered', 'downloading', 'verified');
create index firmware_rollout_drone_turn on firmware_rollout_drone (rollout_id, direction, state, position);
create index firmware_rollout_drone_drone on firmware_rollout_drone (drone_id);
create unique index firmware_rollout_drone_offer on firmware_rollout_drone (offer_id) where offer_id is not null;
create index firmware_rollout_drone_untold on firmware_rollout_drone (drone_id) where not is_told;
