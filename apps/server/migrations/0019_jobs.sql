-- Which runners of jobs are alive. The jobs themselves stand in the schema graphile_worker, which the library lays out.

create table job_runner (
  -- as it stands in a job's locked_by
  id text primary key,
  -- when it last said that it lives, by the database's clock
  heard_at timestamptz not null
);
