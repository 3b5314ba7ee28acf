-- The ledger, leasing and its bills, payments, orders and invoices.

-- Double-entry ledger: entries are never changed; a mistake is corrected by a reversing entry.
-- Amounts are integers in the smallest unit of their currency; positive is credit, negative
-- debit, and the lines of an entry add up to zero in each currency.
create table ledger_account (
  id bigint generated always as identity primary key,
  owner_id uuid not null references account,  -- owner of the books
  client_id bigint,  -- rental client; no reference: books are kept when clients are deleted
  payer_id uuid,  -- the paying account, where there is no rental client; no reference either
  purpose text not null
    check (purpose in ('prepaid', 'deposit', 'revenue', 'damage', 'idle', 'fees', 'adjustment',
      'cash')),
  currency text not null check (currency in ('CNY', 'THB', 'KRW', 'INR', 'TWD', 'USD')),
  unique nulls not distinct (owner_id, client_id, payer_id, purpose, currency)
);
create index ledger_account_client on ledger_account (client_id) where client_id is not null;

-- The books of an account and the last closed month. Posting locks the row for share; closing a
-- month waits for that.
create table ledger_book (
  owner_id uuid primary key references account,
  closed_until date  -- first day of the last closed month; null: none closed
);

create table ledger_entry (
  id bigint generated always as identity primary key, owner_id uuid not null references ledger_book,
  cause_kind text not null, cause_id text not null,
  -- increases with each reversal and each entry after it, per cause
  revision integer not null default 0,
  reverses_id bigint references ledger_entry,  -- the reversed entry
  at timestamptz not null,  -- when the event happened
  posted_at timestamptz not null,
  -- accounting month in the owner's time zone; the first open one if its own is closed
  month date not null check (extract(day from month) = 1),
  about jsonb not null default '{}',  -- basis of the calculation
  note text not null default '',
  by_name text,  -- who entered it; null: the program
  unique (owner_id, cause_kind, cause_id, revision)
);
create unique index ledger_entry_reverses on ledger_entry (reverses_id)
  where reverses_id is not null;
create index ledger_entry_cause on ledger_entry (cause_kind, cause_id);

-- Repeats the columns that lists filter and sort by.
create table ledger_line (
  entry_id bigint not null references ledger_entry, line smallint not null,
  account_id bigint not null references ledger_account, owner_id uuid not null, client_id bigint,
  purpose text not null, currency text not null,
  amount_minor bigint not null check (amount_minor <> 0), at timestamptz not null,
  month date not null,
  -- Of a client's line the drone of its entry; null: no drone, or no client's line.
  drone_id text,
  primary key (entry_id, line)
);
create index ledger_line_account on ledger_line (account_id, month, at, entry_id);
create index ledger_line_owner on ledger_line (owner_id, at desc nulls last, entry_id desc,
  line desc)
  where purpose in ('prepaid', 'deposit');
create index ledger_line_client on ledger_line (client_id, at desc nulls last, entry_id desc,
  line desc)
  where purpose in ('prepaid', 'deposit');
create index ledger_line_at on ledger_line (at desc nulls last, entry_id desc, line desc)
  where purpose in ('prepaid', 'deposit');
create index ledger_line_drone on ledger_line (drone_id, at desc nulls last, entry_id desc,
  line desc)
  where purpose in ('prepaid', 'deposit');
-- Lines that count in a later month than the one in which they happened, in any time zone: they
-- are few, and the list of a month ends with the first of them.
create index ledger_line_late on ledger_line (month, owner_id, at)
  include (client_id)
  where purpose in ('prepaid', 'deposit') and at < ((month - 1)::timestamp at time zone 'UTC');

-- Sums by account and month, and lines not added to them yet: a balance is both together.
create table ledger_sum (
  account_id bigint not null references ledger_account, month date not null,
  credit_minor bigint not null,
  debit_minor bigint not null,  -- positive
  line_count bigint not null,
  primary key (account_id, month)
);

create table ledger_pending (
  entry_id bigint not null, line smallint not null, account_id bigint not null, month date not null,
  amount_minor bigint not null, drone_id text,
  primary key (entry_id, line)
);
create index ledger_pending_account on ledger_pending (account_id);

-- Sealed entries of a book in order, each with the hash of the one before.
create table ledger_seal (
  owner_id uuid not null references ledger_book, number bigint not null,
  entry_id bigint not null unique references ledger_entry,
  previous_hash bytea not null,  -- empty for the first
  hash bytea not null,
  primary key (owner_id, number)
);

create table ledger_month_close (
  owner_id uuid not null references ledger_book, month date not null,
  closed_at timestamptz not null, by_name text not null,
  sealed_number bigint not null,  -- the last entry of the book at that time
  sealed_hash bytea not null,
  totals jsonb not null,  -- by currency: total debit, credit and lines up to this month
  primary key (owner_id, month)
);

-- Sums of the same lines as in ledger_sum: of clients by drone, and of all accounts of a book
-- with the same purpose.
create table ledger_drone_sum (
  owner_id uuid not null references ledger_book, client_id bigint not null, purpose text not null,
  currency text not null, drone_id text not null, month date not null, credit_minor bigint not null,
  debit_minor bigint not null,  -- positive
  line_count bigint not null,
  primary key (owner_id, client_id, purpose, currency, drone_id, month)
);
create index ledger_drone_sum_client on ledger_drone_sum (client_id);
create index ledger_drone_sum_drone on ledger_drone_sum (drone_id);

create table ledger_book_sum (
  owner_id uuid not null references ledger_book, purpose text not null, currency text not null,
  month date not null, credit_minor bigint not null,
  debit_minor bigint not null,  -- positive
  line_count bigint not null,
  primary key (owner_id, purpose, currency, month)
);

-- Bills are searched by part of a drone's number. Each drone is listed once rather than once per
-- month: 25,000 drones over two years have 540,000 sums, which took 200 to 450 ms to search.
-- Three characters or more use the trigram index; within one's own drones all are scanned.
create table ledger_drone (
  owner_id uuid not null references ledger_book, client_id bigint not null, drone_id text not null,
  primary key (owner_id, client_id, drone_id)
);
create index ledger_drone_client on ledger_drone (client_id);
create index ledger_drone_words on ledger_drone using gin (drone_id gin_trgm_ops);

-- Clients, prices and leases of drones.
create table rental_client (
  id bigint generated by default as identity primary key,
  lessor_account_id uuid not null references account,
  tenant_account_id uuid references account,  -- the account that activated it
  name text not null, contact text not null default '', phone text not null default '',
  note text not null default '',
  currency text not null check (currency in ('CNY', 'THB', 'KRW', 'INR', 'TWD', 'USD')),
  -- per covered mu (2000/3 m²)
  mu_unit_price_minor bigint not null check (mu_unit_price_minor >= 0),
  hour_unit_price_minor bigint not null check (hour_unit_price_minor >= 0),  -- per flight hour
  -- debugging, unactivated, activated
  state smallint not null default 0 check (state in (0, 1, 2)),
  warn_below_minor bigint,  -- warn below this balance; null: below zero
  -- lock drones on the ground once the balance is used up
  locks_when_empty boolean not null default false,
  -- how far below zero counts as used up
  grace_minor bigint not null default 0 check (grace_minor >= 0),
  code_hash bytea, code_until timestamptz,  -- SHA-256 of the activation code, valid once
  activated_at timestamptz, created_at timestamptz not null, version integer not null default 1,
  -- by currency what both sides were last warned of: 1 low, 2 below zero; none: enough
  warned_levels jsonb not null default '{}',
  check ((state = 2) = (tenant_account_id is not null)),
  check ((state = 2) = (activated_at is not null)),
  check ((code_hash is null) = (code_until is null)),
  check (code_hash is null or state = 1)
);
create index rental_client_lessor on rental_client (lessor_account_id, name, id);
create unique index rental_client_tenant on rental_client (tenant_account_id, lessor_account_id)
  where tenant_account_id is not null;
create unique index rental_client_code on rental_client (code_hash) where code_hash is not null;

create table rental_client_price (
  client_id bigint not null references rental_client on delete cascade,
  from_at timestamptz not null, currency text not null, mu_unit_price_minor bigint not null,
  hour_unit_price_minor bigint not null, user_name text not null,
  primary key (client_id, from_at)
);

-- Default prices of a lessor for clients without their own; days in the lessor's time zone, both
-- ends included.
create table basic_price (
  id uuid primary key, lessor_account_id uuid not null references account on delete cascade,
  -- null: every model without its own price
  model_id uuid references drone_model on delete cascade,
  rental_model smallint not null check (rental_model in (1, 2, 3, 5)),
  currency text not null check (currency in ('CNY', 'THB', 'KRW', 'INR', 'TWD', 'USD')),
  mu_unit_price_minor bigint not null check (mu_unit_price_minor >= 0),
  hour_unit_price_minor bigint not null check (hour_unit_price_minor >= 0),
  valid_from date not null,
  valid_until date,  -- null: until another follows
  note text not null default '', version integer not null default 1,
  check (valid_until >= valid_from)
);
create index basic_price_lessor on basic_price (lessor_account_id, rental_model, valid_from desc);
create index basic_price_model on basic_price (model_id) where model_id is not null;

-- The document that both sides sign; shown as stored and never changed.
create table lease_contract (
  id uuid primary key, client_id bigint not null references rental_client on delete cascade,
  lessor_account_id uuid not null references account, language text not null,
  document text not null,
  document_hash bytea not null,  -- SHA-256 of the document in UTF-8
  lessor_signed_at timestamptz, lessor_signer_id uuid, lessor_signer_name text,
  tenant_signed_at timestamptz, tenant_signer_id uuid, tenant_signer_name text,
  withdrawn_at timestamptz, created_at timestamptz not null, version integer not null default 1,
  check ((lessor_signed_at is null) = (lessor_signer_name is null)),
  check ((tenant_signed_at is null) = (tenant_signer_name is null)),
  check (withdrawn_at is null or lessor_signed_at is null or tenant_signed_at is null)
);
create index lease_contract_client on lease_contract (client_id, created_at desc);
-- At most one contract of a client waits for signatures.
create unique index lease_contract_open on lease_contract (client_id)
  where withdrawn_at is null and (lessor_signed_at is null or tenant_signed_at is null);

create table lease (
  id bigint generated by default as identity primary key,
  lessor_account_id uuid not null references account,
  client_id bigint references rental_client,  -- null: a shared drone
  drone_id text not null references drone on delete cascade,
  contract_id uuid references lease_contract,  -- in force at its start
  rental_model smallint not null check (rental_model in (1, 2, 3, 5)),
  charge_by text not null check (charge_by in ('mu', 'hour')),
  currency text not null check (currency in ('CNY', 'THB', 'KRW', 'INR', 'TWD', 'USD')),
  mu_unit_price_minor bigint not null check (mu_unit_price_minor >= 0),
  hour_unit_price_minor bigint not null check (hour_unit_price_minor >= 0),
  share_token text unique,  -- in the QR code of a shared drone
  note text not null default '', starts_at timestamptz not null, returned_at timestamptz,
  cancelled_at timestamptz, created_by text not null, version integer not null default 1,
  check ((rental_model = 5) = (client_id is null)),
  check ((rental_model = 5) = (share_token is not null)),
  check (rental_model <> 1 or charge_by = 'mu'),
  check (rental_model <> 2 or charge_by = 'hour'),
  check (returned_at is null or cancelled_at is null),
  check (returned_at >= starts_at),
  check (cancelled_at >= starts_at)
);
-- A drone has at most one open lease.
create unique index lease_open on lease (drone_id)
  where returned_at is null and cancelled_at is null;
create index lease_drone on lease (drone_id, starts_at desc);
create index lease_lessor on lease (lessor_account_id, starts_at desc);
create index lease_client on lease (client_id, starts_at desc) where client_id is not null;

-- Users of a shared drone over time.
create table shared_use (
  id bigint generated by default as identity primary key,
  lease_id bigint not null references lease on delete cascade,
  client_id bigint not null references rental_client,
  user_id uuid,  -- no reference: a log is kept when people are deleted
  user_name text not null, from_at timestamptz not null, until_at timestamptz,
  check (until_at >= from_at)
);
create unique index shared_use_open on shared_use (lease_id) where until_at is null;
create index shared_use_lease on shared_use (lease_id, from_at desc);
create index shared_use_client on shared_use (client_id, from_at desc);

-- Drones locked because the client's balance is used up: the program unlocks only these.
create table lease_lock (
  drone_id text primary key references drone on delete cascade,
  client_id bigint not null references rental_client, locked_at timestamptz not null
);
create index lease_lock_client on lease_lock (client_id);

-- Payments of all purposes, yearly orders for drones, and their invoices.
create table payment (
  id uuid primary key,
  number text not null unique,  -- reference for the payer and the gateway
  provider text not null check (provider in ('transfer', 'wechat')), purpose text not null,
  reference_id text not null,  -- id of what is paid, by purpose
  payer_id uuid not null references account, payee_id uuid not null references account,
  amount_minor bigint not null check (amount_minor > 0), currency text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'closed')),
  qr_text text,  -- null: the gateway has not replied yet
  gateway_id text,  -- transaction id at the gateway
  created_at timestamptz not null,
  expires_at timestamptz,  -- null: a transfer, which does not expire
  checked_at timestamptz,  -- last query to the gateway
  paid_at timestamptz,
  confirmed_by uuid,  -- no reference: a payment is kept when people are deleted
  check ((state = 'paid') <= (paid_at is not null))
);
create index payment_open_at_gateway on payment (created_at)
  where state = 'open' and provider <> 'transfer';
create index payment_reference on payment (purpose, reference_id);
create index payment_paid on payment (provider, paid_at) where state = 'paid';

create table payment_refund (
  id uuid primary key, payment_id uuid not null references payment,
  number text not null unique,  -- reference for the gateway
  reference_id text not null,  -- id of the refunded part
  amount_minor bigint not null check (amount_minor > 0), reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  gateway_id text, created_at timestamptz not null,
  created_by uuid,  -- null: automatic, for money that nothing was owed for
  accepted_at timestamptz,  -- reported by the gateway; it is on that day's bill
  done_at timestamptz
);
create index payment_refund_payment on payment_refund (payment_id);

-- Days whose gateway bill was compared, and the differences found.
create table payment_bill_day (
  provider text not null,
  day date not null,  -- of the gateway's own zone
  payment_count integer not null, paid_minor bigint not null, refund_count integer not null,
  refunded_minor bigint not null, compared_at timestamptz not null,
  primary key (provider, day)
);

create table payment_difference (
  id uuid primary key, provider text not null, day date not null,
  number text not null,  -- of the payment or refund
  kind text not null
    check (kind in ('unknown', 'not_paid_here', 'not_in_bill', 'amount', 'refund_unknown',
      'refund_not_in_bill', 'refund_amount')),
  here_minor bigint, there_minor bigint,  -- null: absent there
  currency text not null, found_at timestamptz not null, settled_at timestamptz, settled_by uuid,
  note text not null default '', version integer not null default 1,
  unique (provider, day, number, kind)
);

-- Yearly price of a service; a type without a row is not sold.
create table service_price (
  -- platform service, RTK service, firmware signing
  order_type smallint not null check (order_type between 1 and 3),
  currency text not null, amount_minor bigint not null check (amount_minor > 0),
  seller_id uuid not null references account, updated_at timestamptz not null,
  version integer not null default 1,
  primary key (order_type, currency)
);

-- An account's own data for invoices; the seller's is printed on bills as where to pay.
create table invoice_information (
  account_id uuid primary key references account on delete cascade,
  -- ordinary, special (with tax deduction)
  ticket_type smallint not null check (ticket_type in (1, 2)),
  business_name text not null, tax_number text not null default '',
  registered_address text not null default '', contact_phone text not null default '',
  bank text not null default '', bank_account text not null default '',
  getter_phone text not null default '', getter_name text not null default '',
  getter_address text not null default '', updated_at timestamptz not null,
  version integer not null default 1
);

create table invoice (
  id uuid primary key,
  number text not null unique,  -- of the application
  account_id uuid not null references account, seller_id uuid not null references account,
  buyer jsonb not null,  -- invoice information at the time of the application
  seller jsonb,  -- the seller's information when it was issued
  amount_minor bigint not null, currency text not null,
  state text not null default 'applied' check (state in ('applied', 'issued', 'rejected')),
  invoice_number text,  -- of the tax office
  reason text not null default '',  -- why it was rejected
  applied_at timestamptz not null, applied_by uuid, applied_by_name text not null,
  decided_at timestamptz, decided_by uuid, version integer not null default 1,
  check ((state = 'applied') = (decided_at is null)),
  check ((state = 'issued') = (invoice_number is not null))
);
create index invoice_account on invoice (account_id, applied_at desc);
create unique index invoice_tax_number on invoice (seller_id, invoice_number)
  where invoice_number is not null;
create index invoice_seller on invoice (seller_id, applied_at desc);

create table service_order (
  id uuid primary key, number text not null unique,
  order_type smallint not null check (order_type between 1 and 3),
  drone_id text not null references drone,
  year smallint not null,  -- calendar year: the service ends with it
  account_id uuid not null references account,  -- who buys
  seller_id uuid not null references account, amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null default 'unpaid'
    check (state in ('unpaid', 'paid', 'refunding', 'refunded', 'cancelled')),
  payment_id uuid references payment on delete set null,  -- payment of this order
  invoice_id uuid references invoice on delete set null,  -- at most one in force: applied or issued
  created_at timestamptz not null, created_by uuid, created_by_name text not null,
  paid_at timestamptz, version integer not null default 1
);
create index service_order_account on service_order (account_id, created_at desc);
create index service_order_drone on service_order (drone_id, order_type, year desc);
create index service_order_payment on service_order (payment_id);
create unique index service_order_once on service_order (order_type, drone_id, year)
  where state in ('unpaid', 'paid', 'refunding');

create table invoice_line (
  invoice_id uuid not null references invoice on delete cascade,
  order_id uuid not null references service_order,
  stands boolean not null default true,  -- false: its invoice was rejected
  primary key (invoice_id, order_id)
);
-- An order is on at most one open invoice, also under concurrency.
create unique index invoice_line_once on invoice_line (order_id) where stands;

-- Warnings sent about the end of a service year, so that nobody is warned twice.
create table service_warning (
  account_id uuid not null references account on delete cascade, order_type smallint not null,
  year smallint not null,
  days_before smallint not null,  -- -1: it has ended
  primary key (account_id, order_type, year, days_before)
);

-- Charges for flights on leases, and recharges of clients. The money itself is in the ledger.
create table lease_work_record (
  drone_id text not null,  -- no references: a bill is kept when they are deleted
  sortie_id uuid not null, lease_id bigint not null, client_id bigint not null,
  lessor_id uuid not null references account, start_at timestamptz not null,
  end_at timestamptz not null, covered_m2 double precision not null,
  duration_s double precision not null, charge_by text not null check (charge_by in ('mu', 'hour')),
  unit_price_minor bigint not null, currency text not null,
  amount_minor bigint not null,  -- current charge: 0 if waived or reversed
  state text not null check (state in ('charged', 'waived', 'taken_back')), waived_reason text,
  corrections integer not null default 0,  -- number of reversed charges
  billed_at timestamptz not null, version integer not null default 1,
  check ((state = 'waived') = (waived_reason is not null)),
  check (state = 'charged' or amount_minor = 0),
  primary key (drone_id, sortie_id)
);
create index lease_work_record_lease on lease_work_record (lease_id);
create index lease_work_record_lessor on lease_work_record (lessor_id, start_at desc nulls last,
  sortie_id desc);
create index lease_work_record_client on lease_work_record (client_id, start_at desc nulls last,
  sortie_id desc);
create index lease_work_record_at on lease_work_record (start_at desc nulls last, sortie_id desc);
-- Charging a flight reads the charges of its drone around that time only.
create index lease_work_record_drone on lease_work_record (drone_id, start_at);

create table lease_recharge (
  id uuid primary key,
  number text not null unique,  -- reference for the payer
  lessor_id uuid not null references account, client_id bigint not null references rental_client,
  currency text not null, amount_minor bigint not null check (amount_minor > 0),
  refunded_minor bigint not null default 0,
  state text not null default 'asked' check (state in ('asked', 'paid', 'refused', 'withdrawn')),
  note text not null default '',
  reason text not null default '',  -- why it was refused
  asked_at timestamptz not null,
  asked_by uuid,  -- no reference: a bill is kept when people are deleted
  asked_by_name text not null, asked_by_account_id uuid not null, decided_at timestamptz,
  decided_by_name text, version integer not null default 1,
  -- The gateway payment of a recharge; null: by bank transfer, which the lessor confirms.
  payment_id uuid references payment,
  check (refunded_minor between 0 and amount_minor),
  check ((state = 'asked') = (decided_at is null)),
  check (refunded_minor = 0 or state = 'paid')
);
create index lease_recharge_lessor on lease_recharge (lessor_id, asked_at desc);
create index lease_recharge_client on lease_recharge (client_id, asked_at desc);
create unique index lease_recharge_payment on lease_recharge (payment_id)
  where payment_id is not null;

create function ledger_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what stands in % stays as it is', tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger ledger_stays before update or delete or truncate on ledger_entry
  for each statement execute function ledger_stays();
create trigger ledger_stays before update or delete or truncate on ledger_line
  for each statement execute function ledger_stays();
create trigger ledger_stays before update or delete or truncate on ledger_seal
  for each statement execute function ledger_stays();
create trigger ledger_stays before update or delete or truncate on ledger_month_close
  for each statement execute function ledger_stays();
create trigger ledger_stays before update or delete or truncate on ledger_account
  for each statement execute function ledger_stays();

-- Checks every insert of lines, by any code path.
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
    where (fresh.owner_id, fresh.month, fresh.at) is distinct from (entry.owner_id, entry.month,
      entry.at)
      or (fresh.owner_id, fresh.client_id, fresh.purpose, fresh.currency)
        is distinct from (account.owner_id, account.client_id, account.purpose, account.currency)
      or fresh.drone_id is distinct from case when account.client_id is not null
        then entry.about ->> 'droneId' end
  ) then
    raise exception 'a line is not of its entry and account' using errcode = 'check_violation';
  end if;
  if exists (select from fresh join ledger_book book on book.owner_id = fresh.owner_id
    where fresh.month <= book.closed_until) then
    raise exception 'the month is closed' using errcode = 'check_violation';
  end if;
  insert into ledger_pending (entry_id, line, account_id, month, amount_minor, drone_id)
    select entry_id, line, account_id, month, amount_minor, drone_id from fresh;
  return null;
end $$;
create trigger ledger_lines_written after insert on ledger_line referencing new table as fresh
  for each statement execute function ledger_lines_written();

-- A flight is charged in the transaction of its record. Most of the time went into planning, so
-- these functions keep the plans in the server, behind any pooler, and need one round trip. Each
-- query in them sees what was committed before it began: rows that are locked first are read as
-- the previous holder left them.
-- The lease to which a flight is charged: the one in force at its start; of a shared drone the
-- person who had it then (null: nobody). A cancelled lease has no flights.
create function lease_of_flight(flown_by text, began_at timestamptz)
returns table (lease_id bigint, lessor_account_id uuid, client_id bigint, charge_by text,
  currency text, mu_unit_price_minor bigint,
  hour_unit_price_minor bigint)
language sql stable as $$
  select lease.id, lease.lessor_account_id, coalesce(lease.client_id, used.client_id),
    lease.charge_by, lease.currency,
    lease.mu_unit_price_minor, lease.hour_unit_price_minor
  from lease
  left join shared_use as used on used.lease_id = lease.id and began_at >= used.from_at
    and (used.until_at is null or began_at < used.until_at)
  where lease.drone_id = flown_by and lease.cancelled_at is null and lease.starts_at <= began_at
    and (lease.returned_at is null or began_at < lease.returned_at)
  order by lease.starts_at desc
  limit 1
$$;

-- Locks the drone's leases and bills until the transaction ends: leases first, as does returning
-- or cancelling a lease, and both before rows of the drone. Returns whether it was ever leased
-- or charged.
create function hold_bills_of_drone(flown_by text) returns boolean
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare was_lent boolean;
begin
  perform id from lease where drone_id = flown_by order by id for share;
  was_lent := found;
  perform pg_advisory_xact_lock(hashtextextended('bills ' || flown_by, 0));
  return was_lent or exists (select from lease_work_record where drone_id = flown_by);
end $$;

-- The drone's flights within the range with the lease they are charged to now, and what was
-- charged for them or then. Ordered by flight id, so that two transactions that charge flights
-- of one lessor do not deadlock.
create function flights_to_bill(flown_by text, from_at timestamptz, until_at timestamptz)
returns table (flight_id uuid, flown_from timestamptz, flown_until timestamptz,
  flown_m2 double precision, flown_s double precision,
  lease jsonb, billed jsonb)
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if not hold_bills_of_drone(flown_by) then
    return;
  end if;
  return query
  with flown as (
    select record.sortie_id, record.start_at, record.end_at, record.covered_m2, record.duration_s
    from work_record record
    where record.drone_id = flown_by and record.start_at >= from_at and record.start_at <= until_at
  ), bill as ( -- each arm uses a separate index: a drone has thousands of bills
    select * from lease_work_record one
    where one.drone_id = flown_by and one.start_at >= from_at and one.start_at <= until_at
    union
    select * from lease_work_record one
    where one.drone_id = flown_by and one.sortie_id = any(array(select flown.sortie_id from flown))
  )
  select coalesce(flown.sortie_id, bill.sortie_id), flown.start_at, flown.end_at, flown.covered_m2,
    flown.duration_s,
    to_jsonb(owed), to_jsonb(bill)
  from flown full join bill on bill.sortie_id = flown.sortie_id
  left join lateral lease_of_flight(flown_by, flown.start_at) owed on true
  order by 1;
end $$;

-- Finds an account of a book and creates it on first use. One query per kind: a condition that
-- allows for null uses no index and would read all accounts of a lessor.
create function ledger_account_of(book uuid, of_client bigint, of_payer uuid, wanted_purpose text,
  wanted_currency text) returns bigint
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare account_id bigint;
begin
  for try in 1..2 loop
    if of_client is not null then
      select id into account_id from ledger_account
        where owner_id = book and client_id = of_client and payer_id is not distinct from of_payer
          and purpose = wanted_purpose and currency = wanted_currency;
    elsif of_payer is not null then
      select id into account_id from ledger_account
        where owner_id = book and client_id is null and payer_id = of_payer
          and purpose = wanted_purpose and currency = wanted_currency;
    else
      select id into account_id from ledger_account
        where owner_id = book and client_id is null and payer_id is null
          and purpose = wanted_purpose and currency = wanted_currency;
    end if;
    exit when account_id is not null;
    insert into ledger_account (owner_id, client_id, payer_id, purpose, currency)
      values (book, of_client, of_payer, wanted_purpose, wanted_currency) on conflict do nothing;
  end loop;
  return account_id;
end $$;

-- Posts entries of one book with their lines; a line names its entry by its place among the
-- entries. Entries whose cause exists already are skipped. The book is locked against closing a
-- month until the transaction ends. Entries of a closed month count in the first open one.
create function ledger_post(book uuid, entered_at timestamptz, kinds text[], causes text[],
  revisions integer[], reversed bigint[],
  times timestamptz[], abouts jsonb[], notes text[], names text[], drones text[],
    line_places bigint[], line_numbers smallint[],
  line_clients bigint[], line_payers uuid[], line_purposes text[], line_currencies text[],
    line_amounts bigint[])
returns table (place bigint, id bigint)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  closed date;
  zone text;
  line_accounts bigint[];
begin
  for try in 1..2 loop
    select held.closed_until, account.time_zone into closed, zone
      from ledger_book held join account on account.id = held.owner_id
      where held.owner_id = book for share of held;
    exit when found;
    insert into ledger_book (owner_id) values (book) on conflict do nothing;
  end loop;
  line_accounts := array(
    select ledger_account_of(book, client_id, payer_id, purpose, currency)
    from unnest(line_clients, line_payers, line_purposes, line_currencies) with ordinality
      as asked (client_id, payer_id, purpose, currency, number)
    order by number);
  return query
  with given as (
    select one.*, case when own.month <= closed
      then (closed + interval '1 month')::date else own.month end as month
    from unnest(kinds, causes, revisions, reversed, times, abouts, notes, names,
      drones) with ordinality
      as one (cause_kind, cause_id, revision, reverses_id, at, about, note, by_name, drone_id,
        place)
    cross join lateral (select date_trunc('month', one.at at time zone zone)::date as month) own
  ), entry as (
    insert into ledger_entry (owner_id, cause_kind, cause_id, revision, reverses_id, at, posted_at,
      month, about, note, by_name)
    select book, cause_kind, cause_id, revision, reverses_id, at, entered_at, month, about, note,
      by_name
    from given order by given.place
    on conflict do nothing
    returning id, cause_kind, cause_id, revision
  ), written as (
    select given.place, entry.id, given.at, given.month, given.drone_id
    from entry join given using (cause_kind, cause_id, revision)
  ), line as (
    insert into ledger_line (entry_id, line, account_id, owner_id, client_id, purpose, currency,
      amount_minor, at, month, drone_id)
    select written.id, asked.number, asked.account_id, book, asked.client_id, asked.purpose,
      asked.currency, asked.amount_minor,
      written.at, written.month, case when asked.client_id is not null then written.drone_id end
    from unnest(line_places, line_numbers, line_accounts, line_clients, line_purposes,
      line_currencies, line_amounts)
      as asked (place, number, account_id, client_id, purpose, currency, amount_minor)
    join written on written.place = asked.place
  )
  select written.place, written.id from written;
end $$;

-- Of clients whose balance changed, those to check: below their warning level, or warned before.
-- A balance is the monthly sums plus the pending lines.
create function clients_worth_a_look(of_clients bigint[]) returns setof bigint
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select client.id from rental_client client
  where client.id = any(of_clients)
    and (client.warned_levels <> '{}'
      or exists (
        select from ledger_account account
        where account.client_id = client.id and account.purpose = 'prepaid'
          and coalesce((select sum(kept.credit_minor - kept.debit_minor) from ledger_sum kept
            where kept.account_id = account.id), 0)
            + coalesce((select sum(pending.amount_minor) from ledger_pending pending
              where pending.account_id = account.id), 0)
            < case when account.currency = client.currency
              then greatest(coalesce(client.warn_below_minor, 0), 0) else 0 end))
  order by client.id;
end $$;

create function ledger_drones_summed() returns trigger language plpgsql as $$
begin
  insert into ledger_drone (owner_id, client_id, drone_id)
    select distinct owner_id, client_id, drone_id from fresh
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_drones after insert on ledger_drone_sum referencing new table as fresh
  for each statement execute function ledger_drones_summed();

-- An account has one owner and one purpose, and a leased drone has one lessor and mostly one
-- client. Without these statistics the planner treats them as independent, expects almost no
-- rows and reads all of them for a page of twenty.
create statistics ledger_line_of_account (dependencies) on account_id, owner_id, purpose
  from ledger_line;

create statistics ledger_line_of_drone (dependencies) on drone_id, owner_id, client_id
  from ledger_line;

-- Row-level security: consoles read through one of these roles, which see only lines of the
-- books or clients that the transaction names. Each policy is one equality; the owner of the
-- tables posts and seals.
do $$
declare reader text;
begin
  foreach reader in array array['swath_ledger_owner', 'swath_ledger_client',
    'swath_ledger_operator'] loop
    begin
      if to_regrole(reader) is null then
        execute format('create role %I nologin', reader);
      end if;
    exception when duplicate_object or unique_violation then null; -- another database just created it
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
-- Row-level security as for the ledger.
alter table lease_work_record enable row level security;
alter table lease_recharge enable row level security;
-- Row-level security as for the ledger.
alter table ledger_drone_sum enable row level security;
alter table ledger_book_sum enable row level security;
-- Row-level security as for the ledger: orders, payments and invoices are visible to buyer,
-- payer and seller, to accounts above them, and to the platform.
alter table service_order enable row level security;
alter table payment enable row level security;
alter table payment_refund enable row level security;
alter table invoice enable row level security;
alter table invoice_line enable row level security;
alter table invoice_information enable row level security;
-- Row-level security as for the ledger.
alter table ledger_drone enable row level security;

grant select on lease_work_record, lease_recharge to swath_ledger_owner, swath_ledger_client,
  swath_ledger_operator;
grant select (id, name, lessor_account_id, tenant_account_id, currency) on rental_client
  to swath_ledger_owner, swath_ledger_client, swath_ledger_operator;
-- People with personal scope read their own flights on leases.
grant select (drone_id, id, pilot_id) on sortie to swath_ledger_owner, swath_ledger_client,
  swath_ledger_operator;
grant select on ledger_drone_sum, ledger_book_sum to swath_ledger_owner, swath_ledger_client,
  swath_ledger_operator;
grant select on service_order, payment, payment_refund, invoice, invoice_line, invoice_information
  to swath_ledger_owner, swath_ledger_operator;
grant select on ledger_drone to swath_ledger_owner, swath_ledger_client, swath_ledger_operator;

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
  using (array_position((select string_to_array(current_setting('swath.ledger', true),
    ',')::uuid[]), owner_id) is not null);
-- Row-level security and the query name the same account or client. The planner takes the two
-- conditions for independent and multiplies them: it expected 2,400 of a lessor's 50,000 lines,
-- read all of them and sorted. Written with array_position, a policy does not count in the
-- estimate, and the query's own condition leads to the index.
create policy of_owner on ledger_line for select to swath_ledger_owner
  using (array_position((select string_to_array(current_setting('swath.ledger', true),
    ',')::uuid[]), owner_id) is not null);
create policy of_owner on ledger_month_close for select to swath_ledger_owner
  using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_client on ledger_account for select to swath_ledger_client
  using (client_id = any (string_to_array(current_setting('swath.ledger', true), ',')::bigint[]));
create policy of_client on ledger_line for select to swath_ledger_client
  using (array_position((select string_to_array(current_setting('swath.ledger', true),
    ',')::bigint[]), client_id) is not null);
-- Rows without an owner or client column are visible with their lines or their account.
create policy of_client on ledger_entry for select to swath_ledger_client
  using (exists (select from ledger_line line where line.entry_id = ledger_entry.id));
create policy of_account on ledger_sum for select to swath_ledger_owner, swath_ledger_client
  using (exists (select from ledger_account account where account.id = ledger_sum.account_id));
create policy of_account on ledger_pending for select to swath_ledger_owner, swath_ledger_client
  using (exists (select from ledger_account account where account.id = ledger_pending.account_id));
create policy of_operator on lease_work_record for select to swath_ledger_operator using (true);
create policy of_operator on lease_recharge for select to swath_ledger_operator using (true);
create policy of_owner on lease_work_record for select to swath_ledger_owner
  using (array_position((select string_to_array(current_setting('swath.ledger', true),
    ',')::uuid[]), lessor_id) is not null);
create policy of_owner on lease_recharge for select to swath_ledger_owner
  using (lessor_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_client on lease_work_record for select to swath_ledger_client
  using (array_position((select string_to_array(current_setting('swath.ledger', true),
    ',')::bigint[]), client_id) is not null);
create policy of_client on lease_recharge for select to swath_ledger_client
  using (client_id = any (string_to_array(current_setting('swath.ledger', true), ',')::bigint[]));
create policy of_operator on ledger_drone_sum for select to swath_ledger_operator using (true);
create policy of_operator on ledger_book_sum for select to swath_ledger_operator using (true);
create policy of_owner on ledger_book_sum for select to swath_ledger_owner
  using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_owner on ledger_drone_sum for select to swath_ledger_owner
  using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_client on ledger_drone_sum for select to swath_ledger_client
  using (client_id = any (string_to_array(current_setting('swath.ledger', true), ',')::bigint[]));
create policy of_operator on service_order for select to swath_ledger_operator using (true);
create policy of_operator on payment for select to swath_ledger_operator using (true);
create policy of_operator on payment_refund for select to swath_ledger_operator using (true);
create policy of_operator on invoice for select to swath_ledger_operator using (true);
create policy of_operator on invoice_line for select to swath_ledger_operator using (true);
create policy of_operator on invoice_information for select to swath_ledger_operator using (true);
create policy of_buyer on service_order for select to swath_ledger_owner
  using (account_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_seller on service_order for select to swath_ledger_owner
  using (seller_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_payer on payment for select to swath_ledger_owner
  using (payer_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_payee on payment for select to swath_ledger_owner
  using (payee_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_buyer on invoice for select to swath_ledger_owner
  using (account_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_seller on invoice for select to swath_ledger_owner
  using (seller_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
-- Rows without an account column are visible with their payment or invoice; invoice
-- information also to those who pay there.
create policy of_payment on payment_refund for select to swath_ledger_owner
  using (exists (select from payment where payment.id = payment_refund.payment_id));
create policy of_invoice on invoice_line for select to swath_ledger_owner
  using (exists (select from invoice where invoice.id = invoice_line.invoice_id));
create policy of_owner on invoice_information for select to swath_ledger_owner
  using (account_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_payment on invoice_information for select to swath_ledger_owner
  using (exists (select from payment where payment.payee_id = invoice_information.account_id));
create policy of_invoice on invoice_information for select to swath_ledger_owner
  using (exists (select from invoice where invoice.seller_id = invoice_information.account_id));
create policy of_operator on ledger_drone for select to swath_ledger_operator using (true);
create policy of_owner on ledger_drone for select to swath_ledger_owner
  using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_client on ledger_drone for select to swath_ledger_client
  using (client_id = any (string_to_array(current_setting('swath.ledger', true), ',')::bigint[]));
