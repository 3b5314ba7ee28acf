-- oldest program: 0014
-- Without an account no older program works on this database: tracks may be archived at once.
update schema_migration set oldest_program = number
where number = 29 and not exists (select from account);
