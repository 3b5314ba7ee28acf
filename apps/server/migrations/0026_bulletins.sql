-- Bulletins: what a platform, a government or a maker tells other accounts; to whom each was sent, and who has read it.

alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file add constraint stored_file_purpose_check check (purpose in ('avatar', 'logo', 'licence', 'model', 'bulletin'));

create table bulletin (
  id uuid primary key,
  account_id uuid not null references account,           -- who tells it
  state text not null check (state in ('draft', 'scheduled', 'published', 'recalled')),
  texts jsonb not null,                                  -- [{language, title, body}]; the first is shown to who reads none of them
  target_types text[] not null,                          -- account types: manufacturer, operator
  target_regions text[] not null,                        -- region codes that hold the accounts; empty: wherever they are
  pictures text[] not null default '{}',                 -- addresses of the uploads that the bodies show
  recipient_count integer not null default 0,            -- rows of bulletin_recipient
  publish_at timestamptz,                                -- when a scheduled one goes out
  published_at timestamptz,
  recalled_at timestamptz,
  recall_reason text,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check ((state in ('published', 'recalled')) = (published_at is not null)),
  check ((state = 'recalled') = (recalled_at is not null and recall_reason is not null)),
  check (state <> 'scheduled' or publish_at is not null)
);
create index bulletin_account on bulletin (account_id, created_at desc);
create index bulletin_published on bulletin (published_at desc) where published_at is not null;
create index bulletin_due on bulletin (publish_at) where state = 'scheduled';

-- Written when it goes out: who was told stays as it was, whatever becomes of accounts and regions.
create table bulletin_recipient (
  account_id uuid not null references account on delete cascade,
  bulletin_id uuid not null references bulletin on delete cascade,
  read_at timestamptz,                                   -- first, by anybody of the account
  primary key (account_id, bulletin_id)
);
create index bulletin_recipient_bulletin on bulletin_recipient (bulletin_id, read_at);

create table bulletin_read (
  bulletin_id uuid not null references bulletin on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  read_at timestamptz not null,
  primary key (bulletin_id, user_id)
);
create index bulletin_read_user on bulletin_read (user_id);

-- Files beside the text. The bytes lie in the file store under the key; the row is there before them and goes after them.
create table bulletin_file (
  id uuid primary key,
  key text not null unique,                              -- 256 random bits, base64url
  bulletin_id uuid references bulletin on delete set null, -- null: of none yet, or no more; a day later it goes
  account_id uuid not null references account,
  name text not null,
  bytes integer not null,
  uploaded_by uuid not null,
  uploaded_at timestamptz not null,
  unclaimed_since timestamptz not null
);
create index bulletin_file_bulletin on bulletin_file (bulletin_id);
create index bulletin_file_account on bulletin_file (account_id);
create index bulletin_file_unclaimed on bulletin_file (unclaimed_since) where bulletin_id is null;
