-- What a drone was told, by whom, and what it answered.
create table command (
  drone_id text not null references drone,
  id uuid not null,
  number bigint not null,                                -- 1, 2, 3 … of this drone: a device carries out none twice and none out of order
  type text not null,
  arguments jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'done', 'refused', 'expired', 'cancelled')),
  account_id uuid not null references account,           -- whose person asked
  user_id uuid not null,
  user_name text not null,
  created_at timestamptz not null default now(),
  good_until timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  reason text,                                           -- why the drone refused, in its own words
  primary key (drone_id, id),
  unique (drone_id, number)
);
-- The few that are not over: what there is to send, to send again and to give up.
create index command_open on command (drone_id, number) where state in ('waiting', 'sent');
