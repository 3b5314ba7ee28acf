-- What the drones of a plan were told for it: what became of each order, and which flights are the plan's.

create table group_plan_order (
  number bigint generated always as identity primary key, -- in the order in which they were given
  plan_id uuid not null references group_plan on delete cascade,
  drone_id text not null references drone on delete cascade,
  action text not null check (action in ('send', 'start', 'pause', 'resume', 'return', 'set')),
  command_id uuid,                          -- of the drone, the last where it was told several; null: it was carried out
  told_at timestamptz not null
);
create index group_plan_order_plan on group_plan_order (plan_id, drone_id, number desc);

-- Plans of before keep the flights that were counted as theirs.
insert into group_plan_order (plan_id, drone_id, action, told_at)
select plan.id, sortie.drone_id, 'start', sortie.start_at
from group_plan plan
join group_plan_drone one on one.plan_id = plan.id
join sortie on sortie.drone_id = one.drone_id and sortie.start_at >= plan.created_at
  and (plan.state <> 'done' or sortie.start_at <= plan.updated_at)
where plan.state <> 'ready'
order by sortie.start_at;
