-- The payment by which a recharge is or was to be paid through a gateway; null: by transfer, which the lessor confirms.
alter table lease_recharge add payment_id uuid references payment;
create unique index lease_recharge_payment on lease_recharge (payment_id) where payment_id is not null;
