-- How often a thing was tried, by rate-limiter-flexible: its columns, in its order.
create table throttle (
  key varchar(255) primary key,                          -- rule:who
  points integer not null default 0,
  expire bigint                                          -- milliseconds since 1970; null: never
);
create index throttle_expire on throttle (expire);

-- Refresh tokens that a living session has spent. One that comes again within the grace gets its successor; later, whoever
-- brings it has stolen it, or was stolen from.
create table session_spent_refresh (
  hash bytea primary key,                                -- SHA-256
  session_id uuid not null references session on delete cascade,
  spent_at timestamptz not null,
  successor_sealed bytea not null                        -- the tokens issued at rotation, sealed with this one
);
create index session_spent_refresh_session on session_spent_refresh (session_id);
create index session_idle on session (idle_until);

-- The end of each account's chain: what is appended next follows it, and a chain that was cut short shows.
create table audit_head (
  account_id uuid primary key references account,
  number bigint not null,                                -- of the last row; 0: none yet
  hash bytea not null                                    -- of the last row; 32 zero bytes: none yet
);

create index account_disabled on account (path) where not enabled;
create index captcha_expires on captcha (expires_at);
