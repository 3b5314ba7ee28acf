-- Stored data that is not as it was written: found by the check of stored data, removed when a
-- later check finds it whole.
create table stored_fault (
  kind text not null check (kind in ('record', 'source', 'chunk', 'audit-log', 'ledger')),
  subject text not null,  -- drone, or account of an audit log or ledger
  object text not null,  -- flight or chunk of the drone, or a line about the account
  detail text not null,
  found_at timestamptz not null,
  primary key (kind, subject, object)
);
