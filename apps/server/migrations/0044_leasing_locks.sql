-- Drones that the program keeps on the ground because their client's balance is spent: it unlocks these again, and no others.
create table lease_lock (
  drone_id text primary key references drone on delete cascade,
  client_id bigint not null references rental_client,
  locked_at timestamptz not null
);
create index lease_lock_client on lease_lock (client_id);

-- Null: the program itself, for an account.
alter table command alter column user_id drop not null;
