-- Codes that prove a phone or an e-mail address, and companies that wait for review.

-- One code a recipient and purpose: a new one takes the place of the older. No telephone numbers here.
create table verification_code (
  recipient_hash bytea not null,                         -- HMAC-SHA-256 of phone or e-mail address
  purpose smallint not null check (purpose between 1 and 3), -- 1 sign-in, 2 registration, 3 reset
  host text not null,                                    -- the host name on which it was asked for; elsewhere it is wrong
  salt bytea not null,
  code_hash bytea not null,                              -- HMAC-SHA-256 of salt and code; of a code that was not sent, random
  tries_left smallint not null,
  expires_at timestamptz not null,
  primary key (recipient_hash, purpose)
);
create index verification_code_expires on verification_code (expires_at);

-- What the demonstration would have sent.
create table outbox_message (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,                               -- masked
  subject text,                                          -- mail only
  body text not null,
  created_at timestamptz not null
);
create index outbox_message_created on outbox_message (created_at desc);

create table account_application (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  type smallint not null check (type in (1, 2)),         -- 1 registration, 2 modification
  status smallint not null default 1 check (status between 1 and 3), -- 1 unaudited, 2 passed, 3 rejected
  proposed jsonb not null,                               -- the contract's AccountFields
  current jsonb,                                         -- of a modification, the same as they stood when it was asked
  submitted_by uuid not null,
  submitted_at timestamptz not null,
  reviewed_by uuid, reviewer_name text, reviewed_at timestamptz,
  reason text                                            -- why it was rejected
);
create unique index account_application_open on account_application (account_id) where status = 1;
create index account_application_account on account_application (account_id, submitted_at desc);
create index account_application_submitted on account_application (submitted_at desc);
