-- What somebody owns or rents is asked by either: without an index of the one, that of the other is of no use.
create index on figure.work_ever_drone (tenant_id, bucket) where tenant_id is not null;
create index on figure.work_year_drone (tenant_id, bucket) where tenant_id is not null;
create index on figure.work_month_drone (tenant_id, bucket) where tenant_id is not null;
create index on figure.work_ever_pilot (tenant_id, bucket) where tenant_id is not null;
create index on figure.work_year_pilot (tenant_id, bucket) where tenant_id is not null;
create index on figure.work_month_pilot (tenant_id, bucket) where tenant_id is not null;
create index on figure.work_year_plot (tenant_id, bucket) where tenant_id is not null;
create index on figure.work_month_plot (tenant_id, bucket) where tenant_id is not null;
create index on figure.work_day_all (tenant_id, bucket) where tenant_id is not null;
create index on figure.drones_ever_whose (tenant_id, bucket) where tenant_id is not null;
create index on figure.drones_year_whose (tenant_id, bucket) where tenant_id is not null;
create index on figure.drones_day_whose (tenant_id, bucket) where tenant_id is not null;
