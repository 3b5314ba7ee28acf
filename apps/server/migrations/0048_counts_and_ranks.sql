-- What walls ask of everybody's drones and plots, at the same cost however many there are: ranks from an index, and different drones
-- and plots counted once (docs/decisions/091-counts-and-ranks.md). Made from apps/server/src/features/figures/kept-sums.ts.

-- Nothing is merged into the sums meanwhile: what is made here is of the same moment as they are.
select pg_advisory_xact_lock(1937075571);

create table figure.work_ever_country (
  bucket timestamptz not null,
  region_code text collate "C",
  manufacturer_id uuid,
  mode smallint,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_ever_country_key unique nulls not distinct (bucket, region_code, manufacturer_id, mode)
) with (fillfactor = 80);
create index on figure.work_ever_country (manufacturer_id, bucket);
create table figure.work_ever_region (
  bucket timestamptz not null,
  region_code text collate "C",
  mode smallint,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_ever_region_key unique nulls not distinct (bucket, region_code, mode)
) with (fillfactor = 80);
create index on figure.work_ever_region (region_code, bucket);
create table figure.work_ever_maker (
  bucket timestamptz not null,
  manufacturer_id uuid,
  region_code text collate "C",
  mode smallint,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_ever_maker_key unique nulls not distinct (bucket, manufacturer_id, region_code, mode)
) with (fillfactor = 80);
create index on figure.work_ever_maker (manufacturer_id, bucket);
create index on figure.work_ever_maker (region_code, bucket);
create table figure.work_ever_each_drone (
  bucket timestamptz not null,
  drone_id text,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_ever_each_drone_key unique nulls not distinct (bucket, drone_id)
) with (fillfactor = 80);
create index on figure.work_ever_each_drone (drone_id, bucket);
create index on figure.work_ever_each_drone (bucket, covered_milli_m2 desc, drone_id);
create table figure.work_year_each_drone (
  bucket timestamptz not null,
  drone_id text,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_year_each_drone_key unique nulls not distinct (bucket, drone_id)
) with (fillfactor = 80);
create index on figure.work_year_each_drone (drone_id, bucket);
create index on figure.work_year_each_drone (bucket, covered_milli_m2 desc, drone_id);
create table figure.work_month_each_drone (
  bucket timestamptz not null,
  drone_id text,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_month_each_drone_key unique nulls not distinct (bucket, drone_id)
) with (fillfactor = 80);
create index on figure.work_month_each_drone (drone_id, bucket);
create index on figure.work_month_each_drone (bucket, covered_milli_m2 desc, drone_id);
create table figure.work_ever_each_pilot (
  bucket timestamptz not null,
  pilot_id uuid,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_ever_each_pilot_key unique nulls not distinct (bucket, pilot_id)
) with (fillfactor = 80);
create index on figure.work_ever_each_pilot (pilot_id, bucket) where pilot_id is not null;
create index on figure.work_ever_each_pilot (bucket, covered_milli_m2 desc, pilot_id);
create table figure.work_year_each_pilot (
  bucket timestamptz not null,
  pilot_id uuid,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_year_each_pilot_key unique nulls not distinct (bucket, pilot_id)
) with (fillfactor = 80);
create index on figure.work_year_each_pilot (pilot_id, bucket) where pilot_id is not null;
create index on figure.work_year_each_pilot (bucket, covered_milli_m2 desc, pilot_id);
create table figure.work_month_each_pilot (
  bucket timestamptz not null,
  pilot_id uuid,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_month_each_pilot_key unique nulls not distinct (bucket, pilot_id)
) with (fillfactor = 80);
create index on figure.work_month_each_pilot (pilot_id, bucket) where pilot_id is not null;
create index on figure.work_month_each_pilot (bucket, covered_milli_m2 desc, pilot_id);
create table figure.drones_ever_country (
  bucket timestamptz not null,
  region_code text collate "C",
  manufacturer_id uuid,
  present bigint not null,
  constraint drones_ever_country_key unique nulls not distinct (bucket, region_code, manufacturer_id)
) with (fillfactor = 80);
create table figure.drones_year_country (
  bucket timestamptz not null,
  region_code text collate "C",
  manufacturer_id uuid,
  present bigint not null,
  constraint drones_year_country_key unique nulls not distinct (bucket, region_code, manufacturer_id)
) with (fillfactor = 80);
create table figure.drones_month_country (
  bucket timestamptz not null,
  region_code text collate "C",
  manufacturer_id uuid,
  present bigint not null,
  constraint drones_month_country_key unique nulls not distinct (bucket, region_code, manufacturer_id)
) with (fillfactor = 80);
create table figure.drones_day_country (
  bucket timestamptz not null,
  region_code text collate "C",
  manufacturer_id uuid,
  present bigint not null,
  constraint drones_day_country_key unique nulls not distinct (bucket, region_code, manufacturer_id)
) with (fillfactor = 80);
create table figure.plots_ever_country (
  bucket timestamptz not null,
  region_code text collate "C",
  present bigint not null,
  area_milli_m2 bigint not null,
  constraint plots_ever_country_key unique nulls not distinct (bucket, region_code)
) with (fillfactor = 80);
create table figure.plots_year_country (
  bucket timestamptz not null,
  region_code text collate "C",
  present bigint not null,
  area_milli_m2 bigint not null,
  constraint plots_year_country_key unique nulls not distinct (bucket, region_code)
) with (fillfactor = 80);
create table figure.plots_month_country (
  bucket timestamptz not null,
  region_code text collate "C",
  present bigint not null,
  area_milli_m2 bigint not null,
  constraint plots_month_country_key unique nulls not distinct (bucket, region_code)
) with (fillfactor = 80);
create table figure.plots_day_country (
  bucket timestamptz not null,
  region_code text collate "C",
  present bigint not null,
  area_milli_m2 bigint not null,
  constraint plots_day_country_key unique nulls not distinct (bucket, region_code)
) with (fillfactor = 80);

-- The places in which something at a region counts: '2:15633' is a province, '3/15633' what of it is known no finer by city.
create function figure.places(code text) returns text[] language sql immutable parallel safe as $$
  select case
    when code is null then array['0:' || '', '1/' || '', '2/' || '', '3/' || '', '4/' || '']
    when right(code, 6) = '000000' then array['0:' || '', '1:' || left(code, 3), '2/' || '', '3/' || '', '4/' || '', '2/' || left(code, 3), '3/' || left(code, 3), '4/' || left(code, 3)]
    when right(code, 4) = '0000' then array['0:' || '', '1:' || left(code, 3), '2:' || left(code, 5), '3/' || '', '4/' || '', '3/' || left(code, 3), '4/' || left(code, 3), '3/' || left(code, 5), '4/' || left(code, 5)]
    when right(code, 2) = '00' then array['0:' || '', '1:' || left(code, 3), '2:' || left(code, 5), '3:' || left(code, 7), '4/' || '', '4/' || left(code, 3), '4/' || left(code, 5), '4/' || left(code, 7)]
    else array['0:' || '', '1:' || left(code, 3), '2:' || left(code, 5), '3:' || left(code, 7), '4:' || left(code, 9)] end
$$;
create table figure.work_ever_drone_count (
  bucket timestamptz not null,
  manufacturer_id uuid,
  place text collate "C" not null,
  present bigint not null,
  constraint work_ever_drone_count_key unique nulls not distinct (bucket, manufacturer_id, place)
) with (fillfactor = 80);
create index on figure.work_ever_drone_count (place, manufacturer_id, bucket);
create table figure.work_year_drone_count (
  bucket timestamptz not null,
  manufacturer_id uuid,
  place text collate "C" not null,
  present bigint not null,
  constraint work_year_drone_count_key unique nulls not distinct (bucket, manufacturer_id, place)
) with (fillfactor = 80);
create index on figure.work_year_drone_count (place, manufacturer_id, bucket);
create table figure.work_month_drone_count (
  bucket timestamptz not null,
  manufacturer_id uuid,
  place text collate "C" not null,
  present bigint not null,
  constraint work_month_drone_count_key unique nulls not distinct (bucket, manufacturer_id, place)
) with (fillfactor = 80);
create index on figure.work_month_drone_count (place, manufacturer_id, bucket);
create table figure.work_year_plot_count (
  bucket timestamptz not null,
  manufacturer_id uuid,
  place text collate "C" not null,
  present bigint not null,
  constraint work_year_plot_count_key unique nulls not distinct (bucket, manufacturer_id, place)
) with (fillfactor = 80);
create index on figure.work_year_plot_count (place, manufacturer_id, bucket);
create table figure.work_month_plot_count (
  bucket timestamptz not null,
  manufacturer_id uuid,
  place text collate "C" not null,
  present bigint not null,
  constraint work_month_plot_count_key unique nulls not distinct (bucket, manufacturer_id, place)
) with (fillfactor = 80);
create index on figure.work_month_plot_count (place, manufacturer_id, bucket);

insert into figure.work_ever_country (bucket, region_code, manufacturer_id, mode, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select timestamptz '-infinity', left(region_code, 3) || '000000', manufacturer_id, mode, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_ever_region (bucket, region_code, mode, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select timestamptz '-infinity', region_code, mode, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_ever_maker (bucket, manufacturer_id, region_code, mode, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select timestamptz '-infinity', manufacturer_id, region_code, mode, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_ever_each_drone (bucket, drone_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select timestamptz '-infinity', drone_id, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_year_each_drone (bucket, drone_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.year(at), drone_id, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_month_each_drone (bucket, drone_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.month(at), drone_id, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_ever_each_pilot (bucket, pilot_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select timestamptz '-infinity', pilot_id, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_year_each_pilot (bucket, pilot_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.year(at), pilot_id, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_month_each_pilot (bucket, pilot_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.month(at), pilot_id, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.drones_ever_country (bucket, region_code, manufacturer_id, present)
  select timestamptz '-infinity', left(region_code, 3) || '000000', manufacturer_id, sum(present) from (select bucket as at, * from figure.drones_day_whose) facts
  group by 1, 2, 3
  having sum(present) <> 0;
insert into figure.drones_year_country (bucket, region_code, manufacturer_id, present)
  select figure.year(at), left(region_code, 3) || '000000', manufacturer_id, sum(present) from (select bucket as at, * from figure.drones_day_whose) facts
  group by 1, 2, 3
  having sum(present) <> 0;
insert into figure.drones_month_country (bucket, region_code, manufacturer_id, present)
  select figure.month(at), left(region_code, 3) || '000000', manufacturer_id, sum(present) from (select bucket as at, * from figure.drones_day_whose) facts
  group by 1, 2, 3
  having sum(present) <> 0;
insert into figure.drones_day_country (bucket, region_code, manufacturer_id, present)
  select figure.day(at), left(region_code, 3) || '000000', manufacturer_id, sum(present) from (select bucket as at, * from figure.drones_day_whose) facts
  group by 1, 2, 3
  having sum(present) <> 0;
insert into figure.plots_ever_country (bucket, region_code, present, area_milli_m2)
  select timestamptz '-infinity', left(region_code, 3) || '000000', sum(present), sum(area_milli_m2) from (select bucket as at, * from figure.plots_day_whose) facts
  group by 1, 2
  having sum(present) <> 0 or sum(area_milli_m2) <> 0;
insert into figure.plots_year_country (bucket, region_code, present, area_milli_m2)
  select figure.year(at), left(region_code, 3) || '000000', sum(present), sum(area_milli_m2) from (select bucket as at, * from figure.plots_day_whose) facts
  group by 1, 2
  having sum(present) <> 0 or sum(area_milli_m2) <> 0;
insert into figure.plots_month_country (bucket, region_code, present, area_milli_m2)
  select figure.month(at), left(region_code, 3) || '000000', sum(present), sum(area_milli_m2) from (select bucket as at, * from figure.plots_day_whose) facts
  group by 1, 2
  having sum(present) <> 0 or sum(area_milli_m2) <> 0;
insert into figure.plots_day_country (bucket, region_code, present, area_milli_m2)
  select figure.day(at), left(region_code, 3) || '000000', sum(present), sum(area_milli_m2) from (select bucket as at, * from figure.plots_day_whose) facts
  group by 1, 2
  having sum(present) <> 0 or sum(area_milli_m2) <> 0;
insert into figure.work_ever_drone_count (bucket, manufacturer_id, place, present)
  select bucket, maker, place, count(*) as present
  from (select bucket, maker, place, drone_id
    from (select * from figure.work_ever_drone where drone_id is not null and true) each
  cross join lateral unnest(figure.places(each.region_code)) as place
  cross join lateral (values (null::uuid), (each.manufacturer_id)) as makers (maker)
    group by bucket, maker, place, drone_id having sum(present) <> 0) as different
  group by bucket, maker, place;
insert into figure.work_year_drone_count (bucket, manufacturer_id, place, present)
  select bucket, maker, place, count(*) as present
  from (select bucket, maker, place, drone_id
    from (select * from figure.work_year_drone where drone_id is not null and true) each
  cross join lateral unnest(figure.places(each.region_code)) as place
  cross join lateral (values (null::uuid), (each.manufacturer_id)) as makers (maker)
    group by bucket, maker, place, drone_id having sum(present) <> 0) as different
  group by bucket, maker, place;
insert into figure.work_month_drone_count (bucket, manufacturer_id, place, present)
  select bucket, maker, place, count(*) as present
  from (select bucket, maker, place, drone_id
    from (select * from figure.work_month_drone where drone_id is not null and true) each
  cross join lateral unnest(figure.places(each.region_code)) as place
  cross join lateral (values (null::uuid), (each.manufacturer_id)) as makers (maker)
    group by bucket, maker, place, drone_id having sum(present) <> 0) as different
  group by bucket, maker, place;
insert into figure.work_year_plot_count (bucket, manufacturer_id, place, present)
  select bucket, maker, place, count(*) as present
  from (select bucket, maker, place, plot_id
    from (select * from figure.work_year_plot where plot_id is not null and true) each
  cross join lateral unnest(figure.places(each.region_code)) as place
  cross join lateral (values (null::uuid), (each.manufacturer_id)) as makers (maker)
    group by bucket, maker, place, plot_id having sum(present) <> 0) as different
  group by bucket, maker, place;
insert into figure.work_month_plot_count (bucket, manufacturer_id, place, present)
  select bucket, maker, place, count(*) as present
  from (select bucket, maker, place, plot_id
    from (select * from figure.work_month_plot where plot_id is not null and true) each
  cross join lateral unnest(figure.places(each.region_code)) as place
  cross join lateral (values (null::uuid), (each.manufacturer_id)) as makers (maker)
    group by bucket, maker, place, plot_id having sum(present) <> 0) as different
  group by bucket, maker, place;
analyze figure.work_ever_country, figure.work_ever_region, figure.work_ever_maker, figure.work_ever_each_drone, figure.work_year_each_drone, figure.work_month_each_drone, figure.work_ever_each_pilot, figure.work_year_each_pilot, figure.work_month_each_pilot, figure.drones_ever_country, figure.drones_year_country, figure.drones_month_country, figure.drones_day_country, figure.plots_ever_country, figure.plots_year_country, figure.plots_month_country, figure.plots_day_country, figure.work_ever_drone_count, figure.work_year_drone_count, figure.work_month_drone_count, figure.work_year_plot_count, figure.work_month_plot_count;
