-- What the flight that a drone is on has done until now, written at checkpoints with the rest of its state; null while it is on no flight. A
-- flight's record and its row are made at the landing: see docs/decisions/105-flights-in-the-air.md.
alter table drone_state
  add column open_start_at timestamptz,
  add column open_end_at timestamptz,             -- its last point, device clock
  add column open_distance_m double precision,
  add column open_spray_s double precision,       -- seconds
  add column open_spray_l double precision,
  add column open_covered_m2 double precision,
  add column open_swept_m2 double precision,
  add column open_point_count integer;
