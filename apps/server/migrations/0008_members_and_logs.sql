-- Members who leave, people who ask to join, and logs that are read by time.

-- A member who was deleted stays a name beside what he or she flew; phone, e-mail, password, picture and settings are gone.
alter table app_user add deleted_at timestamptz;
alter table app_user drop constraint app_user_check;
alter table app_user add constraint app_user_login check (deleted_at is not null or phone is not null or email is not null);
alter table app_user add constraint app_user_deleted check (deleted_at is null or (phone is null and email is null and password_hash is null and not enabled));

create table user_application (
  id uuid primary key,
  account_id uuid not null references account on delete cascade, -- whom the person wants to join
  admin_id uuid not null references app_user,            -- whom the person asked
  name text not null,
  phone text, email text,                                -- as app_user has them
  user_type smallint not null check (user_type in (2, 3)),
  password_hash text,                                    -- argon2id, until it is decided
  message text not null default '',
  status smallint not null default 1 check (status between 1 and 3), -- 1 unaudited, 2 passed, 3 rejected
  applied_at timestamptz not null,
  reviewed_by uuid, reviewer_name text, reviewed_at timestamptz,
  reason text,                                           -- why it was rejected
  user_id uuid references app_user,                      -- whom it became
  check ((phone is null) <> (email is null)),
  check ((status = 1) = (password_hash is not null))
);
-- Whoever asks again while the first is undecided changes the first.
create unique index user_application_open_phone on user_application (account_id, phone) where status = 1 and phone is not null;
create unique index user_application_open_email on user_application (account_id, email) where status = 1 and email is not null;
create index user_application_account on user_application (account_id, applied_at desc);
create index user_application_applied on user_application (applied_at desc);

-- Which drones a person has flown: what people of personal scope see.
create index sortie_pilot_drone on sortie (pilot_id, drone_id) where pilot_id is not null;

-- The newest of all accounts, and of one account by what was done.
create index audit_log_time on audit_log (at desc, account_id, number desc);
create index audit_log_action on audit_log (account_id, action, at desc);
