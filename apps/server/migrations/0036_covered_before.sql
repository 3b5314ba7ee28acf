-- Ground of a task's plots that a flight covered though earlier flights of the same task had: worked out with the ground of the
-- plot, and judged where the flight is worked out. Without references to the record, which is written anew each time.
create table unified_task_repeat (
  task_id bigint not null references unified_task on delete cascade,
  plot_id uuid not null references plot on delete cascade,
  drone_id text not null,
  sortie_id uuid not null,
  already_m2 double precision not null,
  primary key (task_id, plot_id, drone_id, sortie_id)
);
create index unified_task_repeat_flight on unified_task_repeat (drone_id, sortie_id);
