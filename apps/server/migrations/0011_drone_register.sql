-- The register of drones: what changes of a drone in its life, and what is kept with it.
alter table drone
  add column version integer not null default 1,         -- one more with each change in the register: who changes says what was seen
  add column released_at timestamptz,                    -- set up and handed out: from debugging to unactivated
  add column released_by text,                           -- the name of who did
  add column activated_at timestamptz;                   -- its first connection; null where that was never noted

-- Whose a drone was until when, written when one of them changes; what is so since then stands with the drone. A flight
-- belongs to those of its start, however late it comes in.
create table drone_former_parties (
  drone_id text not null references drone on delete cascade,
  until_at timestamptz not null,
  manufacturer_id uuid not null references account,
  operator_id uuid references account,
  tenant_id uuid references account,
  region_code text collate "C" not null references region,
  user_id uuid,                                          -- who changed it
  user_name text not null,
  primary key (drone_id, until_at)
);
create index drone_former_operator on drone_former_parties (operator_id);
create index drone_former_manufacturer on drone_former_parties (manufacturer_id);

-- Papers of a drone, and pictures taken on its flights. The content lies in the file store.
create table drone_file (
  drone_id text not null references drone on delete cascade,
  id uuid not null,
  sortie_id uuid,                                        -- the flight that a picture belongs to; null: a paper of the drone
  name text not null,
  media_type text not null,
  bytes integer not null,
  store_key text not null,
  user_id uuid,
  user_name text not null,
  created_at timestamptz not null,
  primary key (drone_id, id)
);
create index drone_file_sortie on drone_file (drone_id, sortie_id);
