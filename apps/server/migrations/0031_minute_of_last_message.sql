-- oldest program: 0014
-- The index of the last message was the only one whose column changes with each checkpoint: without
-- it, PostgreSQL writes the new row next to the old one and leaves the other indexes alone. The
-- minute changes more rarely.
alter table drone_state set (fillfactor = 50);
alter table drone_state add column last_minute integer
generated always as (
  floor(extract(epoch from last_message_at at time zone 'UTC') / 60)::integer
) stored;
comment on column drone_state.last_minute is 'minute of last_message_at, since 1970';
