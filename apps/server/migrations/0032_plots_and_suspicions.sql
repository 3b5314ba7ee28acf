-- Flights over plots that are drawn after them, pages far down the list of plots, and what supervisors decide about suspicions.

-- Where plots came, changed or went: flights over it are looked for by a job.
create table plot_ground_change (
  id bigint generated always as identity primary key,
  bounds box not null
);
create index plot_ground_change_bounds on plot_ground_change using gist (bounds);

-- Flights that are worked out again though nothing of theirs has come.
create table flight_again (
  drone_id text not null references drone,
  sortie_id uuid not null,
  start_at timestamptz not null,
  marked boolean not null default false,                 -- handed to the recomputation
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie (drone_id, id) on delete cascade
);
create index flight_again_waiting on flight_again (drone_id, start_at) where not marked;
create index sortie_place on sortie using gist (bounds) where state = 'closed' and not simulated;

-- As it stood when the flight was first worked out, so that a plot drawn later cannot change what was covered; null: flown before
-- this was kept.
alter table sortie add column swath_width_m double precision;

-- Keys and sums of the list from the index alone: plots are wide rows.
drop index plot_created;
create index plot_created on plot (created_at desc nulls last, id desc) include (account_id, region_code, area_m2);

-- Taking back what a large file made is a job too.
alter table geometry_import drop constraint geometry_import_status_check;
alter table geometry_import add constraint geometry_import_status_check
  check (status in ('ready', 'applying', 'applied', 'cancelled', 'undoing', 'undone'));

-- What supervisors decide about a suspicion. One that somebody has looked at stays when points that come later show otherwise.
alter table claim_suspicion
  add column state text not null default 'open' check (state in ('open', 'looking', 'false_claim', 'in_order', 'withdrawn')),
  add column handler_id uuid,                            -- who looks at it, or has decided; no reference: a decision outlives its people
  add column decided_at timestamptz,
  add column version integer not null default 1,
  add constraint claim_suspicion_decided check ((state in ('false_claim', 'in_order')) <= (decided_at is not null));
create index claim_suspicion_undecided on claim_suspicion (drone_id, sortie_id) where state in ('open', 'looking');
create index claim_suspicion_id on claim_suspicion (id);

create table claim_step (
  drone_id text not null,
  suspicion_id uuid not null,
  number integer not null,                               -- from 1, in the order in which it was done
  kind text not null check (kind in ('look', 'comment', 'decide', 'reopen')),
  at timestamptz not null,
  user_id uuid not null,                                 -- no reference to them or their account either
  user_name text not null,                               -- as they were called then
  account_id uuid not null,
  account_name text not null,
  decision text check (decision in ('false_claim', 'in_order')),
  text text not null default '',
  primary key (drone_id, suspicion_id, number),
  foreign key (drone_id, suspicion_id) references claim_suspicion (drone_id, id) on delete cascade,
  check ((kind = 'decide') = (decision is not null))
);
