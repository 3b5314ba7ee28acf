-- Regions, accounts, people, sign-in, messages and logs.
-- Conventions: ids are UUIDv7 made by the program; a drone's id is its manufacturer's serial
-- number; areas in square metres, lengths in metres, volumes in litres, durations in seconds,
-- times in UTC; amounts of money in the smallest unit of their currency (_minor); region codes
-- are the nine digits of docs/glossary.md, collated "C" so that a prefix is a range. Tables that
-- grow with flight time (track_chunk, device_event, quarantine, sortie, work_record, anomaly,
-- recompute) have drone_id in every primary, unique and foreign key, so that they can be
-- distributed by drone.

create extension if not exists pg_trgm;

create table region (
  code text collate "C" primary key check (code ~ '^\d{9}$'),
  parent_code text collate "C" references region,
  -- 0 country, 1 first level, 2 second, 3 third
  level smallint not null check (level between 0 and 3),
  names jsonb not null  -- {"en","zh-CN","zh-TW","th","ko"}
);
create index region_parent on region (parent_code);

create table account (
  id uuid primary key, parent_id uuid references account,
  -- ancestors' and own id without hyphens, each followed by '/'
  path text collate "C" not null unique,
  type text not null
    check (type in ('platform', 'government', 'manufacturer', 'operator', 'farmer')),
  operator_type text check (operator_type in ('team', 'personal')), name text not null,
  tag text,  -- set on a sub-platform only
  screens text[],  -- a sub-platform's screens; null: all
  region_code text collate "C" not null references region,
  time_zone text not null,  -- IANA name
  theme text not null default 'default',  -- theme of the host on which its people sign in
  custom_domain text unique, logo_url text, contact_name text, contact_phone text,
  contact_address text, email text, legal_name text, credit_code text, business_license_url text,
  -- 1 unaudited, 2 passed, 3 rejected
  check_status smallint not null default 2 check (check_status between 1 and 3),
  enabled boolean not null default true,
  vip_level smallint not null default 0 check (vip_level between 0 and 9),
  can_create_sub boolean not null default false, lease_account boolean not null default false,
  created_at timestamptz not null default now(),
  -- Optimistic locking: a change names the version that was read, and is refused if the row
  -- has a newer one.
  version integer not null default 1
);
create index account_parent on account (parent_id);
create index account_path on account (path text_pattern_ops);
create index account_disabled on account (path) where not enabled;
create unique index account_tag on account (tag) where tag is not null;
create index account_created on account (created_at desc, id desc);
create index account_name on account (name, id);
create index account_region on account (region_code);

create table account_application (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  type smallint not null check (type in (1, 2)),  -- 1 registration, 2 modification
  -- 1 unaudited, 2 passed, 3 rejected
  status smallint not null default 1 check (status between 1 and 3),
  proposed jsonb not null,  -- the contract's AccountFields
  current jsonb,  -- of a modification: the same fields at the time of the request
  submitted_by uuid not null, submitted_at timestamptz not null, reviewed_by uuid,
  reviewer_name text, reviewed_at timestamptz,
  reason text  -- why it was rejected
);
create unique index account_application_open on account_application (account_id) where status = 1;
create index account_application_account on account_application (account_id, submitted_at desc);
create index account_application_submitted on account_application (submitted_at desc);

create table app_user (
  id uuid primary key, account_id uuid not null references account,
  phone text unique,  -- country code, hyphen, number: +86-13800000001
  email text unique, name text not null, head_url text,
  user_type smallint not null check (user_type between 1 and 6),
  data_scope text not null default 'enterprise' check (data_scope in ('enterprise', 'personal')),
  password_hash text,  -- argon2id, encoded
  enabled boolean not null default true,
  settings jsonb not null default '{}',  -- language, area unit, big screen
  created_at timestamptz not null default now(),
  -- Named rights (packages/domain/src/access/rights.ts).
  rights text[],  -- null: those of the role
  created_by uuid, last_sign_in_at timestamptz,
  -- Set: deleted. The name stays next to past flights; phone, e-mail, password, picture and
  -- settings are erased.
  deleted_at timestamptz,
  version integer not null default 1,
  constraint app_user_login
    check (deleted_at is not null or phone is not null or email is not null),
  constraint app_user_deleted
    check (deleted_at is null or (phone is null and email is null and password_hash is null
      and not enabled))
);
create index app_user_account on app_user (account_id);
create index app_user_super_admin on app_user (account_id) where user_type = 1;
create index app_user_name_words on app_user using gin (name gin_trgm_ops);

create table user_application (
  id uuid primary key,
  -- the account that the person wants to join
  account_id uuid not null references account on delete cascade,
  admin_id uuid not null references app_user,  -- the administrator asked
  name text not null,
  phone text, email text,  -- as in app_user
  user_type smallint not null check (user_type in (2, 3)),
  password_hash text,  -- argon2id, until the decision
  message text not null default '',
  -- 1 unaudited, 2 passed, 3 rejected
  status smallint not null default 1 check (status between 1 and 3),
  applied_at timestamptz not null, reviewed_by uuid, reviewer_name text, reviewed_at timestamptz,
  reason text,  -- why it was rejected
  user_id uuid references app_user,  -- the user created from it
  check ((phone is null) <> (email is null)),
  check ((status = 1) = (password_hash is not null))
);
-- A second application before the decision replaces the first.
create unique index user_application_open_phone on user_application (account_id, phone)
  where status = 1 and phone is not null;
create unique index user_application_open_email on user_application (account_id, email)
  where status = 1 and email is not null;
create index user_application_account on user_application (account_id, applied_at desc);
create index user_application_applied on user_application (applied_at desc);

-- Uploaded pictures. The content is in the file store under the same key; the row is written
-- before it and deleted after it, so that the store holds nothing without a row.
create table stored_file (
  key text primary key,  -- 256 random bits, base64url; not guessable
  media_type text not null,  -- of the stored picture, which is re-encoded
  bytes integer not null, width_px integer not null, height_px integer not null,
  account_id uuid references account on delete set null,  -- the account that uses it; null: none
  -- use of the picture; null: unused
  purpose text check (purpose in ('avatar', 'logo', 'licence', 'model', 'bulletin')),
  uploaded_by uuid,  -- null: not signed in
  uploaded_at timestamptz not null,
  unclaimed_since timestamptz not null  -- since when it is unused; deleted after a day
);
create index stored_file_unclaimed on stored_file (unclaimed_since) where account_id is null;
create index stored_file_account on stored_file (account_id) where account_id is not null;

create table session (
  id uuid primary key, family uuid not null,
  user_id uuid not null references app_user on delete cascade, host text not null,
  access_hash bytea not null unique,  -- SHA-256 of jToken
  access_until timestamptz not null,
  -- SHA-256 of the refresh token; spent ones: session_spent_refresh
  refresh_hash bytea not null unique,
  idle_until timestamptz not null, absolute_until timestamptz not null, remember boolean not null,
  ip text not null, user_agent text not null, created_at timestamptz not null default now(),
  -- Written when tokens are refreshed, and at most once a minute in between.
  last_used_at timestamptz not null default now()
);
create index session_of_user on session (user_id);
create index session_family on session (family);
create index session_idle on session (idle_until);

-- Refresh tokens already used in a session. Within the grace period a repeated one gets its
-- successor; later it is a sign of theft.
create table session_spent_refresh (
  hash bytea primary key,  -- SHA-256
  session_id uuid not null references session on delete cascade, spent_at timestamptz not null,
  successor_sealed bytea not null  -- the tokens issued at rotation, encrypted with this one
);
create index session_spent_refresh_session on session_spent_refresh (session_id);

create table captcha (
  nonce_hash bytea primary key, answer text not null, expires_at timestamptz not null
);
create index captcha_expires on captcha (expires_at);

-- Rate limits, with the columns of rate-limiter-flexible in its order.
create table throttle (
  key varchar(255) primary key,  -- rule:subject
  points integer not null default 0,
  expire bigint  -- milliseconds since 1970; null: never
);
create index throttle_expire on throttle (expire);

-- One-time codes that verify a phone number or e-mail address.
-- One code per recipient and purpose; a new one replaces it. Holds no phone numbers.
create table verification_code (
  recipient_hash bytea not null,  -- HMAC-SHA-256 of phone or e-mail address
  -- 1 sign-in, 2 registration, 3 reset, 4 signature of a contract
  purpose smallint not null check (purpose between 1 and 4),
  host text not null,  -- host name of the request; the code is invalid elsewhere
  salt bytea not null,
  code_hash bytea not null,  -- HMAC-SHA-256 of salt and code; random if the code was not sent
  tries_left smallint not null, expires_at timestamptz not null,
  primary key (recipient_hash, purpose)
);
create index verification_code_expires on verification_code (expires_at);

-- Messages that the demonstration would have sent.
create table outbox_message (
  id uuid primary key, channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,  -- masked
  subject text,  -- mail only
  body text not null, created_at timestamptz not null
);
create index outbox_message_created on outbox_message (created_at desc);

create table audit_log (
  account_id uuid not null,
  number bigint not null,  -- 1, 2, 3 … without gaps within the account
  at timestamptz not null,
  log_type smallint not null,  -- 1 sign-in and access, 2 change
  user_id uuid, user_name text not null, ip text,
  action text not null,  -- permission-like name: no-fly-zone.delete
  object_type text, object_id text, object_name text, details jsonb not null default '{}',
  previous_hash bytea not null, hash bytea not null,  -- SHA-256 chain within the account
  primary key (account_id, number)
);
create index audit_log_at on audit_log (account_id, at desc);
-- Audit log by time over all accounts, and of one account by action.
create index audit_log_time on audit_log (at desc, account_id, number desc);
create index audit_log_action on audit_log (account_id, action, at desc);
-- The last change of a row.
create index audit_log_object on audit_log (account_id, object_type, object_id, number desc);

-- The end of each account's chain: the next row follows it, and a truncated chain is detected.
create table audit_head (
  account_id uuid primary key,
  number bigint not null,  -- of the last row; 0: none yet
  hash bytea not null  -- of the last row; 32 zero bytes: none yet
);

create table bulletin (
  id uuid primary key,
  account_id uuid not null references account,  -- the publishing account
  state text not null check (state in ('draft', 'scheduled', 'published', 'recalled')),
  texts jsonb not null,  -- [{language, title, body}]; the first is the fallback
  target_types text[] not null,  -- account types: manufacturer, operator
  target_regions text[] not null,  -- regions of the recipients; empty: everywhere
  pictures text[] not null default '{}',  -- keys of the pictures in the texts
  recipient_count integer not null default 0,  -- number of rows in bulletin_recipient
  publish_at timestamptz,  -- publication time of a scheduled bulletin
  published_at timestamptz, recalled_at timestamptz, recall_reason text, created_by uuid not null,
  created_by_name text not null, created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null default 1,
  check ((state in ('published', 'recalled')) = (published_at is not null)),
  check ((state = 'recalled') = (recalled_at is not null and recall_reason is not null)),
  check (state <> 'scheduled' or publish_at is not null)
);
create index bulletin_account on bulletin (account_id, created_at desc);
create index bulletin_published on bulletin (published_at desc) where published_at is not null;
create index bulletin_due on bulletin (publish_at) where state = 'scheduled';

-- Written at publication: recipients stay as they were when accounts or regions change.
create table bulletin_recipient (
  account_id uuid not null references account on delete cascade,
  bulletin_id uuid not null references bulletin on delete cascade,
  read_at timestamptz,  -- first read by anybody of the account
  primary key (account_id, bulletin_id)
);
create index bulletin_recipient_bulletin on bulletin_recipient (bulletin_id, read_at);

create table bulletin_read (
  bulletin_id uuid not null references bulletin on delete cascade,
  user_id uuid not null references app_user on delete cascade, read_at timestamptz not null,
  primary key (bulletin_id, user_id)
);
create index bulletin_read_user on bulletin_read (user_id);

-- Attached files. The content is in the file store under the key; the row is written before it
-- and deleted after it.
create table bulletin_file (
  id uuid primary key,
  key text not null unique,  -- 256 random bits, base64url
  bulletin_id uuid references bulletin on delete set null,  -- null: unused; deleted after a day
  account_id uuid not null references account, name text not null, bytes integer not null,
  uploaded_by uuid not null, uploaded_at timestamptz not null, unclaimed_since timestamptz not null
);
create index bulletin_file_bulletin on bulletin_file (bulletin_id);
create index bulletin_file_account on bulletin_file (account_id);
create index bulletin_file_unclaimed on bulletin_file (unclaimed_since) where bulletin_id is null;

-- Running job processes. The jobs themselves are in the schema graphile_worker of the library.
create table job_runner (
  -- as in a job's locked_by
  id text primary key,
  -- last heartbeat, database clock
  heard_at timestamptz not null
);
