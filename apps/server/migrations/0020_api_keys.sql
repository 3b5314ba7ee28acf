-- oldest program: 0014
-- Keys with which programs call the API, as the person who made the key.
create table api_key (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  user_id uuid not null references app_user on delete cascade,  -- its maker
  name text not null,
  start text not null,  -- the first characters, by which people recognize it
  key_hash bytea not null unique,  -- SHA-256
  writes boolean not null,
  screens text[] not null, rights text[] not null,
  drone_ids text[],  -- null: not limited to drones
  addresses text[] not null,  -- addresses and ranges of callers; empty: any
  per_minute integer not null check (per_minute > 0),
  created_at timestamptz not null, expires_at timestamptz not null, revoked_at timestamptz,
  last_used_at timestamptz, last_used_ip text
);
create index api_key_account on api_key (account_id, created_at desc);
create index api_key_user on api_key (user_id);
