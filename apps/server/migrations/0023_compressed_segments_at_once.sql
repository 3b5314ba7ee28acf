-- oldest program: 0014
-- Without an account no older program works on this database: segments are compressed at once.
update schema_migration set oldest_program = number
where number = 22 and not exists (select from account);
