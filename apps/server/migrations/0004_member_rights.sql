-- What a member may do beyond or below the role: named rights of packages/domain access/rights.
alter table app_user add rights text[];                  -- null: those of the role
alter table app_user add created_by uuid;
alter table app_user add last_sign_in_at timestamptz;
