-- Second factors of people, and how each session was opened.
alter table session
  add column method text check (method in ('password', 'code', 'passkey')),  -- null: unknown
  -- The second factor given in this session; null: none. A passkey alone counts as both.
  add column factor text check (factor in ('totp', 'passkey', 'recovery')),
  -- When the person last proved their identity again, to change their factors.
  add column confirmed_at timestamptz;

-- Roles (user types) whose people must have a second factor.
alter table account add column factor_roles smallint[] not null default '{}';

-- Authenticator apps (RFC 6238): at most one that is confirmed, and one that is being set up.
create table totp (
  id uuid primary key, user_id uuid not null references app_user on delete cascade,
  account_id uuid not null references account on delete cascade,
  secret_sealed bytea not null,  -- 20 bytes, under the master key
  -- The newest time step whose code was accepted: older codes are no longer valid.
  last_step bigint, created_at timestamptz not null, confirmed_at timestamptz,
  last_used_at timestamptz
);
create unique index totp_user on totp (user_id, (confirmed_at is null));
create index totp_account on totp (account_id);

create table passkey (
  id uuid primary key, user_id uuid not null references app_user on delete cascade,
  host text not null,  -- the host on which it was made: the relying party
  credential_id bytea not null unique, public_key bytea not null,  -- COSE
  counter bigint not null,  -- of signatures; 0 if the authenticator does not count
  transports text[] not null, name text not null, created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

create table recovery_code (
  code_hash bytea primary key,  -- SHA-256 of person and code
  user_id uuid not null references app_user on delete cascade, created_at timestamptz not null
);
create index recovery_code_user on recovery_code (user_id);

-- Challenges for passkeys, each valid once.
create table passkey_challenge (
  challenge bytea primary key, purpose text not null check (purpose in ('register', 'prove', 'sign-in')),
  session_id uuid references session on delete cascade,  -- null for a sign-in by passkey
  host text not null, expires_at timestamptz not null
);
create index passkey_challenge_session on passkey_challenge (session_id);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- An administrator's request to remove a person's factors; a second administrator confirms it.
create table factor_reset (
  user_id uuid primary key references app_user on delete cascade,
  account_id uuid not null references account on delete cascade,
  requested_by uuid not null references app_user on delete cascade,
  requested_at timestamptz not null, expires_at timestamptz not null
);
create index factor_reset_account on factor_reset (account_id);
create index factor_reset_requester on factor_reset (requested_by);
