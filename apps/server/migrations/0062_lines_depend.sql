-- An account has one owner and one purpose, and a drone that is lent has one lessor and mostly one client. Counted as if they had nothing to do
-- with each other, a month of an account and the lines of a drone look like hardly any, and all of them are read for the first twenty.
create statistics ledger_line_of_account (dependencies) on account_id, owner_id, purpose from ledger_line;
create statistics ledger_line_of_drone (dependencies) on drone_id, owner_id, client_id from ledger_line;
analyze ledger_line;
