-- Plots below a flight with the shape, the crop and the owner of that day. Asked for every flight, and two thirds of what it took were the
-- plan: a function keeps it in the server, whichever pooler stands before it. The plan is the same for every box (a box counts as one in 200
-- of all plots, wherever it lies), so that it is never made anew for the values. Boxes come first, from their indexes, and what belongs to
-- each plot is looked up beside it: joined, every account would be read.
-- is_of_company: the owner belongs to the same company as one of the workers.
create function plots_below(ground box, flown_at timestamptz, workers uuid[])
returns table (id uuid, parts jsonb, region_code text, area_m2 double precision, crop_id text, is_of_company boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select plot.id, coalesce(former.parts, plot.parts), plot.region_code, plot.area_m2,
    -- of the season of that day, as the owner's zone counts days; else the plot's own
    coalesce((select season.crop_id from plot_season as season
      where season.plot_id = plot.id
        and (flown_at at time zone owner.time_zone)::date between season.from_day and season.until_day
      limit 1), plot.crop_id),
    exists (select from account as worker
      where worker.id = any(workers)
        and (starts_with(owner.path, worker.path)
          or (owner.type = 'operator' and starts_with(worker.path, owner.path))))
  from plot
  cross join lateral (
    select account.path, account.type, account.time_zone from account
    where account.id = plot.account_id limit 1
  ) as owner
  left join lateral (
    select shape.parts, shape.bounds from plot_former_shape as shape
    where shape.plot_id = plot.id and shape.until_at > flown_at
    order by shape.until_at limit 1
  ) as former on true
  where plot.id = any(array(
      select one.id from plot as one where one.bounds && ground
      union all
      select shape.plot_id from plot_former_shape as shape
      where shape.bounds && ground and shape.until_at > flown_at))
    and coalesce(former.bounds, plot.bounds) && ground
  order by plot.id
  limit 2000;
end $$;
