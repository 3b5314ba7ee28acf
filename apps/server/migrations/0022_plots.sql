-- Plots as people draw them: of several parts, changed in the course of years, and shown to others.

alter table plot rename column rings to parts;
update plot set parts = jsonb_build_array(parts);
comment on column plot.parts is 'GeoJSON MultiPolygon coordinates, WGS-84: parts of outer ring, then holes';
alter table plot
  add column sketch jsonb,                               -- parts with few corners, for maps of many; null: parts are so already
  add column shape_at timestamptz,                       -- since when the parts are these
  add column shape_by uuid,                              -- who drew them so; no reference: a log outlives its people
  add column updated_at timestamptz,
  add column version integer not null default 1;
update plot set shape_at = created_at, shape_by = created_by, updated_at = created_at;
alter table plot
  alter column shape_at set default now(), alter column shape_at set not null,
  alter column updated_at set default now(), alter column updated_at set not null;

-- What a plot looked like before. The shape of a day is the first that ended after it, else the plot's own.
create table plot_former_shape (
  plot_id uuid not null references plot on delete cascade,
  until_at timestamptz not null,
  from_at timestamptz not null,
  drawn_by uuid,
  parts jsonb not null,
  bounds box not null,
  area_m2 double precision not null,
  primary key (plot_id, until_at)
);
create index plot_former_shape_bounds on plot_former_shape using gist (bounds);

-- Shown to a telephone number; whoever has it says whether their account takes it.
create table plot_share (
  id uuid primary key,
  plot_id uuid not null references plot on delete cascade,
  phone text not null,                                   -- as app_user has it: country code, hyphen, number
  rights text not null check (rights in ('view', 'edit')),
  until_at timestamptz,                                  -- null: until it is recalled
  state text not null default 'offered' check (state in ('offered', 'accepted', 'declined')),
  receiver_account_id uuid references account on delete cascade,
  receiver_user_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  check ((state = 'offered') = (answered_at is null)),
  check (state <> 'accepted' or receiver_account_id is not null),
  unique (plot_id, phone)
);
create index plot_share_phone on plot_share (phone);
create index plot_share_receiver on plot_share (receiver_account_id) where state = 'accepted';

-- The list in its orders, and a map that counts without reading the plots themselves.
drop index plot_account;
create index plot_account on plot (account_id, created_at desc nulls last, id desc);
drop index plot_region;
create index plot_region on plot (region_code, created_at desc nulls last, id desc);
create index plot_created on plot (created_at desc nulls last, id desc);
create index plot_name on plot (name, id);
create index plot_area on plot (area_m2 desc nulls last, id desc);
drop index plot_bounds;
create index plot_bounds on plot using gist (bounds) include (id, account_id, region_code, created_by);
