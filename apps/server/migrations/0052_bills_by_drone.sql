-- Bills are asked for by drone, and added up for whole books: both from kept sums, and the lines of a drone from an index.

-- Of lines of clients, the drone that their entry is about; null: about none, or no client's.
alter table ledger_line add drone_id text;
alter table ledger_pending add drone_id text;
alter table ledger_line disable trigger ledger_stays;
update ledger_line line set drone_id = entry.about ->> 'droneId'
  from ledger_entry entry where entry.id = line.entry_id and line.client_id is not null and entry.about ->> 'droneId' is not null;
alter table ledger_line enable trigger ledger_stays;
update ledger_pending pending set drone_id = line.drone_id
  from ledger_line line where line.entry_id = pending.entry_id and line.line = pending.line and line.drone_id is not null;
create index ledger_line_drone on ledger_line (drone_id, at desc nulls last, entry_id desc, line desc)
  where purpose in ('prepaid', 'deposit');

-- Beside ledger_sum, of the same lines: what clients have by drone, and what all accounts of a book with one purpose have together.
create table ledger_drone_sum (
  owner_id uuid not null references ledger_book,
  client_id bigint not null,
  purpose text not null,
  currency text not null,
  drone_id text not null,
  month date not null,
  credit_minor bigint not null,
  debit_minor bigint not null,                           -- as a number above zero
  line_count bigint not null,
  primary key (owner_id, client_id, purpose, currency, drone_id, month)
);
create index ledger_drone_sum_client on ledger_drone_sum (client_id);
create index ledger_drone_sum_drone on ledger_drone_sum (drone_id);
create table ledger_book_sum (
  owner_id uuid not null references ledger_book,
  purpose text not null,
  currency text not null,
  month date not null,
  credit_minor bigint not null,
  debit_minor bigint not null,                           -- as a number above zero
  line_count bigint not null,
  primary key (owner_id, purpose, currency, month)
);
insert into ledger_drone_sum (owner_id, client_id, purpose, currency, drone_id, month, credit_minor, debit_minor, line_count)
  select owner_id, client_id, purpose, currency, drone_id, month, coalesce(sum(amount_minor) filter (where amount_minor > 0), 0),
    coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0), count(*)
  from ledger_line line
  where drone_id is not null
    and not exists (select from ledger_pending pending where pending.entry_id = line.entry_id and pending.line = line.line)
  group by owner_id, client_id, purpose, currency, drone_id, month;
insert into ledger_book_sum (owner_id, purpose, currency, month, credit_minor, debit_minor, line_count)
  select account.owner_id, account.purpose, account.currency, kept.month, sum(kept.credit_minor), sum(kept.debit_minor), sum(kept.line_count)
  from ledger_sum kept join ledger_account account on account.id = kept.account_id
  group by account.owner_id, account.purpose, account.currency, kept.month;

create or replace function ledger_lines_written() returns trigger language plpgsql as $$
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
      or fresh.drone_id is distinct from case when account.client_id is not null then entry.about ->> 'droneId' end
  ) then
    raise exception 'a line is not of its entry and account' using errcode = 'check_violation';
  end if;
  if exists (select from fresh join ledger_book book on book.owner_id = fresh.owner_id where fresh.month <= book.closed_until) then
    raise exception 'the month is closed' using errcode = 'check_violation';
  end if;
  insert into ledger_pending (entry_id, line, account_id, month, amount_minor, drone_id)
    select entry_id, line, account_id, month, amount_minor, drone_id from fresh;
  return null;
end $$;

-- Behind the same wall.
alter table ledger_drone_sum enable row level security;
alter table ledger_book_sum enable row level security;
grant select on ledger_drone_sum, ledger_book_sum to swath_ledger_owner, swath_ledger_client, swath_ledger_operator;
create policy of_operator on ledger_drone_sum for select to swath_ledger_operator using (true);
create policy of_operator on ledger_book_sum for select to swath_ledger_operator using (true);
create policy of_owner on ledger_book_sum for select to swath_ledger_owner
  using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_owner on ledger_drone_sum for select to swath_ledger_owner
  using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_client on ledger_drone_sum for select to swath_ledger_client
  using (client_id = any (string_to_array(current_setting('swath.ledger', true), ',')::bigint[]));
analyze ledger_line, ledger_drone_sum, ledger_book_sum;
