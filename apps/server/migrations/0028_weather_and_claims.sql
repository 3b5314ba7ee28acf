-- The weather beside a work record, what a service said of the weather, and what is suspicious about a claim.

-- What a service says, by cells of a tenth of a degree and hours. The first answer stays: a flight that is worked out again is judged
-- by the same weather.
create table weather_observation (
  cell_lat smallint not null, cell_lng smallint not null, -- south-west corner, tenths of a degree
  hour timestamptz not null,                              -- its beginning
  source text not null,                                   -- name of the service
  wind_ms real, wind_from_deg real, temperature_c real, humidity_percent real, rain_mm_h real,
  fetched_at timestamptz not null,
  primary key (cell_lat, cell_lng, hour)
);

-- Beside the record and not in its hash: what a service says comes after the record is made. Means over the time sprayed.
create table flight_weather (
  drone_id text not null references drone,
  sortie_id uuid not null,
  start_at timestamptz not null, end_at timestamptz not null,
  cell_lat smallint not null, cell_lng smallint not null,
  source text check (source in ('drone', 'provider', 'mixed')), -- null: nobody has told
  wind_ms real, most_wind_ms real,
  wind_from_deg real,                                    -- where it comes from, clockwise from north
  temperature_c real, humidity_percent real, rain_mm_h real,
  delta_t_c real,                                        -- dry-bulb less wet-bulb temperature
  wanted boolean not null,                               -- a service may say what the drone did not
  tries smallint not null default 0,                     -- in which it did not
  next_try_at timestamptz,
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie (drone_id, id) on delete cascade
);
create index flight_weather_wanted on flight_weather (start_at) where wanted;

-- What of a flight is compared with others': where it sprayed, and a sketch of its places.
create table flight_claim (
  drone_id text not null references drone,
  sortie_id uuid not null,
  start_at timestamptz not null,
  operator_id uuid,
  covered_m2 double precision not null,
  bounds box not null,                                   -- of what was sprayed
  places integer[] not null,                             -- hashes, ascending; none where there are too few places
  boot text, first_seq bigint, last_seq bigint,          -- the run of the device's program, and its numbers
  compared boolean not null default false,
  primary key (drone_id, sortie_id),
  foreign key (drone_id, sortie_id) references sortie (drone_id, id) on delete cascade
);
create index flight_claim_due on flight_claim (start_at) where not compared;
create index flight_claim_ground on flight_claim using gist (bounds);
create index flight_claim_places on flight_claim using gin (places) where cardinality(places) > 0;

-- For supervisors. Of two flights it stands at the later one.
create table claim_suspicion (
  drone_id text not null references drone,
  id uuid not null,
  sortie_id uuid not null,
  cause text not null,
  at timestamptz not null,
  lng double precision not null, lat double precision not null,
  other_drone_id text, other_sortie_id uuid,             -- with which it does not agree; null: with itself
  evidence jsonb not null default '{}',
  manufacturer_id uuid not null, operator_id uuid, tenant_id uuid,
  region_code text collate "C",
  created_at timestamptz not null default now(),
  primary key (drone_id, id),
  foreign key (drone_id, sortie_id) references sortie (drone_id, id) on delete cascade
);
create index claim_suspicion_sortie on claim_suspicion (drone_id, sortie_id);
create index claim_suspicion_at on claim_suspicion (at desc);
create index claim_suspicion_region on claim_suspicion (region_code, at desc);
create index claim_suspicion_other on claim_suspicion (other_drone_id, other_sortie_id) where other_sortie_id is not null;
