-- Times of a log that the file leaves open: zone and order of day and month, as a person answered.
alter table flight_log
  add column reading jsonb, -- { timeZone, dateOrder }; null: as the file says, the rest proposed
  drop constraint flight_log_problem_check,
  add constraint flight_log_problem_check check (
    problem in ('not_a_log', 'no_points', 'format_not_read', 'too_slow', 'too_large', 'lost')
  );
