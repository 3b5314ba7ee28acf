-- Accounts that are listed, reviewed and removed, and the keys by which a manufacturer's machines are known.

-- An account's log outlives it: the end of its chain is still checked when the account is gone.
alter table audit_log drop constraint audit_log_account_id_fkey;
alter table audit_head drop constraint audit_head_account_id_fkey;

create unique index account_tag on account (tag) where tag is not null;
create index account_created on account (created_at desc, id desc);
create index account_name on account (name, id);
create index account_region on account (region_code);
create index app_user_super_admin on app_user (account_id) where user_type = 1;

-- The secret key of a manufacturer under its vendor number; its drones' factory credentials follow from it.
create table secret_key (
  vid integer primary key check (vid between 1 and 65535),
  account_id uuid not null references account on delete cascade,
  id uuid not null unique,                               -- changes with each key: a rotated one is another
  key_sealed bytea not null,                             -- 32 random bytes under the master key: 12 bytes nonce, 16 tag, the rest
  fingerprint text not null,                             -- first 16 hex digits of the key's SHA-256
  created_by uuid,
  created_at timestamptz not null
);
create index secret_key_account on secret_key (account_id);
