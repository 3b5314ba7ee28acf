-- Flights of which the take-off said that nothing flies (sortie.simulated, from the event's payload). They are few, and have a list
-- of their own, whose sums are counted from the first index alone.
create index sortie_simulated on sortie (start_at desc) include (id, drone_id, end_at, state, manufacturer_id, operator_id, tenant_id, pilot_id, region_code) where simulated;
create index sortie_simulated_operator on sortie (operator_id, start_at desc) where simulated;
create index sortie_simulated_manufacturer on sortie (manufacturer_id, start_at desc) where simulated;
create index sortie_simulated_drone on sortie (drone_id, start_at desc) where simulated;

-- The live picture of other processes: whether what is shown of the drone is practice.
alter table drone_state add column simulating boolean not null default false;
