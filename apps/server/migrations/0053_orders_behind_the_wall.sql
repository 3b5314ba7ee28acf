-- Orders, payments and invoices are read behind the wall of the ledger: by who buys, pays or sells, by those above them, and by the operator.
alter table service_order enable row level security;
alter table payment enable row level security;
alter table payment_refund enable row level security;
alter table invoice enable row level security;
alter table invoice_line enable row level security;
alter table invoice_information enable row level security;
grant select on service_order, payment, payment_refund, invoice, invoice_line, invoice_information
  to swath_ledger_owner, swath_ledger_operator;

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
create index invoice_seller on invoice (seller_id, applied_at desc);

-- What has no name of its own on it exists for whom its payment or its invoice exists; a bank account for whoever pays there.
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
