-- oldest program: 0014
-- Without an account no older program works on this database: packed tracks are written at once.
update schema_migration set oldest_program = number
where number = 18 and not exists (select from account);
