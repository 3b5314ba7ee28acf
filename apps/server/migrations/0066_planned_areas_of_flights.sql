-- What each planned flight of a drone is to spray: a flight that sprayed most of it is done.

alter table group_plan_drone
  add column sortie_m2 double precision[] not null default '{}';  -- m2 swept, by the flights of its share

update group_plan_drone one
set sortie_m2 = array(
  select (sortie.value ->> 'sprayM')::double precision * (plan.settings ->> 'width')::double precision
  from jsonb_array_elements(plan.route -> 'shares' -> one.share::int -> 'sorties')
    with ordinality as sortie (value, number)
  order by sortie.number
)
from group_plan plan
where plan.id = one.plan_id and one.share is not null;
