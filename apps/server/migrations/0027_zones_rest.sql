-- Zones as the formats of aviation carry them, every version of each, and which version each drone holds.

alter table no_fly_zone
  add column kind text not null default 'stay_out' check (kind in ('stay_out', 'stay_in')),
  add column restriction text not null default 'prohibited' check (restriction in ('prohibited', 'req_authorisation', 'conditional', 'no_restriction')),
  add column reasons jsonb not null default '[]',         -- of the nine of ED-269
  add column message text not null default '',            -- what people are told beside it
  add column authorities jsonb not null default '[]',     -- [{"name","contactName","phone","email","siteUrl","purpose"}]
  add column windows jsonb not null default '[]',         -- [{"days":[1…7],"from":"HH:mm","until":"HH:mm"}]; none: at all hours
  add column time_zone text not null default 'Etc/UTC',   -- whose clocks the windows are told by
  add column lower_reference text not null default 'ground' check (lower_reference in ('ground', 'sea')),
  add column upper_reference text not null default 'ground' check (upper_reference in ('ground', 'sea'));

-- What each zone was at which time: flights are judged by the zones of their day, and numbers say what a drone has heard of. A
-- zone that is deleted is disabled first; its versions stay.
create table no_fly_zone_version (
  number bigint primary key generated always as identity, -- grows with every change of any zone
  zone_id uuid not null,
  version integer not null,
  account_id uuid not null,
  enabled boolean not null,
  kind text not null,
  bounds box not null,                                    -- of this version and the one before it: where the change is felt
  content jsonb not null,                                 -- the row as it was
  since timestamptz not null,
  until timestamptz                                       -- null: it is the newest
);
create index no_fly_zone_version_zone on no_fly_zone_version (zone_id, number);
create index no_fly_zone_version_bounds on no_fly_zone_version using gist (bounds);
create index no_fly_zone_version_since on no_fly_zone_version (until, since);

create function keep_zone_version() returns trigger language plpgsql as $$
declare
  changed_at timestamptz := new.updated_at;
  felt box := new.bounds;
begin
  -- Numbers are given and seen in one order: who has heard of one has heard of all below it.
  perform pg_advisory_xact_lock(hashtext('no_fly_zone_version'));
  if tg_op = 'UPDATE' then
    if changed_at <= old.updated_at then changed_at := greatest(now(), old.updated_at); end if;
    felt := bound_box(old.bounds, new.bounds);
    update no_fly_zone_version set until = changed_at where zone_id = new.id and until is null;
  end if;
  insert into no_fly_zone_version (zone_id, version, account_id, enabled, kind, bounds, content, since)
    values (new.id, new.version, new.account_id, new.enabled, new.kind, felt, to_jsonb(new) - 'bounds', changed_at);
  return null;
end $$;
create trigger no_fly_zone_kept after insert or update on no_fly_zone for each row execute function keep_zone_version();

insert into no_fly_zone_version (zone_id, version, account_id, enabled, kind, bounds, content, since)
  select id, version, account_id, enabled, kind, bounds, to_jsonb(no_fly_zone) - 'bounds', updated_at from no_fly_zone order by updated_at, id;

-- The zones that a drone has said it holds: the proof that they reached it.
create table drone_zone_holding (
  drone_id text primary key references drone on delete cascade,
  number bigint not null,                                 -- it has heard of every change up to this one
  bounds box not null,                                    -- on this ground
  version text not null,                                  -- as it said it
  acknowledged_at timestamptz not null
);
create index drone_zone_holding_bounds on drone_zone_holding using gist (bounds);
