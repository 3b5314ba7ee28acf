-- Two people who change the same row are told of one another: what was read names its version, and a
-- change that was made from an older one is refused.
alter table account add column version integer not null default 1;
alter table app_user add column version integer not null default 1;
alter table no_fly_zone add column version integer not null default 1;
alter table drone_model add column version integer not null default 1;

-- Who changed a row last, and what of it.
create index audit_log_object on audit_log (account_id, object_type, object_id, number desc);
