-- Money in double entry: what is written stays as it is, and a mistake is answered by a counter-entry. Amounts are whole numbers of
-- the smallest unit of their currency; above zero is credit, below zero debit, and the lines of an entry come to zero in each currency.

create table ledger_account (
  id bigint generated always as identity primary key,
  owner_id uuid not null references account,             -- in whose books it stands
  client_id bigint,                                      -- rental client; no reference: books outlive who is named in them
  payer_id uuid,                                         -- account that pays, where no rental client does; no reference likewise
  purpose text not null check (purpose in ('prepaid', 'deposit', 'revenue', 'damage', 'idle', 'fees', 'adjustment', 'cash')),
  currency text not null check (currency in ('CNY', 'THB', 'KRW', 'INR', 'TWD', 'USD')),
  unique nulls not distinct (owner_id, client_id, payer_id, purpose, currency)
);
create index ledger_account_client on ledger_account (client_id) where client_id is not null;

-- The books of an account, and until when they are closed. Who posts holds it as it is, who closes a month waits for them.
create table ledger_book (
  owner_id uuid primary key references account,
  closed_until date                                      -- first day of the last month that is closed; null: none is
);

create table ledger_entry (
  id bigint generated always as identity primary key,
  owner_id uuid not null references ledger_book,
  cause_kind text not null,
  cause_id text not null,
  revision integer not null default 0,                   -- of the same cause: each counter-entry and each entry after it has one more
  reverses_id bigint references ledger_entry,            -- the entry that this one takes back
  at timestamptz not null,                               -- when what it tells of happened
  posted_at timestamptz not null,
  month date not null check (extract(day from month) = 1), -- in which it counts, of the owner's zone: the first open one where its own is closed
  about jsonb not null default '{}',                     -- what it was worked out from
  note text not null default '',
  by_name text,                                          -- who entered it; null: the program
  unique (owner_id, cause_kind, cause_id, revision)
);
create unique index ledger_entry_reverses on ledger_entry (reverses_id) where reverses_id is not null;
create index ledger_entry_cause on ledger_entry (cause_kind, cause_id);

-- Carries what lists of it are narrowed and sorted by.
create table ledger_line (
  entry_id bigint not null references ledger_entry,
  line smallint not null,
  account_id bigint not null references ledger_account,
  owner_id uuid not null,
  client_id bigint,
  purpose text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  at timestamptz not null,
  month date not null,
  primary key (entry_id, line)
);
create index ledger_line_account on ledger_line (account_id, month, at, entry_id);
create index ledger_line_owner on ledger_line (owner_id, at desc, entry_id desc) where purpose in ('prepaid', 'deposit');
create index ledger_line_client on ledger_line (client_id, at desc, entry_id desc) where purpose in ('prepaid', 'deposit');
create index ledger_line_at on ledger_line (at desc, entry_id desc) where purpose in ('prepaid', 'deposit');

-- Sums by account and month, and lines that are not in them yet: a balance is both together.
create table ledger_sum (
  account_id bigint not null references ledger_account,
  month date not null,
  credit_minor bigint not null,
  debit_minor bigint not null,                           -- as a number above zero
  line_count bigint not null,
  primary key (account_id, month)
);
create table ledger_pending (
  entry_id bigint not null,
  line smallint not null,
  account_id bigint not null,
  month date not null,
  amount_minor bigint not null,
  primary key (entry_id, line)
);
create index ledger_pending_account on ledger_pending (account_id);

-- Entries of a book in the order in which they were sealed, each with the hash of the one before.
create table ledger_seal (
  owner_id uuid not null references ledger_book,
  number bigint not null,
  entry_id bigint not null unique references ledger_entry,
  previous_hash bytea not null,                          -- empty for the first
  hash bytea not null,
  primary key (owner_id, number)
);

create table ledger_month_close (
  owner_id uuid not null references ledger_book,
  month date not null,
  closed_at timestamptz not null,
  by_name text not null,
  sealed_number bigint not null,                         -- the last entry of the book then
  sealed_hash bytea not null,
  totals jsonb not null,                                 -- by currency: debit, credit and lines of everything up to it
  primary key (owner_id, month)
);

create function ledger_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what stands in % stays as it is', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_stays before update or delete or truncate on ledger_entry for each statement execute function ledger_stays();
create trigger ledger_stays before update or delete or truncate on ledger_line for each statement execute function ledger_stays();
create trigger ledger_stays before update or delete or truncate on ledger_seal for each statement execute function ledger_stays();
create trigger ledger_stays before update or delete or truncate on ledger_month_close for each statement execute function ledger_stays();
create trigger ledger_stays before update or delete or truncate on ledger_account for each statement execute function ledger_stays();

-- Whoever writes lines, by whatever way.
create function ledger_lines_written() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_line line where line.entry_id in (select entry_id from fresh)
    group by line.entry_id, line.currency having sum(line.amount_minor) <> 0
  ) then
    raise exception 'the lines of an entry do not come to zero' using errcode = 'check_violation';
  end if;
  if exists (
    select from fresh
    join ledger_entry entry on entry.id = fresh.entry_id
    join ledger_account account on account.id = fresh.account_id
    where (fresh.owner_id, fresh.month, fresh.at) is distinct from (entry.owner_id, entry.month, entry.at)
      or (fresh.owner_id, fresh.client_id, fresh.purpose, fresh.currency)
        is distinct from (account.owner_id, account.client_id, account.purpose, account.currency)
  ) then
    raise exception 'a line is not of its entry and account' using errcode = 'check_violation';
  end if;
  if exists (select from fresh join ledger_book book on book.owner_id = fresh.owner_id where fresh.month <= book.closed_until) then
    raise exception 'the month is closed' using errcode = 'check_violation';
  end if;
  insert into ledger_pending (entry_id, line, account_id, month, amount_minor)
    select entry_id, line, account_id, month, amount_minor from fresh;
  return null;
end $$;
create trigger ledger_lines_written after insert on ledger_line referencing new table as fresh
  for each statement execute function ledger_lines_written();

-- The second wall: consoles read through one of these roles, which see no line but those of the books, or of the clients, that the
-- transaction names. A policy is one equality each; who owns the tables posts and seals.
do $$
declare reader text;
begin
  foreach reader in array array['swath_ledger_owner', 'swath_ledger_client', 'swath_ledger_operator'] loop
    begin
      if to_regrole(reader) is null then
        execute format('create role %I nologin', reader);
      end if;
    exception when duplicate_object or unique_violation then null; -- another database of the server made it at the same moment
    end;
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant %I to %I', reader, current_user);
    end if;
    execute format('grant usage on schema public to %I', reader);
    execute format('grant select on ledger_account, ledger_book, ledger_entry, ledger_line, ledger_sum, ledger_pending, ledger_month_close to %I', reader);
    execute format('grant select (id, name) on account, drone to %I', reader);
  end loop;
exception when insufficient_privilege then
  raise exception 'The role % may not create roles: let a superuser create swath_ledger_owner, swath_ledger_client and swath_ledger_operator (nologin) and grant them to it.', current_user;
end $$;

alter table ledger_account enable row level security;
alter table ledger_book enable row level security;
alter table ledger_entry enable row level security;
alter table ledger_line enable row level security;
alter table ledger_sum enable row level security;
alter table ledger_pending enable row level security;
alter table ledger_month_close enable row level security;

create policy of_operator on ledger_account for select to swath_ledger_operator using (true);
create policy of_operator on ledger_book for select to swath_ledger_operator using (true);
create policy of_operator on ledger_entry for select to swath_ledger_operator using (true);
create policy of_operator on ledger_line for select to swath_ledger_operator using (true);
create policy of_operator on ledger_sum for select to swath_ledger_operator using (true);
create policy of_operator on ledger_pending for select to swath_ledger_operator using (true);
create policy of_operator on ledger_month_close for select to swath_ledger_operator using (true);

create policy of_owner on ledger_account for select to swath_ledger_owner
  using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_owner on ledger_book for select to swath_ledger_owner
  using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_owner on ledger_entry for select to swath_ledger_owner
  using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_owner on ledger_line for select to swath_ledger_owner
  using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_owner on ledger_month_close for select to swath_ledger_owner
  using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_client on ledger_account for select to swath_ledger_client
  using (client_id = any (string_to_array(current_setting('swath.ledger', true), ',')::bigint[]));
create policy of_client on ledger_line for select to swath_ledger_client
  using (client_id = any (string_to_array(current_setting('swath.ledger', true), ',')::bigint[]));

-- What has no name of its own on it exists for whom its lines or its account exist.
create policy of_client on ledger_entry for select to swath_ledger_client
  using (exists (select from ledger_line line where line.entry_id = ledger_entry.id));
create policy of_account on ledger_sum for select to swath_ledger_owner, swath_ledger_client
  using (exists (select from ledger_account account where account.id = ledger_sum.account_id));
create policy of_account on ledger_pending for select to swath_ledger_owner, swath_ledger_client
  using (exists (select from ledger_account account where account.id = ledger_pending.account_id));
