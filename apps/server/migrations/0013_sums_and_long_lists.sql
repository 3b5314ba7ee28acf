-- What stands above the long lists, and the order in which they are shown, without reading all that is in them.
-- Sums are kept twice, with and without whose the drone was (`_wide`: what a platform, a maker or a government looks at), beside
-- changes to them that are only appended, so that nobody who writes a record waits for another. Sums and changes together are
-- exact in every snapshot; the program adds the changes to the sums once in a while.
-- Fractions are added up as numeric, so that what is taken away is exactly what was added.

create extension if not exists pg_trgm;
create index drone_id_words on drone using gin (id gin_trgm_ops);
create index drone_name_words on drone using gin (name gin_trgm_ops);
create index app_user_name_words on app_user using gin (name gin_trgm_ops);
create index drone_name on drone (name, id);
create index drone_total_covered on drone_total (covered_m2, drone_id);
create index drone_total_sorties on drone_total (sortie_count, drone_id);
create index drone_total_last on drone_total (last_sortie_at desc nulls last, drone_id);
create index drone_state_last on drone_state (last_message_at desc nulls last, drone_id);
create index work_record_covered on work_record (covered_m2, sortie_id);
create index work_record_duration on work_record (duration_s, sortie_id);
create index work_record_spray on work_record (spray_l, sortie_id);
create index work_record_overlap on work_record (overlap_ratio, sortie_id);
create index sortie_open on sortie (start_at desc) where state = 'open';
create index anomaly_type on anomaly (type, at desc);

-- Work records by month (UTC) and by whom they are seen.
create table work_sum (
  month date not null,
  manufacturer_id uuid not null, operator_id uuid, tenant_id uuid,
  region_code text collate "C", mode smallint,
  sortie_count bigint not null, duration_s numeric not null, covered_m2 numeric not null, spray_l numeric not null,
  constraint work_sum_key unique nulls not distinct (month, manufacturer_id, operator_id, tenant_id, region_code, mode)
);
create table work_sum_change (like work_sum);
create index work_sum_operator on work_sum (operator_id);
create index work_sum_tenant on work_sum (tenant_id) where tenant_id is not null;
create index work_sum_manufacturer on work_sum (manufacturer_id);
create index work_sum_region on work_sum (region_code);
create table work_sum_wide (
  month date not null, manufacturer_id uuid not null, region_code text collate "C", mode smallint,
  sortie_count bigint not null, duration_s numeric not null, covered_m2 numeric not null, spray_l numeric not null,
  constraint work_sum_wide_key unique nulls not distinct (month, manufacturer_id, region_code, mode)
);

create function sum_work() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into work_sum_change
      select date_trunc('month', start_at at time zone 'UTC')::date, manufacturer_id, operator_id, tenant_id, region_code, mode,
        count(*), sum(duration_s::numeric), sum(covered_m2::numeric), sum(spray_l::numeric)
      from made group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into work_sum_change
      select date_trunc('month', start_at at time zone 'UTC')::date, manufacturer_id, operator_id, tenant_id, region_code, mode,
        -count(*), -sum(duration_s::numeric), -sum(covered_m2::numeric), -sum(spray_l::numeric)
      from gone group by 1, 2, 3, 4, 5, 6;
  else
    insert into work_sum_change
      select date_trunc('month', start_at at time zone 'UTC')::date, manufacturer_id, operator_id, tenant_id, region_code, mode,
        sum(n), sum(n * duration_s::numeric), sum(n * covered_m2::numeric), sum(n * spray_l::numeric)
      from (select 1 as n, made.* from made union all select -1, gone.* from gone) changed
      group by 1, 2, 3, 4, 5, 6
      having sum(n) <> 0 or sum(n * duration_s::numeric) <> 0 or sum(n * covered_m2::numeric) <> 0 or sum(n * spray_l::numeric) <> 0;
  end if;
  return null;
end $$;
create trigger work_record_made after insert on work_record referencing new table as made for each statement execute function sum_work();
create trigger work_record_gone after delete on work_record referencing old table as gone for each statement execute function sum_work();
create trigger work_record_changed after update on work_record referencing new table as made old table as gone for each statement execute function sum_work();

insert into work_sum
  select date_trunc('month', start_at at time zone 'UTC')::date, manufacturer_id, operator_id, tenant_id, region_code, mode,
    count(*), sum(duration_s::numeric), sum(covered_m2::numeric), sum(spray_l::numeric)
  from work_record group by 1, 2, 3, 4, 5, 6;
insert into work_sum_wide
  select month, manufacturer_id, region_code, mode, sum(sortie_count), sum(duration_s), sum(covered_m2), sum(spray_l) from work_sum group by 1, 2, 3, 4;

-- Drones by whom they are seen and by what they are filtered, with the totals of their work.
create table drone_sum (
  manufacturer_id uuid not null, operator_id uuid, tenant_id uuid, region_code text collate "C" not null,
  model_id uuid not null, activation smallint not null, device_type text not null, sale_type smallint not null,
  drones bigint not null, sortie_count bigint not null, covered_m2 numeric not null,
  constraint drone_sum_key unique nulls not distinct (manufacturer_id, operator_id, tenant_id, region_code, model_id, activation, device_type, sale_type)
);
create table drone_sum_change (like drone_sum);
create index drone_sum_operator on drone_sum (operator_id);
create index drone_sum_tenant on drone_sum (tenant_id) where tenant_id is not null;
create table drone_sum_wide (
  manufacturer_id uuid not null, region_code text collate "C" not null,
  model_id uuid not null, activation smallint not null, device_type text not null, sale_type smallint not null,
  drones bigint not null, sortie_count bigint not null, covered_m2 numeric not null,
  constraint drone_sum_wide_key unique (manufacturer_id, region_code, model_id, activation, device_type, sale_type)
);

-- A drone that comes, goes or changes takes the totals of its work along.
create function sum_drones() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation, device_type, sale_type, count(*), 0, 0
      from made group by 1, 2, 3, 4, 5, 6, 7, 8;
  elsif tg_op = 'DELETE' then
    -- Its totals have gone before it and taken themselves away.
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation, device_type, sale_type, -count(*), 0, 0
      from gone group by 1, 2, 3, 4, 5, 6, 7, 8;
  else
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation, device_type, sale_type,
        sum(n), sum(n * coalesce(total.sortie_count, 0)), sum(n * coalesce(total.covered_m2::numeric, 0))
      from (select 1 as n, made.* from made union all select -1, gone.* from gone) changed
      left join drone_total total on total.drone_id = changed.id
      group by 1, 2, 3, 4, 5, 6, 7, 8
      having sum(n) <> 0 or sum(n * coalesce(total.sortie_count, 0)) <> 0 or sum(n * coalesce(total.covered_m2::numeric, 0)) <> 0;
  end if;
  return null;
end $$;
create function delete_totals_first() returns trigger language plpgsql as $$
begin
  delete from drone_total where drone_id = old.id;
  return old;
end $$;
create trigger drone_going before delete on drone for each row execute function delete_totals_first();
create trigger drone_made after insert on drone referencing new table as made for each statement execute function sum_drones();
create trigger drone_changed after update on drone referencing new table as made old table as gone for each statement execute function sum_drones();
create trigger drone_gone after delete on drone referencing old table as gone for each statement execute function sum_drones();

-- Totals count where the drone stands. It is held before they are written: one that moves to another owner takes along either all
-- of it or nothing yet.
create function hold_drone() returns trigger language plpgsql as $$
begin
  perform from drone where id = new.drone_id for share;
  return new;
end $$;
create trigger drone_total_holds before insert or update on drone_total for each row execute function hold_drone();
create function sum_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation, device_type, sale_type, 0, sum(made.sortie_count), sum(made.covered_m2::numeric)
      from made join drone on drone.id = made.drone_id group by 1, 2, 3, 4, 5, 6, 7, 8
      having sum(made.sortie_count) <> 0 or sum(made.covered_m2::numeric) <> 0;
  elsif tg_op = 'UPDATE' then
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation, device_type, sale_type, 0,
        sum(made.sortie_count - gone.sortie_count), sum(made.covered_m2::numeric - gone.covered_m2::numeric)
      from made join gone on gone.drone_id = made.drone_id join drone on drone.id = made.drone_id group by 1, 2, 3, 4, 5, 6, 7, 8
      having sum(made.sortie_count - gone.sortie_count) <> 0 or sum(made.covered_m2::numeric - gone.covered_m2::numeric) <> 0;
  else
    insert into drone_sum_change
      select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation, device_type, sale_type, 0, -sum(gone.sortie_count), -sum(gone.covered_m2::numeric)
      from gone join drone on drone.id = gone.drone_id group by 1, 2, 3, 4, 5, 6, 7, 8;
  end if;
  return null;
end $$;
create trigger drone_total_made after insert on drone_total referencing new table as made for each statement execute function sum_totals();
create trigger drone_total_changed after update on drone_total referencing new table as made old table as gone for each statement execute function sum_totals();
create trigger drone_total_gone after delete on drone_total referencing old table as gone for each statement execute function sum_totals();

insert into drone_sum
  select manufacturer_id, operator_id, tenant_id, region_code, model_id, activation, device_type, sale_type,
    count(*), sum(coalesce(total.sortie_count, 0)), sum(coalesce(total.covered_m2::numeric, 0))
  from drone left join drone_total total on total.drone_id = drone.id group by 1, 2, 3, 4, 5, 6, 7, 8;
insert into drone_sum_wide
  select manufacturer_id, region_code, model_id, activation, device_type, sale_type, sum(drones), sum(sortie_count), sum(covered_m2)
  from drone_sum group by 1, 2, 3, 4, 5, 6;
