-- Drone models, drones, their credentials and commands, and sums of drones.

create table drone_model (
  id uuid primary key, manufacturer_id uuid not null references account, name text not null,
  -- rotor arms
  shape text not null check (shape in ('single', 'dual', 'three', 'four', 'six', 'eight', 'other')),
  power text not null check (power in ('electric', 'oil', 'hybrid')), tank_l real not null,
  swath_width_m real not null, picture_url text, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), version integer not null default 1,
  unique (manufacturer_id, name)
);

-- Serial numbers of one model: those of the same length as both ends and between them in ASCII
-- order. Ranges never overlap, also across manufacturers, because a serial number is unique in
-- the system.
create table drone_model_range (
  id uuid primary key, model_id uuid not null references drone_model on delete cascade,
  first_id text collate "C" not null check (first_id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,31}$'),
  last_id text collate "C" not null, created_at timestamptz not null default now(),
  check (length(first_id) = length(last_id) and first_id <= last_id)
);
create index drone_model_range_model on drone_model_range (model_id);
create index drone_model_range_ids on drone_model_range (length(first_id), first_id);

create table drone (
  -- the manufacturer's serial number
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,31}$'),
  name text not null, model_id uuid not null references drone_model,
  manufacturer_id uuid not null references account,
  operator_id uuid references account,  -- the owner; null while the manufacturer has it
  tenant_id uuid references account,  -- account that leases it
  reg_mark text, rack_no text, manufacturer_number text, buyer text,
  device_type text not null default 'sprayer'
    check (device_type in ('sprayer', 'spreader', 'mapper')),
  -- 1 sold, 2 leased out, 3 demonstration
  sale_type smallint not null default 1 check (sale_type between 1 and 3),
  rental_model smallint check (rental_model in (1, 2, 3, 5)), spray_width_m real,
  -- 0 debugging, 1 unactivated, 2 activated
  activation smallint not null default 1 check (activation between 0 and 2),
  locked boolean not null default false,
  region_code text collate "C" not null references region,  -- home region
  firmware text, created_at timestamptz not null default now(),
  version integer not null default 1,  -- version for optimistic locking
  released_at timestamptz,  -- released by the manufacturer: from debugging to unactivated
  released_by text,  -- name of the person who released it
  activated_at timestamptz,  -- first connection; null: not recorded
  -- Address of the camera stream (WHEP), as last reported.
  video_url text
);
create index drone_manufacturer on drone (manufacturer_id, id);
create index drone_operator on drone (operator_id, id);
create index drone_tenant on drone (tenant_id, id) where tenant_id is not null;
create index drone_region on drone (region_code, id);
create index drone_model_of on drone (model_id);
create index drone_id_words on drone using gin (id gin_trgm_ops);
create index drone_name_words on drone using gin (name gin_trgm_ops);
create index drone_name on drone (name, id);

-- Former manufacturer, owner and tenant of a drone, written at each change; the current ones are
-- in drone. A flight belongs to the parties at its start, however late it arrives.
create table drone_former_parties (
  drone_id text not null references drone on delete cascade, until_at timestamptz not null,
  manufacturer_id uuid not null references account, operator_id uuid references account,
  tenant_id uuid references account, region_code text collate "C" not null references region,
  user_id uuid,  -- who changed it
  user_name text not null,
  primary key (drone_id, until_at)
);
create index drone_former_operator on drone_former_parties (operator_id);
create index drone_former_manufacturer on drone_former_parties (manufacturer_id);

create table drone_credential (
  drone_id text not null references drone on delete cascade, id uuid not null,
  secret_hash bytea not null,  -- SHA-256 of 32 random bytes, base64url as issued
  created_at timestamptz not null default now(), created_by uuid,
  expires_at timestamptz,  -- set on the older credential at rotation
  last_used_at timestamptz,
  primary key (drone_id, id)
);

-- A manufacturer's secret key under its vendor number; factory credentials of its drones are
-- derived from it.
create table secret_key (
  vid integer primary key check (vid between 1 and 65535),
  account_id uuid not null references account on delete cascade,
  id uuid not null unique,  -- a rotated key gets a new id
  -- 32 random bytes under the master key: 12 bytes nonce, 16 tag, the rest
  key_sealed bytea not null,
  fingerprint text not null,  -- first 16 hex digits of the key's SHA-256
  created_by uuid, created_at timestamptz not null
);
create index secret_key_account on secret_key (account_id);

-- Commands to drones and their replies.
create table command (
  drone_id text not null references drone, id uuid not null,
  number bigint not null,  -- 1, 2, 3 … per drone; the device executes each once and in order
  type text not null, arguments jsonb not null default '{}',
  state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'done', 'refused', 'expired', 'cancelled')),
  account_id uuid not null references account,  -- account of the sender
  user_id uuid, user_name text not null, created_at timestamptz not null default now(),
  good_until timestamptz not null, sent_at timestamptz, ended_at timestamptz,
  reason text,  -- why the drone refused, as it reports
  primary key (drone_id, id),
  unique (drone_id, number)
);
-- Open commands: to send, to resend, to give up.
create index command_open on command (drone_id, number) where state in ('waiting', 'sent');

-- The last known state of a drone, written at checkpoints; processes start from it.
create table drone_state (
  drone_id text primary key references drone on delete cascade, last_message_at timestamptz,
  last_point_at timestamptz, lng double precision, lat double precision, height_m real,
  speed_ms real, heading_deg real, flow_l_min real, tank_l real, battery_percent real,
  link_percent real,
  flight text not null default 'offline'
    check (flight in ('offline', 'ground', 'flying', 'spraying')),
  region_code text collate "C", boot text,
  -- Practice flight, for the live map of other processes.
  simulating boolean not null default false,
  -- Progress of the flight in the air, written at checkpoints; null: not flying. The flight's
  -- rows are written at the landing.
  open_start_at timestamptz,
  open_end_at timestamptz,  -- last point, device clock
  open_distance_m double precision,
  open_spray_s double precision,  -- seconds
  open_spray_l double precision, open_covered_m2 double precision, open_swept_m2 double precision,
  open_point_count integer
);
create index drone_state_last on drone_state (last_message_at desc nulls last, drone_id);

-- Sums over a drone's closed work records, updated with them.
create table drone_total (
  drone_id text primary key references drone on delete cascade, sortie_count integer not null,
  duration_s double precision not null, covered_m2 double precision not null,
  swept_m2 double precision not null, spray_l double precision not null, last_sortie_at timestamptz
);
create index drone_total_covered on drone_total (covered_m2, drone_id);
create index drone_total_sorties on drone_total (sortie_count, drone_id);
create index drone_total_last on drone_total (last_sortie_at desc nulls last, drone_id);

-- Drones with the totals of their work, grouped by the columns of scopes and filters; `_wide`
-- without owner and tenant. drone_sum_change holds changes that are not added yet: sums and
-- changes together are exact in every snapshot. Fractions are numeric, so that what is
-- subtracted is exactly what was added.
create table drone_sum (
  manufacturer_id uuid not null, operator_id uuid, tenant_id uuid,
  region_code text collate "C" not null, model_id uuid not null, activation smallint not null,
  device_type text not null, sale_type smallint not null, drones bigint not null,
  sortie_count bigint not null, covered_m2 numeric not null,
  constraint drone_sum_key unique nulls not distinct (manufacturer_id, operator_id, tenant_id,
    region_code, model_id, activation, device_type, sale_type)
);
create index drone_sum_operator on drone_sum (operator_id);
create index drone_sum_tenant on drone_sum (tenant_id) where tenant_id is not null;

create table drone_sum_change (like drone_sum);

create table drone_sum_wide (
  manufacturer_id uuid not null, region_code text collate "C" not null, model_id uuid not null,
  activation smallint not null, device_type text not null, sale_type smallint not null,
  drones bigint not null, sortie_count bigint not null, covered_m2 numeric not null,
  constraint drone_sum_wide_key unique (manufacturer_id, region_code, model_id, activation,
    device_type, sale_type)
);

-- One person at a time controls a drone; control lapses without a sign of life.
create table drone_control (
  drone_id text primary key references drone on delete cascade,
  user_id uuid not null references app_user on delete cascade, user_name text not null,
  account_name text not null, taken_at timestamptz not null, lapses_at timestamptz not null
);

create table drone_control_request (
  drone_id text not null references drone on delete cascade,
  user_id uuid not null references app_user on delete cascade, user_name text not null,
  account_name text not null, asked_at timestamptz not null, lapses_at timestamptz not null,
  primary key (drone_id, user_id)
);

-- Teams with their members and drones, and certificates of pilots.
create table team (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  name text not null,
  leader_id uuid references app_user on delete set null,  -- a member of the team; null: no leader
  created_at timestamptz not null, version integer not null default 1
);
create unique index team_name on team (account_id, name);

-- A person is in at most one team, so that the work of teams can be added up.
create table team_member (
  user_id uuid primary key references app_user on delete cascade,
  team_id uuid not null references team on delete cascade, joined_at timestamptz not null
);
create index team_member_team on team_member (team_id);

-- A drone belongs to one team per account; the manufacturer and the owner may assign different
-- ones.
create table team_drone (
  account_id uuid not null references account on delete cascade,
  drone_id text not null references drone on delete cascade,
  team_id uuid not null references team on delete cascade,
  primary key (account_id, drone_id)
);
create index team_drone_team on team_drone (team_id);

create table pilot_certificate (
  id uuid primary key, user_id uuid not null references app_user on delete cascade,
  kind text not null check (kind in ('licence', 'insurance')), number text not null default '',
  valid_until date not null,  -- last valid day
  warned_days smallint,  -- before the end, of the last warning; null: none yet
  version integer not null default 1
);
create index pilot_certificate_user on pilot_certificate (user_id, valid_until);
create index pilot_certificate_end on pilot_certificate (valid_until);

-- A drone that is added, removed or changed moves the totals of its work with it.
create function sum_drones() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation,
        device_type, sale_type, count(*), 0, 0
      from made group by 1, 2, 3, 4, 5, 6, 7, 8;
  elsif tg_op = 'DELETE' then
    -- delete_totals_first has already subtracted its totals.
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation,
        device_type, sale_type, -count(*), 0, 0
      from gone group by 1, 2, 3, 4, 5, 6, 7, 8;
  else
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation,
        device_type, sale_type,
        sum(n), sum(n * coalesce(total.sortie_count, 0)),
          sum(n * coalesce(total.covered_m2::numeric, 0))
      from (select 1 as n, made.* from made union all select -1, gone.* from gone) changed
      left join drone_total total on total.drone_id = changed.id
      group by 1, 2, 3, 4, 5, 6, 7, 8
      having sum(n) <> 0 or sum(n * coalesce(total.sortie_count, 0)) <> 0
        or sum(n * coalesce(total.covered_m2::numeric, 0)) <> 0;
  end if;
  return null;
end $$;
create trigger drone_made after insert on drone referencing new table as made
  for each statement execute function sum_drones();
create trigger drone_changed after update on drone referencing new table as made old table as gone
  for each statement execute function sum_drones();
create trigger drone_gone after delete on drone referencing old table as gone
  for each statement execute function sum_drones();

create function delete_totals_first() returns trigger language plpgsql as $$
begin
  delete from drone_total where drone_id = old.id;
  return old;
end $$;
create trigger drone_going before delete on drone
  for each row execute function delete_totals_first();

-- Totals count under the current parties of the drone. The drone is locked before they are
-- written, so that a change of owner moves all of a total or none of it.
create function hold_drone() returns trigger language plpgsql as $$
begin
  perform from drone where id = new.drone_id for share;
  return new;
end $$;
create trigger drone_total_holds before insert or update on drone_total
  for each row execute function hold_drone();

create function sum_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation,
        device_type, sale_type, 0, sum(made.sortie_count), sum(made.covered_m2::numeric)
      from made join drone on drone.id = made.drone_id group by 1, 2, 3, 4, 5, 6, 7, 8
      having sum(made.sortie_count) <> 0 or sum(made.covered_m2::numeric) <> 0;
  elsif tg_op = 'UPDATE' then
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation,
        device_type, sale_type, 0,
        sum(made.sortie_count - gone.sortie_count),
          sum(made.covered_m2::numeric - gone.covered_m2::numeric)
      from made join gone on gone.drone_id = made.drone_id join drone on drone.id = made.drone_id
        group by 1, 2, 3, 4, 5, 6, 7, 8
      having sum(made.sortie_count - gone.sortie_count) <> 0
        or sum(made.covered_m2::numeric - gone.covered_m2::numeric) <> 0;
  else
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation,
        device_type, sale_type, 0, -sum(gone.sortie_count), -sum(gone.covered_m2::numeric)
      from gone join drone on drone.id = gone.drone_id group by 1, 2, 3, 4, 5, 6, 7, 8;
  end if;
  return null;
end $$;
create trigger drone_total_made after insert on drone_total referencing new table as made
  for each statement execute function sum_totals();
create trigger drone_total_changed after update on drone_total
  referencing new table as made old table as gone
  for each statement execute function sum_totals();
create trigger drone_total_gone after delete on drone_total referencing old table as gone
  for each statement execute function sum_totals();
