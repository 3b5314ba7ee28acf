-- Payments through one door, yearly orders for drones, and their invoices. Money is an integer of the currency's smallest unit.

create table payment (
  id uuid primary key,
  number text not null unique,                           -- what the payer quotes, and what the gateway calls it
  provider text not null check (provider in ('transfer', 'wechat')),
  purpose text not null,
  reference_id text not null,                            -- of whatever it is for
  payer_id uuid not null references account,
  payee_id uuid not null references account,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'closed')),
  qr_text text,                                          -- null: the gateway has not answered yet
  gateway_id text,                                       -- what the gateway calls the transaction
  created_at timestamptz not null,
  expires_at timestamptz,                                -- null: a bill to be paid by transfer waits
  checked_at timestamptz,                                -- when the gateway was last asked
  paid_at timestamptz,
  confirmed_by uuid,                                     -- no reference: a payment outlives its people
  check ((state = 'paid') <= (paid_at is not null))
);
create index payment_open_at_gateway on payment (created_at) where state = 'open' and provider <> 'transfer';
create index payment_reference on payment (purpose, reference_id);
create index payment_paid on payment (provider, paid_at) where state = 'paid';

create table payment_refund (
  id uuid primary key,
  payment_id uuid not null references payment,
  number text not null unique,                           -- what the gateway calls it by
  reference_id text not null,                            -- the part of the payment that it gives back
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  gateway_id text,
  created_at timestamptz not null,
  created_by uuid,                                       -- null: by itself, of money that nothing was owed for
  accepted_at timestamptz,                               -- by the gateway, on whose bill of that day it stands
  done_at timestamptz
);
create index payment_refund_payment on payment_refund (payment_id);

-- Days of a gateway's bill that were compared, and what did not agree.
create table payment_bill_day (
  provider text not null,
  day date not null,                                     -- of the gateway's own zone
  payment_count integer not null, paid_minor bigint not null,
  refund_count integer not null, refunded_minor bigint not null,
  compared_at timestamptz not null,
  primary key (provider, day)
);
create table payment_difference (
  id uuid primary key,
  provider text not null,
  day date not null,
  number text not null,                                  -- of the payment or refund
  kind text not null check (kind in ('unknown', 'not_paid_here', 'not_in_bill', 'amount', 'refund_unknown', 'refund_not_in_bill', 'refund_amount')),
  here_minor bigint, there_minor bigint,                 -- null: not there at all
  currency text not null,
  found_at timestamptz not null,
  settled_at timestamptz, settled_by uuid, note text not null default '',
  version integer not null default 1,
  unique (provider, day, number, kind)
);

-- What the service costs a year; a kind without a price is not sold.
create table service_price (
  order_type smallint not null check (order_type between 1 and 3), -- platform service, RTK service, firmware signing
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  seller_id uuid not null references account,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (order_type, currency)
);

-- An account's own data for invoices; the seller's stand on bills as where to pay.
create table invoice_information (
  account_id uuid primary key references account on delete cascade,
  ticket_type smallint not null check (ticket_type in (1, 2)), -- ordinary, special (with tax deduction)
  business_name text not null,
  tax_number text not null default '',
  registered_address text not null default '',
  contact_phone text not null default '',
  bank text not null default '',
  bank_account text not null default '',
  getter_phone text not null default '',
  getter_name text not null default '',
  getter_address text not null default '',
  updated_at timestamptz not null,
  version integer not null default 1
);

create table invoice (
  id uuid primary key,
  number text not null unique,                           -- of the application
  account_id uuid not null references account,
  seller_id uuid not null references account,
  buyer jsonb not null,                                  -- the information as it was when it was applied for
  seller jsonb,                                          -- and the seller's when it was issued
  amount_minor bigint not null,
  currency text not null,
  state text not null default 'applied' check (state in ('applied', 'issued', 'rejected')),
  invoice_number text,                                   -- of the tax office
  reason text not null default '',                       -- why it was rejected
  applied_at timestamptz not null, applied_by uuid, applied_by_name text not null,
  decided_at timestamptz, decided_by uuid,
  version integer not null default 1,
  check ((state = 'applied') = (decided_at is null)),
  check ((state = 'issued') = (invoice_number is not null))
);
create index invoice_account on invoice (account_id, applied_at desc);
create unique index invoice_tax_number on invoice (seller_id, invoice_number) where invoice_number is not null;

create table service_order (
  id uuid primary key,
  number text not null unique,
  order_type smallint not null check (order_type between 1 and 3),
  drone_id text not null references drone,
  year smallint not null,                                -- of the calendar: the service ends with it
  account_id uuid not null references account,           -- who buys
  seller_id uuid not null references account,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null default 'unpaid' check (state in ('unpaid', 'paid', 'refunding', 'refunded', 'cancelled')),
  payment_id uuid references payment on delete set null, -- the payment that it is or was to be paid by
  invoice_id uuid references invoice on delete set null, -- the one that stands: applied or issued
  created_at timestamptz not null,
  created_by uuid, created_by_name text not null,
  paid_at timestamptz,
  version integer not null default 1
);
create index service_order_account on service_order (account_id, created_at desc);
create index service_order_drone on service_order (drone_id, order_type, year desc);
create index service_order_payment on service_order (payment_id);
create unique index service_order_once on service_order (order_type, drone_id, year) where state in ('unpaid', 'paid', 'refunding');

create table invoice_line (
  invoice_id uuid not null references invoice on delete cascade,
  order_id uuid not null references service_order,
  stands boolean not null default true,                  -- false: its invoice was rejected
  primary key (invoice_id, order_id)
);
-- Once each, whoever applies at the same moment.
create unique index invoice_line_once on invoice_line (order_id) where stands;

-- Of which years' end somebody has been told, so that nobody is told twice.
create table service_warning (
  account_id uuid not null references account on delete cascade,
  order_type smallint not null,
  year smallint not null,
  days_before smallint not null,                         -- -1: it has ended
  primary key (account_id, order_type, year, days_before)
);
