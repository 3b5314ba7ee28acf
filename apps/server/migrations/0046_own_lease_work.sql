-- Who flew: people of personal scope read the flights on leases that are their own, behind the wall too.
grant select (drone_id, id, pilot_id) on sortie to swath_ledger_owner, swath_ledger_client, swath_ledger_operator;
