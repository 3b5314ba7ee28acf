-- oldest program: 0014
-- Events for other programs: read with a cursor, and delivered to webhooks. Triggers write them in
-- the transaction of their cause, whichever version of the program makes the change.
create table change_event (
  -- In the order of transactions: a reader that is past a transaction has missed none before it,
  -- if it reads only those older than all that are running.
  transaction xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  kind text not null, object_id text not null,
  at timestamptz not null default clock_timestamp(),
  data jsonb not null,
  -- who may see it, as in the row that changed
  manufacturer_id uuid, operator_id uuid, tenant_id uuid, owner_id uuid,
  region_code text collate "C", pilot_id uuid, drone_id text,
  primary key (transaction, id)
);

-- One row. A cursor of another era, or before the deleted events, is refused.
create table change_era (
  is_only boolean primary key default true check (is_only),
  era uuid not null,
  deleted_transaction xid8 not null default '0', deleted_id bigint not null default 0
);
insert into change_era (era) values (gen_random_uuid());

create table webhook (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  -- calls as this key: its rights and drones, until it ends
  key_id uuid not null references api_key on delete cascade,
  name text not null, url text not null, kinds text[] not null,
  secret_sealed bytea not null,
  former_secret_sealed bytea, former_secret_until timestamptz,  -- signs as well until then
  enabled boolean not null default true,
  created_at timestamptz not null, created_by_name text not null,
  -- events up to here became deliveries
  taken_transaction xid8 not null, taken_id bigint not null,
  -- the process that delivers
  lease_id uuid, lease_until timestamptz,
  -- after a receiver that did not answer
  failures integer not null default 0, pause_until timestamptz, failing_since timestamptz,
  last_success_at timestamptz,
  version integer not null default 1
);
create index webhook_account on webhook (account_id, created_at desc);
create index webhook_key on webhook (key_id);

create table webhook_delivery (
  webhook_id uuid not null references webhook on delete cascade,
  transaction xid8 not null, event_id bigint not null,
  kind text not null, object_id text not null, at timestamptz not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  tries integer not null default 0,
  next_at timestamptz not null, give_up_at timestamptz not null,
  last_status integer,  -- of the receiver's last answer
  last_problem text check (last_problem in ('address', 'timeout', 'connection', 'status')),
  ended_at timestamptz,
  primary key (webhook_id, transaction, event_id)
);
create index webhook_delivery_waiting on webhook_delivery (webhook_id, transaction, event_id)
  where state = 'waiting';
create index webhook_delivery_object on webhook_delivery
  (webhook_id, object_id, transaction, event_id) where state = 'waiting';
create index webhook_delivery_at on webhook_delivery (webhook_id, at desc);

-- Flights: when they are closed.
create function write_flight_event() returns trigger language plpgsql as $$
begin
  insert into change_event (kind, object_id, data, manufacturer_id, operator_id, tenant_id,
    region_code, pilot_id, drone_id)
  values ('flight.ended', new.id::text, jsonb_build_object('flightId', new.id, 'droneId', new.drone_id,
      'startAt', new.start_at, 'endAt', new.end_at, 'closeReason', new.close_reason,
      'simulated', new.simulated),
    new.manufacturer_id, new.operator_id, new.tenant_id, new.region_code, new.pilot_id,
    new.drone_id);
  return null;
end $$;
create trigger flight_ends after insert on sortie
  for each row when (new.state = 'closed') execute function write_flight_event();
create trigger flight_ends_later after update on sortie
  for each row when (new.state = 'closed' and old.state = 'open')
  execute function write_flight_event();

-- Work records: new ones, and changed ones. A task counts them, so its progress changes with them.
create function write_record_event() returns trigger language plpgsql as $$
declare
  described jsonb := jsonb_build_object('flightId', new.sortie_id, 'droneId', new.drone_id,
    'startAt', new.start_at, 'endAt', new.end_at, 'coveredM2', new.covered_m2,
    'sweptM2', new.swept_m2, 'sprayL', new.spray_l, 'sprayS', new.spray_s,
    'durationS', new.duration_s, 'plotId', new.plot_id, 'taskId', new.task_id::text,
    'hash', encode(new.hash, 'hex'));
begin
  insert into change_event (kind, object_id, data, manufacturer_id, operator_id, tenant_id,
    region_code, pilot_id, drone_id)
  values ('record.changed', new.sortie_id::text, described, new.manufacturer_id, new.operator_id,
    new.tenant_id, new.region_code, new.pilot_id, new.drone_id);
  insert into change_event (kind, object_id, data, owner_id, region_code, drone_id)
  select 'task.progressed', task.id::text, jsonb_build_object('taskId', task.id::text,
      'flightId', new.sortie_id, 'droneId', new.drone_id, 'coveredM2', new.covered_m2,
      'counts', task.id is not distinct from new.task_id),
    task.account_id, task.region_code, new.drone_id
  from unified_task task
  where task.id in (new.task_id, case tg_op when 'UPDATE' then old.task_id end);
  return null;
end $$;
create trigger record_made after insert on work_record
  for each row execute function write_record_event();
create trigger record_changes after update on work_record
  for each row when (new.hash <> old.hash or new.task_id is distinct from old.task_id)
  execute function write_record_event();

-- A flight that was taken back.
create function write_removal_event() returns trigger language plpgsql as $$
begin
  insert into change_event (kind, object_id, data, manufacturer_id, operator_id, tenant_id,
    region_code, pilot_id, drone_id)
  values ('record.removed', old.sortie_id::text,
    jsonb_build_object('flightId', old.sortie_id, 'droneId', old.drone_id),
    old.manufacturer_id, old.operator_id, old.tenant_id, old.region_code, old.pilot_id,
    old.drone_id);
  return null;
end $$;
create trigger record_removed after delete on work_record
  for each row execute function write_removal_event();

create function write_alarm_event() returns trigger language plpgsql as $$
begin
  insert into change_event (kind, object_id, data, manufacturer_id, operator_id, tenant_id,
    region_code, pilot_id, drone_id)
  select case tg_op when 'INSERT' then 'alarm.raised' else 'alarm.changed' end, new.id::text,
    jsonb_build_object('alarmId', new.id, 'flightId', new.sortie_id, 'droneId', new.drone_id,
      'type', new.type, 'level', new.level, 'at', new.at, 'lng', new.lng, 'lat', new.lat,
      'state', new.state, 'closedReason', new.closed_reason),
    new.manufacturer_id, new.operator_id, new.tenant_id, new.region_code,
    (select pilot_id from sortie where drone_id = new.drone_id and id = new.sortie_id),
    new.drone_id;
  return null;
end $$;
create trigger alarm_raised after insert on anomaly
  for each row execute function write_alarm_event();
create trigger alarm_changes after update on anomaly
  for each row when (new.state <> old.state) execute function write_alarm_event();

create function write_task_event() returns trigger language plpgsql as $$
begin
  insert into change_event (kind, object_id, data, owner_id, region_code)
  values ('task.changed', new.id::text, jsonb_build_object('taskId', new.id::text,
      'name', new.name, 'state', new.state), new.account_id, new.region_code);
  return null;
end $$;
create trigger task_changes after update on unified_task
  for each row when (new.state <> old.state) execute function write_task_event();

-- Bill entries of a client: its account sees them as well as the lessor.
create function write_bill_event() returns trigger language plpgsql as $$
begin
  insert into change_event (kind, object_id, data, owner_id, tenant_id, drone_id)
  select 'bill.entered', new.client_id::text, jsonb_build_object('entryId', new.entry_id::text,
      'line', new.line, 'clientId', new.client_id::text, 'purpose', new.purpose,
      'currency', new.currency, 'amountMinor', new.amount_minor, 'at', new.at,
      'month', to_char(new.month, 'YYYY-MM'), 'droneId', new.drone_id),
    new.owner_id, client.tenant_account_id, new.drone_id
  from rental_client client where client.id = new.client_id;
  return null;
end $$;
create trigger bill_entered after insert on ledger_line
  for each row when (new.client_id is not null and new.purpose in ('prepaid', 'deposit'))
  execute function write_bill_event();

create function write_drone_event() returns trigger language plpgsql as $$
begin
  insert into change_event (kind, object_id, data, manufacturer_id, operator_id, tenant_id,
    region_code, drone_id)
  select 'drone.state', new.drone_id, jsonb_build_object('droneId', new.drone_id,
      'state', new.flight, 'lastMessageAt', new.last_message_at),
    manufacturer_id, operator_id, tenant_id, region_code, id
  from drone where id = new.drone_id;
  return null;
end $$;
create trigger drone_state_changes after update on drone_state
  for each row when (new.flight <> old.flight) execute function write_drone_event();

create function write_firmware_event() returns trigger language plpgsql as $$
begin
  insert into change_event (kind, object_id, data, manufacturer_id, operator_id, tenant_id,
    region_code, drone_id)
  select 'firmware.state', new.drone_id, jsonb_build_object('rolloutId', new.rollout_id,
      'droneId', new.drone_id, 'state', new.state, 'direction', new.direction,
      'reason', new.reason),
    manufacturer_id, null, null, null, id
  from drone where id = new.drone_id;
  return null;
end $$;
create trigger firmware_state_changes after update on firmware_rollout_drone
  for each row when (new.state <> old.state) execute function write_firmware_event();
