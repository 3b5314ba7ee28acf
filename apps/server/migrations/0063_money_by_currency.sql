-- A client may have money in several currencies: about each of them its sides are warned separately.
alter table rental_client add column warned_levels jsonb not null default '{}';
comment on column rental_client.warned_levels is
  'What was last said about the balance of a currency, by currency: 1 low, 2 below zero; none: enough';
update rental_client set warned_levels = jsonb_build_object(currency, warned_level) where warned_level > 0;
alter table rental_client drop column warned_level;

create or replace function clients_worth_a_look(of_clients bigint[]) returns setof bigint
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select client.id from rental_client client
  where client.id = any(of_clients)
    and (client.warned_levels <> '{}'
      or exists (
        select from ledger_account account
        where account.client_id = client.id and account.purpose = 'prepaid'
          and coalesce((select sum(kept.credit_minor - kept.debit_minor) from ledger_sum kept where kept.account_id = account.id), 0)
            + coalesce((select sum(pending.amount_minor) from ledger_pending pending where pending.account_id = account.id), 0)
            < case when account.currency = client.currency then greatest(coalesce(client.warn_below_minor, 0), 0) else 0 end))
  order by client.id;
end $$;
