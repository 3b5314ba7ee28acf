-- A flight is charged in its record's transaction, and most of what that took was the plans of its questions. Functions keep them in the
-- server, whichever pooler stands before it, and their questions are one way there and back. Each question in them sees what was committed
-- before it began, so that what is locked first is read as whoever held it left it.

-- To whom a flight is charged: it began while the drone was lent; of a shared drone, by whoever had it then (null: nobody). A cancelled lease
-- has none.
create function lease_of_flight(flown_by text, began_at timestamptz)
returns table (lease_id bigint, lessor_account_id uuid, client_id bigint, charge_by text, currency text, mu_unit_price_minor bigint,
  hour_unit_price_minor bigint)
language sql stable as $$
  select lease.id, lease.lessor_account_id, coalesce(lease.client_id, used.client_id), lease.charge_by, lease.currency,
    lease.mu_unit_price_minor, lease.hour_unit_price_minor
  from lease
  left join shared_use as used on used.lease_id = lease.id and began_at >= used.from_at
    and (used.until_at is null or began_at < used.until_at)
  where lease.drone_id = flown_by and lease.cancelled_at is null and lease.starts_at <= began_at
    and (lease.returned_at is null or began_at < lease.returned_at)
  order by lease.starts_at desc
  limit 1
$$;

-- The drone's leases as they are, and its bills, until the transaction ends: leases first, as who returns or cancels one has it when its
-- flights are charged anew, and both before rows of the drone, which that one holds as well. Answers whether it was ever lent, or charged for.
create function hold_bills_of_drone(flown_by text) returns boolean
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare was_lent boolean;
begin
  perform id from lease where drone_id = flown_by order by id for share;
  was_lent := found;
  perform pg_advisory_xact_lock(hashtextextended('bills ' || flown_by, 0));
  return was_lent or exists (select from lease_work_record where drone_id = flown_by);
end $$;

-- What the drone flew within the range and to whom that is charged now, and what was charged for it or for what was flown then. In the order
-- of the flights' ids, so that two who charge flights of one lessor do not wait for each other.
create function flights_to_bill(flown_by text, from_at timestamptz, until_at timestamptz)
returns table (flight_id uuid, flown_from timestamptz, flown_until timestamptz, flown_m2 double precision, flown_s double precision,
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
  ), bill as ( -- each arm from an index of its own: a drone has thousands of bills
    select * from lease_work_record one
    where one.drone_id = flown_by and one.start_at >= from_at and one.start_at <= until_at
    union
    select * from lease_work_record one
    where one.drone_id = flown_by and one.sortie_id = any(array(select flown.sortie_id from flown))
  )
  select coalesce(flown.sortie_id, bill.sortie_id), flown.start_at, flown.end_at, flown.covered_m2, flown.duration_s,
    to_jsonb(owed), to_jsonb(bill)
  from flown full join bill on bill.sortie_id = flown.sortie_id
  left join lateral lease_of_flight(flown_by, flown.start_at) owed on true
  order by 1;
end $$;

-- An account of a book, opened where it is first asked for. A question for each kind: a condition that allows for null leads to no index, and
-- would read all accounts of a lessor.
create function ledger_account_of(book uuid, of_client bigint, of_payer uuid, wanted_purpose text, wanted_currency text) returns bigint
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
        where owner_id = book and client_id is null and payer_id = of_payer and purpose = wanted_purpose and currency = wanted_currency;
    else
      select id into account_id from ledger_account
        where owner_id = book and client_id is null and payer_id is null and purpose = wanted_purpose and currency = wanted_currency;
    end if;
    exit when account_id is not null;
    insert into ledger_account (owner_id, client_id, payer_id, purpose, currency)
      values (book, of_client, of_payer, wanted_purpose, wanted_currency) on conflict do nothing;
  end loop;
  return account_id;
end $$;

-- Enters entries of one book with their lines, whose entry is a place among the entries. Those whose cause is entered already are left out.
-- The book's closed months stay as they are until the transaction ends: whoever closes one waits for it. What belongs to a closed month
-- counts in the first that is open.
create function ledger_post(book uuid, entered_at timestamptz, kinds text[], causes text[], revisions integer[], reversed bigint[],
  times timestamptz[], abouts jsonb[], notes text[], names text[], drones text[], line_places bigint[], line_numbers smallint[],
  line_clients bigint[], line_payers uuid[], line_purposes text[], line_currencies text[], line_amounts bigint[])
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
    select one.*, case when own.month <= closed then (closed + interval '1 month')::date else own.month end as month
    from unnest(kinds, causes, revisions, reversed, times, abouts, notes, names, drones) with ordinality
      as one (cause_kind, cause_id, revision, reverses_id, at, about, note, by_name, drone_id, place)
    cross join lateral (select date_trunc('month', one.at at time zone zone)::date as month) own
  ), entry as (
    insert into ledger_entry (owner_id, cause_kind, cause_id, revision, reverses_id, at, posted_at, month, about, note, by_name)
    select book, cause_kind, cause_id, revision, reverses_id, at, entered_at, month, about, note, by_name
    from given order by given.place
    on conflict do nothing
    returning id, cause_kind, cause_id, revision
  ), written as (
    select given.place, entry.id, given.at, given.month, given.drone_id
    from entry join given using (cause_kind, cause_id, revision)
  ), line as (
    insert into ledger_line (entry_id, line, account_id, owner_id, client_id, purpose, currency, amount_minor, at, month, drone_id)
    select written.id, asked.number, asked.account_id, book, asked.client_id, asked.purpose, asked.currency, asked.amount_minor,
      written.at, written.month, case when asked.client_id is not null then written.drone_id end
    from unnest(line_places, line_numbers, line_accounts, line_clients, line_purposes, line_currencies, line_amounts)
      as asked (place, number, account_id, client_id, purpose, currency, amount_minor)
    join written on written.place = asked.place
  )
  select written.place, written.id from written;
end $$;

-- Lines that count in a later month than that in which what they tell of happened, whichever zone it was: there are few, and the list of a
-- month ends with the first of them.
create index ledger_line_late on ledger_line (month, owner_id, at) include (client_id)
  where purpose in ('prepaid', 'deposit') and at < ((month - 1)::timestamp at time zone 'UTC');

-- Of clients whose money moved, those that must be looked at: that have less than they are warned at, or were told so before. What has been
-- added up by month and what waits for it are together what stands on an account.
create function clients_worth_a_look(of_clients bigint[]) returns setof bigint
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select client.id from rental_client client
  where client.id = any(of_clients)
    and (client.warned_level > 0
      or exists (
        select from ledger_account account
        where account.client_id = client.id and account.purpose = 'prepaid'
          and coalesce((select sum(kept.credit_minor - kept.debit_minor) from ledger_sum kept where kept.account_id = account.id), 0)
            + coalesce((select sum(pending.amount_minor) from ledger_pending pending where pending.account_id = account.id), 0)
            < case when account.currency = client.currency then greatest(coalesce(client.warn_below_minor, 0), 0) else 0 end))
  order by client.id;
end $$;
