-- Lists ask for the newest with what is missing last; an index gives them in that order alone.
drop index ledger_line_owner, ledger_line_client, ledger_line_at;
create index ledger_line_owner on ledger_line (owner_id, at desc nulls last, entry_id desc, line desc)
  where purpose in ('prepaid', 'deposit');
create index ledger_line_client on ledger_line (client_id, at desc nulls last, entry_id desc, line desc)
  where purpose in ('prepaid', 'deposit');
create index ledger_line_at on ledger_line (at desc nulls last, entry_id desc, line desc)
  where purpose in ('prepaid', 'deposit');
drop index lease_work_record_lessor, lease_work_record_client, lease_work_record_at;
create index lease_work_record_lessor on lease_work_record (lessor_id, start_at desc nulls last, sortie_id desc);
create index lease_work_record_client on lease_work_record (client_id, start_at desc nulls last, sortie_id desc);
create index lease_work_record_at on lease_work_record (start_at desc nulls last, sortie_id desc);
