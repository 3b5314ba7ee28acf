-- Who flies with whom and with which drones, and what each pilot must hold to fly.

create table team (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  name text not null,
  leader_id uuid references app_user on delete set null,  -- one of its members; null: nobody leads it
  created_at timestamptz not null,
  version integer not null default 1
);
create unique index team_name on team (account_id, name);

-- A person is in one team at most: what a team did can then be added up.
create table team_member (
  user_id uuid primary key references app_user on delete cascade,
  team_id uuid not null references team on delete cascade,
  joined_at timestamptz not null
);
create index team_member_team on team_member (team_id);

-- A drone is given to one team of an account; its maker's and its owner's may be others.
create table team_drone (
  account_id uuid not null references account on delete cascade,
  drone_id text not null references drone on delete cascade,
  team_id uuid not null references team on delete cascade,
  primary key (account_id, drone_id)
);
create index team_drone_team on team_drone (team_id);

create table pilot_certificate (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  kind text not null check (kind in ('licence', 'insurance')),
  number text not null default '',
  valid_until date not null,                              -- the last day on which it is good
  warned_days smallint,                                   -- before the end, of the last warning; null: none yet
  version integer not null default 1
);
create index pilot_certificate_user on pilot_certificate (user_id, valid_until);
create index pilot_certificate_end on pilot_certificate (valid_until);
