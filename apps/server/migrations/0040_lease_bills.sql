-- What flights on leases cost, and what clients pay ahead. Money itself stands in the ledger; these say what it was for.

create table lease_work_record (
  drone_id text not null,                                -- no references: a bill outlives what it names
  sortie_id uuid not null,
  lease_id bigint not null,
  client_id bigint not null,
  lessor_id uuid not null references account,
  start_at timestamptz not null,
  end_at timestamptz not null,
  covered_m2 double precision not null,
  duration_s double precision not null,
  charge_by text not null check (charge_by in ('mu', 'hour')),
  unit_price_minor bigint not null,
  currency text not null,
  amount_minor bigint not null,                          -- what is charged now: 0 where it was waived or taken back
  state text not null check (state in ('charged', 'waived', 'taken_back')),
  waived_reason text,
  corrections integer not null default 0,                -- how often a charge was taken back
  billed_at timestamptz not null,
  version integer not null default 1,
  primary key (drone_id, sortie_id),
  check ((state = 'waived') = (waived_reason is not null)),
  check (state = 'charged' or amount_minor = 0)
);
create index lease_work_record_lessor on lease_work_record (lessor_id, start_at desc, sortie_id desc);
create index lease_work_record_client on lease_work_record (client_id, start_at desc, sortie_id desc);
create index lease_work_record_at on lease_work_record (start_at desc, sortie_id desc);
create index lease_work_record_lease on lease_work_record (lease_id);

create table lease_recharge (
  id uuid primary key,
  number text not null unique,                           -- what the payer quotes
  lessor_id uuid not null references account,
  client_id bigint not null references rental_client,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  state text not null default 'asked' check (state in ('asked', 'paid', 'refused', 'withdrawn')),
  note text not null default '',
  reason text not null default '',                       -- why it was refused
  asked_at timestamptz not null,
  asked_by uuid,                                         -- no reference: a bill outlives its people
  asked_by_name text not null,
  asked_by_account_id uuid not null,
  decided_at timestamptz,
  decided_by_name text,
  version integer not null default 1,
  check ((state = 'asked') = (decided_at is null)),
  check (refunded_minor = 0 or state = 'paid')
);
create index lease_recharge_lessor on lease_recharge (lessor_id, asked_at desc);
create index lease_recharge_client on lease_recharge (client_id, asked_at desc);

-- What its two sides were told last: 0 nothing, 1 little is left, 2 nothing is.
alter table rental_client add warned_level smallint not null default 0 check (warned_level in (0, 1, 2));

-- Behind the same wall as the ledger.
alter table lease_work_record enable row level security;
alter table lease_recharge enable row level security;
grant select on lease_work_record, lease_recharge to swath_ledger_owner, swath_ledger_client, swath_ledger_operator;
grant select (id, name, lessor_account_id, tenant_account_id, currency) on rental_client
  to swath_ledger_owner, swath_ledger_client, swath_ledger_operator;
create policy of_operator on lease_work_record for select to swath_ledger_operator using (true);
create policy of_operator on lease_recharge for select to swath_ledger_operator using (true);
create policy of_owner on lease_work_record for select to swath_ledger_owner
  using (lessor_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_owner on lease_recharge for select to swath_ledger_owner
  using (lessor_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));
create policy of_client on lease_work_record for select to swath_ledger_client
  using (client_id = any (string_to_array(current_setting('swath.ledger', true), ',')::bigint[]));
create policy of_client on lease_recharge for select to swath_ledger_client
  using (client_id = any (string_to_array(current_setting('swath.ledger', true), ',')::bigint[]));
