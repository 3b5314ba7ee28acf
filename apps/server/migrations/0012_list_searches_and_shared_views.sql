-- The search box of the list of drones also finds parts of these numbers.
create index drone_number_words on drone using gin (
  reg_mark gin_trgm_ops, rack_no gin_trgm_ops, manufacturer_number gin_trgm_ops);

-- The search box of the list of plots also finds them by village and crop.
create index plot_village_words on plot using gin (lower(village) gin_trgm_ops);
create index plot_crop on plot (crop_id);

-- Saved views of lists that people share with their account; their own are in app_user.settings.
create table shared_list_view (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  list text not null, name text not null,
  query text not null,  -- filters and order as a URL query string
  -- null: the person was deleted; what they shared stays
  shared_by uuid references app_user on delete set null,
  shared_by_name text not null, shared_at timestamptz not null,
  unique (account_id, list, shared_by, name)
);
create index shared_list_view_author on shared_list_view (shared_by);
