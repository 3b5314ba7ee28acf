-- Saved statistics, what went out of them by mail, and files of drone statistics that are made in the background.

create table data_stat (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  made_by uuid references app_user on delete set null,     -- null: its maker is gone; what was shared stays
  made_by_name text not null,
  name text not null,
  is_shared boolean not null,
  show_type text not null,                                 -- of the settings, to be filtered by
  settings jsonb not null,                                 -- what is asked and how it is shown, by the names of the calls
  mail jsonb,                                              -- when it goes out and to whom; null: not
  mail_due_at timestamptz,                                 -- when it next goes out
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check ((mail is null) = (mail_due_at is null))
);
create index data_stat_account on data_stat (account_id, updated_at desc, id desc);
create index data_stat_mail_due on data_stat (mail_due_at) where mail_due_at is not null;

-- Who was sent a statistic for which time: nobody twice, however often it is tried.
create table data_stat_mailing (
  stat_id uuid not null references data_stat on delete cascade,
  due_at timestamptz not null,
  user_id uuid not null references app_user on delete cascade,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  reason text,                                             -- why it failed, without addresses
  primary key (stat_id, due_at, user_id)
);
create index data_stat_mailing_user on data_stat_mailing (user_id);

create table statistics_export (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  asked jsonb not null,                                    -- the filters of the list, by the names of the call
  format text not null check (format in ('csv', 'xlsx')),
  area_unit text not null,
  language text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  row_count integer,                                       -- null: not counted yet
  done_count integer not null default 0,
  key text,                                                -- of the file store, once it is made
  bytes integer,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index statistics_export_user on statistics_export (user_id, created_at desc);
create index statistics_export_created on statistics_export (created_at);
