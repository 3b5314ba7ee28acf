-- Files of fields and zones on their way in: what was found, what a person chose of it, and what became of it, so that the whole
-- can be taken back.

create table geometry_import (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  created_by uuid not null,                               -- no reference: a log outlives its people
  created_by_name text not null,
  created_at timestamptz not null,
  target text not null check (target in ('plots', 'no-fly-zones')),
  file_name text not null,
  bytes integer not null,
  key text,                                               -- of the file store, while it may be read anew; null: removed
  settings jsonb not null,                                -- how it is read and what its features become
  status text not null default 'ready' check (status in ('ready', 'applying', 'applied', 'cancelled', 'undone')),
  format text not null,
  system text not null,                                   -- of its coordinates, in its own words; empty: it tells none
  encoding text not null,
  notes jsonb not null,                                   -- what is to be known of the file as a whole
  columns jsonb not null,                                 -- names of its properties
  good_count integer not null default 0,                  -- of its items, by state and by what became of them
  mended_count integer not null default 0,
  bad_count integer not null default 0,
  chosen_count integer not null default 0,
  made_count integer not null default 0,
  refused_count integer not null default 0,
  kept_count integer not null default 0,
  done_count integer not null default 0,                  -- while it is applied; written beside the transaction that makes the rows
  is_cancel_asked boolean not null default false,
  problem text,                                           -- why it could not be applied
  finished_at timestamptz,                                -- applied, cancelled or undone
  version integer not null default 1
);
create index geometry_import_account on geometry_import (account_id, created_at desc, id desc);
create index geometry_import_waiting on geometry_import (created_at) where key is not null;

create table geometry_import_item (
  import_id uuid not null references geometry_import on delete cascade,
  number integer not null,                                -- from 1, in the order of the file
  layer text not null,
  name text not null,
  properties jsonb not null,
  state text not null check (state in ('good', 'mended', 'bad')),
  shape jsonb,                                            -- as it may be kept, WGS-84; null: not at all
  outline jsonb,                                          -- the same with few corners, to be drawn small
  area_m2 double precision not null,
  zone jsonb,                                             -- what aviation's formats say beside the shape
  problems jsonb not null,
  is_chosen boolean not null,
  made_id uuid,                                           -- the plot or zone that it became
  made_name text,
  refusal text,                                           -- why it became none, in the words of whoever asked
  is_kept boolean not null default false,                 -- changed since, and so left by whoever took the rest back
  primary key (import_id, number)
);
create index geometry_import_item_state on geometry_import_item (import_id, state, number);
