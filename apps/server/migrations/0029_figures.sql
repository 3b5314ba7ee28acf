-- Sums of work, of drones and of plots, by what is asked of them; described in apps/server/src/features/figures/kept-sums.ts, from which
-- what follows here is made. Rows append what changed; once a minute that is added to all the sums in one statement, so that sums and
-- changes together are exact in every snapshot. Whole numbers: thousandths of square metres, milliseconds and millilitres.

lock table work_record, drone, plot in share row exclusive mode;

-- In their place: months and days of UTC, which are nobody's.
drop trigger work_record_made on work_record;
drop trigger work_record_gone on work_record;
drop trigger work_record_changed on work_record;
drop function sum_work();
drop table work_sum, work_sum_wide, work_sum_day, work_sum_change;

create schema figure;

-- The last moment at which one of the zones began its day.
create function figure.day(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select greatest(
    date_bin('1 day', at, timestamptz '1999-12-31T15:00:00.000Z'),
    date_bin('1 day', at, timestamptz '1999-12-31T16:00:00.000Z'),
    date_bin('1 day', at, timestamptz '1999-12-31T17:00:00.000Z'),
    date_bin('1 day', at, timestamptz '1999-12-31T17:30:00.000Z'),
    date_bin('1 day', at, timestamptz '1999-12-31T18:00:00.000Z'),
    date_bin('1 day', at, timestamptz '1999-12-31T18:15:00.000Z'),
    date_bin('1 day', at, timestamptz '1999-12-31T18:30:00.000Z'),
    date_bin('1 day', at, timestamptz '1999-12-31T19:00:00.000Z'))
$$;
-- Where all of these zones have begun it, their month; else the stretch since the last that has.
create function figure.month(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select least(figure.day(at),
    (date_trunc('month', (at at time zone 'UTC') + interval '540 minutes') - interval '300 minutes') at time zone 'UTC')
$$;
-- Where all of these zones have begun it, their year; else the stretch since the last that has.
create function figure.year(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select least(figure.day(at),
    (date_trunc('year', (at at time zone 'UTC') + interval '540 minutes') - interval '300 minutes') at time zone 'UTC')
$$;
-- Quarters of an hour since midnight (UTC).
create function figure.quarter(at timestamptz) returns smallint language sql immutable parallel safe as $$
  select (floor(date_part('epoch', at at time zone 'UTC') / 900)::bigint % 96)::smallint
$$;

create table figure.work_change (
  at timestamptz not null,
  drone_id text,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  pilot_id uuid,
  plot_id uuid,
  mode smallint,
  crop_id text,
  chemical text,
  task_id bigint,
  present smallint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null
);

create function figure.note_work() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure.work_change (at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml) select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from made;
  elsif tg_op = 'DELETE' then
    insert into figure.work_change (at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml) select at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, -present, -covered_milli_m2, -swept_milli_m2, -duration_ms, -spray_ml from (select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from gone) taken;
  else
    -- What is as it was counts for nothing.
    insert into figure.work_change (at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml) (select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from made except all select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from gone)
      union all select at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, -present, -covered_milli_m2, -swept_milli_m2, -duration_ms, -spray_ml from (select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from gone except all select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from made) taken;
  end if;
  return null;
end $$;
create trigger work_record_comes after insert on work_record referencing new table as made for each statement execute function figure.note_work();
create trigger work_record_goes after delete on work_record referencing old table as gone for each statement execute function figure.note_work();
create trigger work_record_moves after update on work_record referencing new table as made old table as gone for each statement execute function figure.note_work();

create table figure.drones_change (
  at timestamptz not null,
  drone_id text,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  model_id uuid,
  present smallint not null
);

create function figure.note_drones() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure.drones_change (at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, present) select created_at as at, id as drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, 1 as present from made;
  elsif tg_op = 'DELETE' then
    insert into figure.drones_change (at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, present) select at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, -present from (select created_at as at, id as drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, 1 as present from gone) taken;
  else
    -- What is as it was counts for nothing.
    insert into figure.drones_change (at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, present) (select created_at as at, id as drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, 1 as present from made except all select created_at as at, id as drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, 1 as present from gone)
      union all select at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, -present from (select created_at as at, id as drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, 1 as present from gone except all select created_at as at, id as drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, 1 as present from made) taken;
  end if;
  return null;
end $$;
create trigger drone_comes after insert on drone referencing new table as made for each statement execute function figure.note_drones();
create trigger drone_goes after delete on drone referencing old table as gone for each statement execute function figure.note_drones();
create trigger drone_moves after update on drone referencing new table as made old table as gone for each statement execute function figure.note_drones();

create table figure.plots_change (
  at timestamptz not null,
  plot_id uuid,
  operator_id uuid,
  region_code text collate "C",
  present smallint not null,
  area_milli_m2 bigint not null
);

create function figure.note_plots() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure.plots_change (at, plot_id, operator_id, region_code, present, area_milli_m2) select created_at as at, id as plot_id, account_id as operator_id, region_code, 1 as present, round(area_m2 * 1000)::bigint as area_milli_m2 from made;
  elsif tg_op = 'DELETE' then
    insert into figure.plots_change (at, plot_id, operator_id, region_code, present, area_milli_m2) select at, plot_id, operator_id, region_code, -present, -area_milli_m2 from (select created_at as at, id as plot_id, account_id as operator_id, region_code, 1 as present, round(area_m2 * 1000)::bigint as area_milli_m2 from gone) taken;
  else
    -- What is as it was counts for nothing.
    insert into figure.plots_change (at, plot_id, operator_id, region_code, present, area_milli_m2) (select created_at as at, id as plot_id, account_id as operator_id, region_code, 1 as present, round(area_m2 * 1000)::bigint as area_milli_m2 from made except all select created_at as at, id as plot_id, account_id as operator_id, region_code, 1 as present, round(area_m2 * 1000)::bigint as area_milli_m2 from gone)
      union all select at, plot_id, operator_id, region_code, -present, -area_milli_m2 from (select created_at as at, id as plot_id, account_id as operator_id, region_code, 1 as present, round(area_m2 * 1000)::bigint as area_milli_m2 from gone except all select created_at as at, id as plot_id, account_id as operator_id, region_code, 1 as present, round(area_m2 * 1000)::bigint as area_milli_m2 from made) taken;
  end if;
  return null;
end $$;
create trigger plot_comes after insert on plot referencing new table as made for each statement execute function figure.note_plots();
create trigger plot_goes after delete on plot referencing old table as gone for each statement execute function figure.note_plots();
create trigger plot_moves after update on plot referencing new table as made old table as gone for each statement execute function figure.note_plots();

create table figure.work_year_country (
  bucket timestamptz not null,
  region_code text collate "C",
  manufacturer_id uuid,
  mode smallint,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_year_country_key unique nulls not distinct (bucket, region_code, manufacturer_id, mode)
) with (fillfactor = 80);
create index on figure.work_year_country (manufacturer_id, bucket);

create table figure.work_month_country (
  bucket timestamptz not null,
  region_code text collate "C",
  manufacturer_id uuid,
  mode smallint,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_month_country_key unique nulls not distinct (bucket, region_code, manufacturer_id, mode)
) with (fillfactor = 80);
create index on figure.work_month_country (manufacturer_id, bucket);

create table figure.work_day_country (
  bucket timestamptz not null,
  region_code text collate "C",
  manufacturer_id uuid,
  mode smallint,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_day_country_key unique nulls not distinct (bucket, region_code, manufacturer_id, mode)
) with (fillfactor = 80);
create index on figure.work_day_country (manufacturer_id, bucket);

create table figure.work_year_region (
  bucket timestamptz not null,
  region_code text collate "C",
  mode smallint,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_year_region_key unique nulls not distinct (bucket, region_code, mode)
) with (fillfactor = 80);
create index on figure.work_year_region (region_code, bucket);

create table figure.work_month_region (
  bucket timestamptz not null,
  region_code text collate "C",
  mode smallint,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_month_region_key unique nulls not distinct (bucket, region_code, mode)
) with (fillfactor = 80);
create index on figure.work_month_region (region_code, bucket);

create table figure.work_day_region (
  bucket timestamptz not null,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_day_region_key unique nulls not distinct (bucket, region_code)
) with (fillfactor = 80);
create index on figure.work_day_region (region_code, bucket);

create table figure.work_year_maker (
  bucket timestamptz not null,
  manufacturer_id uuid,
  region_code text collate "C",
  mode smallint,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_year_maker_key unique nulls not distinct (bucket, manufacturer_id, region_code, mode)
) with (fillfactor = 80);
create index on figure.work_year_maker (manufacturer_id, bucket);
create index on figure.work_year_maker (region_code, bucket);

create table figure.work_month_maker (
  bucket timestamptz not null,
  manufacturer_id uuid,
  region_code text collate "C",
  mode smallint,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_month_maker_key unique nulls not distinct (bucket, manufacturer_id, region_code, mode)
) with (fillfactor = 80);
create index on figure.work_month_maker (manufacturer_id, bucket);
create index on figure.work_month_maker (region_code, bucket);

create table figure.work_year_hour (
  bucket timestamptz not null,
  quarter smallint,
  region_code text collate "C",
  manufacturer_id uuid,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_year_hour_key unique nulls not distinct (bucket, quarter, region_code, manufacturer_id)
) with (fillfactor = 80);
create index on figure.work_year_hour (manufacturer_id, bucket);

create table figure.work_month_hour (
  bucket timestamptz not null,
  quarter smallint,
  region_code text collate "C",
  manufacturer_id uuid,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_month_hour_key unique nulls not distinct (bucket, quarter, region_code, manufacturer_id)
) with (fillfactor = 80);
create index on figure.work_month_hour (manufacturer_id, bucket);

create table figure.work_day_hour (
  bucket timestamptz not null,
  quarter smallint,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_day_hour_key unique nulls not distinct (bucket, quarter, region_code)
) with (fillfactor = 80);

create table figure.work_year_hour_region (
  bucket timestamptz not null,
  quarter smallint,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_year_hour_region_key unique nulls not distinct (bucket, quarter, region_code)
) with (fillfactor = 80);
create index on figure.work_year_hour_region (region_code, bucket);

create table figure.work_month_hour_region (
  bucket timestamptz not null,
  quarter smallint,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_month_hour_region_key unique nulls not distinct (bucket, quarter, region_code)
) with (fillfactor = 80);
create index on figure.work_month_hour_region (region_code, bucket);

create table figure.work_year_crop (
  bucket timestamptz not null,
  crop_id text,
  chemical text,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_year_crop_key unique nulls not distinct (bucket, crop_id, chemical, region_code)
) with (fillfactor = 80);
create index on figure.work_year_crop (region_code, bucket);

create table figure.work_month_crop (
  bucket timestamptz not null,
  crop_id text,
  chemical text,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_month_crop_key unique nulls not distinct (bucket, crop_id, chemical, region_code)
) with (fillfactor = 80);
create index on figure.work_month_crop (region_code, bucket);

create table figure.work_ever_drone (
  bucket timestamptz not null,
  drone_id text,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_ever_drone_key unique nulls not distinct (bucket, drone_id, manufacturer_id, operator_id, tenant_id, region_code)
) with (fillfactor = 80);
create index on figure.work_ever_drone (drone_id, bucket);
create index on figure.work_ever_drone (manufacturer_id, bucket);
create index on figure.work_ever_drone (operator_id, bucket);
create index on figure.work_ever_drone (region_code, bucket);

create table figure.work_year_drone (
  bucket timestamptz not null,
  drone_id text,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_year_drone_key unique nulls not distinct (bucket, drone_id, manufacturer_id, operator_id, tenant_id, region_code)
) with (fillfactor = 80);
create index on figure.work_year_drone (drone_id, bucket);
create index on figure.work_year_drone (manufacturer_id, bucket);
create index on figure.work_year_drone (operator_id, bucket);
create index on figure.work_year_drone (region_code, bucket);

create table figure.work_month_drone (
  bucket timestamptz not null,
  drone_id text,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_month_drone_key unique nulls not distinct (bucket, drone_id, manufacturer_id, operator_id, tenant_id, region_code)
) with (fillfactor = 80);
create index on figure.work_month_drone (drone_id, bucket);
create index on figure.work_month_drone (manufacturer_id, bucket);
create index on figure.work_month_drone (operator_id, bucket);
create index on figure.work_month_drone (region_code, bucket);

create table figure.work_ever_pilot (
  bucket timestamptz not null,
  pilot_id uuid,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_ever_pilot_key unique nulls not distinct (bucket, pilot_id, manufacturer_id, operator_id, tenant_id, region_code)
) with (fillfactor = 80);
create index on figure.work_ever_pilot (pilot_id, bucket) where pilot_id is not null;
create index on figure.work_ever_pilot (manufacturer_id, bucket);
create index on figure.work_ever_pilot (operator_id, bucket);
create index on figure.work_ever_pilot (region_code, bucket);

create table figure.work_year_pilot (
  bucket timestamptz not null,
  pilot_id uuid,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_year_pilot_key unique nulls not distinct (bucket, pilot_id, manufacturer_id, operator_id, tenant_id, region_code)
) with (fillfactor = 80);
create index on figure.work_year_pilot (pilot_id, bucket) where pilot_id is not null;
create index on figure.work_year_pilot (manufacturer_id, bucket);
create index on figure.work_year_pilot (operator_id, bucket);
create index on figure.work_year_pilot (region_code, bucket);

create table figure.work_month_pilot (
  bucket timestamptz not null,
  pilot_id uuid,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_month_pilot_key unique nulls not distinct (bucket, pilot_id, manufacturer_id, operator_id, tenant_id, region_code)
) with (fillfactor = 80);
create index on figure.work_month_pilot (pilot_id, bucket) where pilot_id is not null;
create index on figure.work_month_pilot (manufacturer_id, bucket);
create index on figure.work_month_pilot (operator_id, bucket);
create index on figure.work_month_pilot (region_code, bucket);

create table figure.work_year_plot (
  bucket timestamptz not null,
  plot_id uuid,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_year_plot_key unique nulls not distinct (bucket, plot_id, manufacturer_id, operator_id, tenant_id, region_code)
) with (fillfactor = 80);
create index on figure.work_year_plot (plot_id, bucket) where plot_id is not null;
create index on figure.work_year_plot (manufacturer_id, bucket);
create index on figure.work_year_plot (operator_id, bucket);
create index on figure.work_year_plot (region_code, bucket);

create table figure.work_month_plot (
  bucket timestamptz not null,
  plot_id uuid,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_month_plot_key unique nulls not distinct (bucket, plot_id, manufacturer_id, operator_id, tenant_id, region_code)
) with (fillfactor = 80);
create index on figure.work_month_plot (plot_id, bucket) where plot_id is not null;
create index on figure.work_month_plot (manufacturer_id, bucket);
create index on figure.work_month_plot (operator_id, bucket);
create index on figure.work_month_plot (region_code, bucket);

create table figure.work_day_all (
  bucket timestamptz not null,
  drone_id text,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  pilot_id uuid,
  plot_id uuid,
  mode smallint,
  crop_id text,
  chemical text,
  task_id bigint,
  present bigint not null,
  covered_milli_m2 bigint not null,
  swept_milli_m2 bigint not null,
  duration_ms bigint not null,
  spray_ml bigint not null,
  constraint work_day_all_key unique nulls not distinct (bucket, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id)
) with (fillfactor = 80);
create index on figure.work_day_all (manufacturer_id, bucket);
create index on figure.work_day_all (operator_id, bucket);
create index on figure.work_day_all (region_code, bucket);
create index on figure.work_day_all (drone_id, bucket);
create index on figure.work_day_all (pilot_id, bucket) where pilot_id is not null;
create index on figure.work_day_all (plot_id, bucket) where plot_id is not null;
create index on figure.work_day_all (task_id, bucket) where task_id is not null;

create table figure.drones_ever_whose (
  bucket timestamptz not null,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  model_id uuid,
  present bigint not null,
  constraint drones_ever_whose_key unique nulls not distinct (bucket, manufacturer_id, operator_id, tenant_id, region_code, model_id)
) with (fillfactor = 80);
create index on figure.drones_ever_whose (manufacturer_id, bucket);
create index on figure.drones_ever_whose (operator_id, bucket);
create index on figure.drones_ever_whose (region_code, bucket);

create table figure.drones_year_whose (
  bucket timestamptz not null,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  model_id uuid,
  present bigint not null,
  constraint drones_year_whose_key unique nulls not distinct (bucket, manufacturer_id, operator_id, tenant_id, region_code, model_id)
) with (fillfactor = 80);
create index on figure.drones_year_whose (manufacturer_id, bucket);
create index on figure.drones_year_whose (operator_id, bucket);
create index on figure.drones_year_whose (region_code, bucket);

create table figure.drones_day_whose (
  bucket timestamptz not null,
  manufacturer_id uuid,
  operator_id uuid,
  tenant_id uuid,
  region_code text collate "C",
  model_id uuid,
  present bigint not null,
  constraint drones_day_whose_key unique nulls not distinct (bucket, manufacturer_id, operator_id, tenant_id, region_code, model_id)
) with (fillfactor = 80);
create index on figure.drones_day_whose (manufacturer_id, bucket);
create index on figure.drones_day_whose (operator_id, bucket);
create index on figure.drones_day_whose (region_code, bucket);

create table figure.plots_ever_whose (
  bucket timestamptz not null,
  operator_id uuid,
  region_code text collate "C",
  present bigint not null,
  area_milli_m2 bigint not null,
  constraint plots_ever_whose_key unique nulls not distinct (bucket, operator_id, region_code)
) with (fillfactor = 80);
create index on figure.plots_ever_whose (operator_id, bucket);
create index on figure.plots_ever_whose (region_code, bucket);

create table figure.plots_year_whose (
  bucket timestamptz not null,
  operator_id uuid,
  region_code text collate "C",
  present bigint not null,
  area_milli_m2 bigint not null,
  constraint plots_year_whose_key unique nulls not distinct (bucket, operator_id, region_code)
) with (fillfactor = 80);
create index on figure.plots_year_whose (operator_id, bucket);
create index on figure.plots_year_whose (region_code, bucket);

create table figure.plots_day_whose (
  bucket timestamptz not null,
  operator_id uuid,
  region_code text collate "C",
  present bigint not null,
  area_milli_m2 bigint not null,
  constraint plots_day_whose_key unique nulls not distinct (bucket, operator_id, region_code)
) with (fillfactor = 80);
create index on figure.plots_day_whose (operator_id, bucket);
create index on figure.plots_day_whose (region_code, bucket);

-- From the rows that are there.
insert into figure.work_day_all (bucket, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.day(at), drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from work_record) facts
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_year_country (bucket, region_code, manufacturer_id, mode, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.year(at), left(region_code, 3) || '000000', manufacturer_id, mode, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_month_country (bucket, region_code, manufacturer_id, mode, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.month(at), left(region_code, 3) || '000000', manufacturer_id, mode, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_day_country (bucket, region_code, manufacturer_id, mode, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.day(at), left(region_code, 3) || '000000', manufacturer_id, mode, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_year_region (bucket, region_code, mode, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.year(at), region_code, mode, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_month_region (bucket, region_code, mode, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.month(at), region_code, mode, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_day_region (bucket, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.day(at), region_code, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_year_maker (bucket, manufacturer_id, region_code, mode, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.year(at), manufacturer_id, region_code, mode, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_month_maker (bucket, manufacturer_id, region_code, mode, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.month(at), manufacturer_id, region_code, mode, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_year_hour (bucket, quarter, region_code, manufacturer_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.year(at), figure.quarter(at), left(region_code, 3) || '000000', manufacturer_id, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from work_record) facts
  group by 1, 2, 3, 4
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_month_hour (bucket, quarter, region_code, manufacturer_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.month(at), figure.quarter(at), left(region_code, 3) || '000000', manufacturer_id, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from work_record) facts
  group by 1, 2, 3, 4
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_day_hour (bucket, quarter, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.day(at), figure.quarter(at), left(region_code, 3) || '000000', sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from work_record) facts
  group by 1, 2, 3
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_year_hour_region (bucket, quarter, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.year(at), figure.quarter(at), region_code, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from work_record) facts
  group by 1, 2, 3
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_month_hour_region (bucket, quarter, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.month(at), figure.quarter(at), region_code, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select start_at as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, null::bigint as task_id, 1 as present, round(covered_m2 * 1000)::bigint as covered_milli_m2, round(swept_m2 * 1000)::bigint as swept_milli_m2, round(duration_s * 1000)::bigint as duration_ms, round(spray_l * 1000)::bigint as spray_ml from work_record) facts
  group by 1, 2, 3
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_year_crop (bucket, crop_id, chemical, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.year(at), crop_id, chemical, left(region_code, 5) || '0000', sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_month_crop (bucket, crop_id, chemical, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.month(at), crop_id, chemical, left(region_code, 5) || '0000', sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_ever_drone (bucket, drone_id, manufacturer_id, operator_id, tenant_id, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select timestamptz '-infinity', drone_id, manufacturer_id, operator_id, tenant_id, region_code, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4, 5, 6
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_year_drone (bucket, drone_id, manufacturer_id, operator_id, tenant_id, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.year(at), drone_id, manufacturer_id, operator_id, tenant_id, region_code, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4, 5, 6
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_month_drone (bucket, drone_id, manufacturer_id, operator_id, tenant_id, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.month(at), drone_id, manufacturer_id, operator_id, tenant_id, region_code, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4, 5, 6
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_ever_pilot (bucket, pilot_id, manufacturer_id, operator_id, tenant_id, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select timestamptz '-infinity', pilot_id, manufacturer_id, operator_id, tenant_id, region_code, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4, 5, 6
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_year_pilot (bucket, pilot_id, manufacturer_id, operator_id, tenant_id, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.year(at), pilot_id, manufacturer_id, operator_id, tenant_id, region_code, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4, 5, 6
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_month_pilot (bucket, pilot_id, manufacturer_id, operator_id, tenant_id, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.month(at), pilot_id, manufacturer_id, operator_id, tenant_id, region_code, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4, 5, 6
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_year_plot (bucket, plot_id, manufacturer_id, operator_id, tenant_id, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.year(at), plot_id, manufacturer_id, operator_id, tenant_id, region_code, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4, 5, 6
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.work_month_plot (bucket, plot_id, manufacturer_id, operator_id, tenant_id, region_code, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml)
  select figure.month(at), plot_id, manufacturer_id, operator_id, tenant_id, region_code, sum(present), sum(covered_milli_m2), sum(swept_milli_m2), sum(duration_ms), sum(spray_ml) from (select bucket as at, drone_id, manufacturer_id, operator_id, tenant_id, region_code, pilot_id, plot_id, mode, crop_id, chemical, task_id, present, covered_milli_m2, swept_milli_m2, duration_ms, spray_ml from figure.work_day_all) facts
  group by 1, 2, 3, 4, 5, 6
  having sum(present) <> 0 or sum(covered_milli_m2) <> 0 or sum(swept_milli_m2) <> 0 or sum(duration_ms) <> 0 or sum(spray_ml) <> 0;
insert into figure.drones_ever_whose (bucket, manufacturer_id, operator_id, tenant_id, region_code, model_id, present)
  select timestamptz '-infinity', manufacturer_id, operator_id, tenant_id, region_code, model_id, sum(present) from (select created_at as at, id as drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, 1 as present from drone) facts
  group by 1, 2, 3, 4, 5, 6
  having sum(present) <> 0;
insert into figure.drones_year_whose (bucket, manufacturer_id, operator_id, tenant_id, region_code, model_id, present)
  select figure.year(at), manufacturer_id, operator_id, tenant_id, region_code, model_id, sum(present) from (select created_at as at, id as drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, 1 as present from drone) facts
  group by 1, 2, 3, 4, 5, 6
  having sum(present) <> 0;
insert into figure.drones_day_whose (bucket, manufacturer_id, operator_id, tenant_id, region_code, model_id, present)
  select figure.day(at), manufacturer_id, operator_id, tenant_id, region_code, model_id, sum(present) from (select created_at as at, id as drone_id, manufacturer_id, operator_id, tenant_id, region_code, model_id, 1 as present from drone) facts
  group by 1, 2, 3, 4, 5, 6
  having sum(present) <> 0;
insert into figure.plots_ever_whose (bucket, operator_id, region_code, present, area_milli_m2)
  select timestamptz '-infinity', operator_id, region_code, sum(present), sum(area_milli_m2) from (select created_at as at, id as plot_id, account_id as operator_id, region_code, 1 as present, round(area_m2 * 1000)::bigint as area_milli_m2 from plot) facts
  group by 1, 2, 3
  having sum(present) <> 0 or sum(area_milli_m2) <> 0;
insert into figure.plots_year_whose (bucket, operator_id, region_code, present, area_milli_m2)
  select figure.year(at), operator_id, region_code, sum(present), sum(area_milli_m2) from (select created_at as at, id as plot_id, account_id as operator_id, region_code, 1 as present, round(area_m2 * 1000)::bigint as area_milli_m2 from plot) facts
  group by 1, 2, 3
  having sum(present) <> 0 or sum(area_milli_m2) <> 0;
insert into figure.plots_day_whose (bucket, operator_id, region_code, present, area_milli_m2)
  select figure.day(at), operator_id, region_code, sum(present), sum(area_milli_m2) from (select created_at as at, id as plot_id, account_id as operator_id, region_code, 1 as present, round(area_m2 * 1000)::bigint as area_milli_m2 from plot) facts
  group by 1, 2, 3
  having sum(present) <> 0 or sum(area_milli_m2) <> 0;
