-- oldest program: 0014
-- Drones whose newest points somebody waits for: the worker that has them in memory writes them and
-- deletes the row. Worth nothing after a crash.
create unlogged table awaited_points (
  drone_id text primary key references drone on delete cascade,
  since timestamptz not null
);
