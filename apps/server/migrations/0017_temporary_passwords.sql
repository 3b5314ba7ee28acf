-- oldest program: 0014
-- A password that somebody else made for a person is valid until then, and only for choosing their
-- own; null: they chose it themselves.
alter table app_user add column temporary_password_until timestamptz;
