-- Indexes for what the console asks most: today's work, the newest of an account or a region, an anomaly by its id alone.
create index work_record_start on work_record (start_at desc);
create index work_record_manufacturer on work_record (manufacturer_id, start_at desc);
create index work_record_region on work_record (region_code, start_at desc);
create index work_record_tenant on work_record (tenant_id, start_at desc) where tenant_id is not null;
create index anomaly_tenant on anomaly (tenant_id, at desc) where tenant_id is not null;
create index anomaly_id on anomaly (id);
create index no_fly_zone_account on no_fly_zone (account_id);
create index work_record_pilot on work_record (pilot_id, drone_id) where pilot_id is not null;
create index sortie_pilot on sortie (pilot_id, start_at desc) where pilot_id is not null;
