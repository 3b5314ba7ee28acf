-- What stands behind the second wall is asked for by the same account or client as the wall names. The planner took the two for independent and
-- multiplied them: of a lessor's 50,000 lines it expected 2,400, of a client's 5,000 two dozen, and where it expected less than a page it read and
-- sorted all of them. In this form a policy counts for nothing; what the query asks for leads to the index.
alter policy of_owner on ledger_line
  using (array_position((select string_to_array(current_setting('swath.ledger', true), ',')::uuid[]), owner_id) is not null);
alter policy of_client on ledger_line
  using (array_position((select string_to_array(current_setting('swath.ledger', true), ',')::bigint[]), client_id) is not null);
alter policy of_owner on ledger_entry
  using (array_position((select string_to_array(current_setting('swath.ledger', true), ',')::uuid[]), owner_id) is not null);
alter policy of_owner on lease_work_record
  using (array_position((select string_to_array(current_setting('swath.ledger', true), ',')::uuid[]), lessor_id) is not null);
alter policy of_client on lease_work_record
  using (array_position((select string_to_array(current_setting('swath.ledger', true), ',')::bigint[]), client_id) is not null);

-- A flight that is charged asks for what its drone was charged about that time, not ever.
create index lease_work_record_drone on lease_work_record (drone_id, start_at);
