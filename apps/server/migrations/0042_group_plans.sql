-- Several drones over one field: what was asked for, what was worked out, and how far each has come.

create table group_plan (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  name text not null,
  state text not null default 'ready' check (state in ('ready', 'flying', 'done')),
  plot_ids uuid[] not null,
  plot_names text not null,                 -- as they were, with commas between them
  settings jsonb not null,                  -- what was asked for, with the ground as it was
  route jsonb not null,                     -- strips, flights and times of packages/planner
  done jsonb not null default '[]',         -- strips that were sprayed before the plan was made anew
  drone_num integer not null,
  swept_m2 double precision not null,
  spray_l double precision not null,
  duration_s double precision not null,
  refill_num integer not null,
  turn_num integer not null,
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index group_plan_account on group_plan (account_id, updated_at desc);

create table group_plan_drone (
  plan_id uuid not null references group_plan on delete cascade,
  position smallint not null,               -- in the settings, from 0
  drone_id text references drone on delete set null,  -- null: whichever comes
  share smallint,                           -- in the route, from 0; null: it has none
  status text not null default 'waiting'
    check (status in ('waiting', 'sent', 'flying', 'paused', 'out', 'done')),
  done_sortie_num integer not null default 0,
  primary key (plan_id, position)
);
create index group_plan_drone_drone on group_plan_drone (drone_id);
