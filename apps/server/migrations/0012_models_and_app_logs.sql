-- Drone models: ranges of serial numbers, and a width that drones without one of their own follow.

-- Serial numbers of one model: those as long as the first and the last that lie between them, in the order of ASCII. No two ranges
-- overlap, whoever's they are, because a serial number is one drone's in the whole system.
create table drone_model_range (
  id uuid primary key,
  model_id uuid not null references drone_model on delete cascade,
  first_id text collate "C" not null check (first_id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,31}$'),
  last_id text collate "C" not null,
  created_at timestamptz not null default now(),
  check (length(first_id) = length(last_id) and first_id <= last_id)
);
create index drone_model_range_model on drone_model_range (model_id);
create index drone_model_range_ids on drone_model_range (length(first_id), first_id);

alter table drone_model add column updated_at timestamptz not null default now();

-- m of swath; null: that of the model, today and after it is changed.
alter table drone alter column spray_width_m drop not null;
update drone set spray_width_m = null from drone_model where drone_model.id = drone.model_id and drone.spray_width_m = drone_model.swath_width_m;

alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file add constraint stored_file_purpose_check check (purpose in ('avatar', 'logo', 'licence', 'model'));

-- Logs of the ground apps (remote controllers, phones). The bytes lie in the file store under the key; the row is there before them
-- and goes after them.
create table app_log (
  id uuid primary key,
  key text not null unique,                              -- 256 random bits, base64url
  file_name text not null,
  kind text not null check (kind in ('text', 'gzip', 'zip', 'binary')), -- by its content, whatever it was said to be
  bytes integer not null,
  sha256 bytea not null,
  account_id uuid not null references account,           -- whose it is: the uploader's, or the drone's owner's (its maker's while it has none)
  drone_id text references drone on delete set null,
  manufacturer_id uuid references account,               -- those of the drone at the time of the upload
  operator_id uuid references account,
  tenant_id uuid references account,
  region_code text collate "C" not null,
  app_version text,
  platform text check (platform in ('android', 'ios', 'windows', 'linux', 'other')),
  note text not null default '',
  uploaded_by uuid,                                      -- null: the device itself
  uploader_name text not null,                           -- of the person at that time; the serial number where it was the device
  uploaded_at timestamptz not null,
  stored boolean not null default false,                 -- its bytes have arrived; until then nobody sees it
  removed_at timestamptz                                 -- nobody sees it any more; its bytes go, then the row
);
create index app_log_newest on app_log (uploaded_at desc, id desc) where stored and removed_at is null;
create index app_log_manufacturer on app_log (manufacturer_id, uploaded_at desc);
create index app_log_account on app_log (account_id, uploaded_at desc);
create index app_log_drone on app_log (drone_id, uploaded_at desc) where drone_id is not null;
create index app_log_leaving on app_log (uploaded_at) where removed_at is not null or not stored;

-- How long an account keeps the logs of its drones and people, days; without a row as long as nobody deletes them.
create table app_log_retention (
  account_id uuid primary key references account on delete cascade,
  days integer not null check (days between 1 and 3650)
);
