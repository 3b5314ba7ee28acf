-- How many different drones and plots worked in a day, of everybody and of each maker, by country: what a wall asks of today at the
-- same cost however many they are (docs/decisions/091-counts-and-ranks.md). Made from apps/server/src/features/figures/kept-sums.ts.

-- Nothing is merged into the sums meanwhile: what is made here is of the same moment as they are.
select pg_advisory_xact_lock(1937075571);

create table figure.work_day_drone_count (
  bucket timestamptz not null,
  manufacturer_id uuid,
  place text collate "C" not null,
  present bigint not null,
  constraint work_day_drone_count_key unique nulls not distinct (bucket, manufacturer_id, place)
) with (fillfactor = 80);
create index on figure.work_day_drone_count (place, manufacturer_id, bucket);
create table figure.work_day_plot_count (
  bucket timestamptz not null,
  manufacturer_id uuid,
  place text collate "C" not null,
  present bigint not null,
  constraint work_day_plot_count_key unique nulls not distinct (bucket, manufacturer_id, place)
) with (fillfactor = 80);
create index on figure.work_day_plot_count (place, manufacturer_id, bucket);
insert into figure.work_day_drone_count (bucket, manufacturer_id, place, present)
  select bucket, maker, place, count(*) as present
  from (select bucket, maker, place, drone_id
    from (select * from figure.work_day_all where drone_id is not null and true) each
  cross join lateral (select place from unnest(figure.places(each.region_code)) as place where place < '2') as places
  cross join lateral (values (null::uuid), (each.manufacturer_id)) as makers (maker)
    group by bucket, maker, place, drone_id having sum(present) <> 0) as different
  group by bucket, maker, place;
insert into figure.work_day_plot_count (bucket, manufacturer_id, place, present)
  select bucket, maker, place, count(*) as present
  from (select bucket, maker, place, plot_id
    from (select * from figure.work_day_all where plot_id is not null and true) each
  cross join lateral (select place from unnest(figure.places(each.region_code)) as place where place < '2') as places
  cross join lateral (values (null::uuid), (each.manufacturer_id)) as makers (maker)
    group by bucket, maker, place, plot_id having sum(present) <> 0) as different
  group by bucket, maker, place;
analyze figure.work_day_drone_count, figure.work_day_plot_count;
