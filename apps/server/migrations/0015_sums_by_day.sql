-- What stands above a stretch of time that is no whole months. Sums by day (UTC) for those who look at everyone's: a hundred rows
-- a day instead of all of its records. Whose, rented by whom and in which county is left out: of these there are few records.

lock table work_record in share row exclusive mode;

create table work_sum_day (
  day date not null, manufacturer_id uuid not null, country text collate "C", mode smallint,
  sortie_count bigint not null, duration_s numeric not null, covered_m2 numeric not null, spray_l numeric not null,
  constraint work_sum_day_key unique nulls not distinct (day, manufacturer_id, country, mode)
);

drop table work_sum_change;
create table work_sum_change (
  day date not null,
  manufacturer_id uuid not null, operator_id uuid, tenant_id uuid,
  region_code text collate "C", mode smallint,
  sortie_count bigint not null, duration_s numeric not null, covered_m2 numeric not null, spray_l numeric not null,
  month date generated always as (day - extract(day from day)::integer + 1) stored,
  country text collate "C" generated always as (left(region_code, 3) || '000000') stored
);

create or replace function sum_work() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into work_sum_change
      select (start_at at time zone 'UTC')::date, manufacturer_id, operator_id, tenant_id, region_code, mode,
        count(*), sum(duration_s::numeric), sum(covered_m2::numeric), sum(spray_l::numeric)
      from made group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into work_sum_change
      select (start_at at time zone 'UTC')::date, manufacturer_id, operator_id, tenant_id, region_code, mode,
        -count(*), -sum(duration_s::numeric), -sum(covered_m2::numeric), -sum(spray_l::numeric)
      from gone group by 1, 2, 3, 4, 5, 6;
  else
    insert into work_sum_change
      select (start_at at time zone 'UTC')::date, manufacturer_id, operator_id, tenant_id, region_code, mode,
        sum(n), sum(n * duration_s::numeric), sum(n * covered_m2::numeric), sum(n * spray_l::numeric)
      from (select 1 as n, made.* from made union all select -1, gone.* from gone) changed
      group by 1, 2, 3, 4, 5, 6
      having sum(n) <> 0 or sum(n * duration_s::numeric) <> 0 or sum(n * covered_m2::numeric) <> 0 or sum(n * spray_l::numeric) <> 0;
  end if;
  return null;
end $$;

-- Anew from the records, changes that waited included.
truncate work_sum, work_sum_wide;
insert into work_sum
  select date_trunc('month', start_at at time zone 'UTC')::date, manufacturer_id, operator_id, tenant_id, region_code, mode,
    count(*), sum(duration_s::numeric), sum(covered_m2::numeric), sum(spray_l::numeric)
  from work_record group by 1, 2, 3, 4, 5, 6;
insert into work_sum_wide
  select month, manufacturer_id, region_code, mode, sum(sortie_count), sum(duration_s), sum(covered_m2), sum(spray_l) from work_sum group by 1, 2, 3, 4;
insert into work_sum_day
  select (start_at at time zone 'UTC')::date, manufacturer_id, left(region_code, 3) || '000000', mode,
    count(*), sum(duration_s::numeric), sum(covered_m2::numeric), sum(spray_l::numeric)
  from work_record group by 1, 2, 3, 4;

-- The hours of a day before and after its first and last midnight, read from the index alone.
drop index work_record_start;
create index work_record_start on work_record (start_at desc) include (manufacturer_id, region_code, mode, duration_s, covered_m2, spray_l);
