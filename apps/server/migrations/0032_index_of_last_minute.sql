-- oldest program: 0014
-- outside a transaction
drop index concurrently if exists drone_state_minute;
create index concurrently drone_state_minute on drone_state (last_minute desc nulls last, drone_id);
drop index concurrently if exists drone_state_last;
