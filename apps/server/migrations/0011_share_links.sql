-- Links with which a stranger opens one report without a sign-in. The address itself is not stored.
create table share_link (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  created_by uuid not null references app_user on delete cascade,
  report jsonb not null,  -- its kind and the parameters of the calls that it is made of
  token_hash bytea not null unique,  -- SHA-256
  created_at timestamptz not null, expires_at timestamptz not null, revoked_at timestamptz,
  openings integer not null default 0, last_opened_at timestamptz
);
create index share_link_account on share_link (account_id, created_at desc);
create index share_link_creator on share_link (created_by);

-- The newest openings of a link, without addresses.
create table share_opening (
  id uuid primary key, link_id uuid not null references share_link on delete cascade,
  opened_at timestamptz not null, device text not null, language text not null
);
create index share_opening_link on share_opening (link_id, opened_at desc);
