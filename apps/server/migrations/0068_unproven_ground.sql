-- Where the track of a flight is not kept, nobody knows which ground of a plot it shares with others.
alter table subsidy_line add column unproven_milli_m2 bigint not null default 0;
comment on column subsidy_line.unproven_milli_m2 is
  'Ground that its flights may have covered beyond what is paid for; no kept track shows it';
alter table subsidy_flight add column unproven_milli_m2 bigint not null default 0;
comment on column subsidy_flight.unproven_milli_m2 is 'Of this flight, as in subsidy_line';
