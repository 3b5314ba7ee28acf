#!/bin/sh -eu
# Run once, on an empty cluster, by the PostgreSQL image: makes the user and the database of Swath.
# Swath's user is no superuser; it owns its database, and may grant the three roles that read the
# ledger (docs/backup.md). The replication user is made if its password is given.
psql --username "${POSTGRES_USER:-postgres}" --dbname postgres --set ON_ERROR_STOP=1 \
  --set password="$(cat /run/secrets/postgres-password)" <<'SQL'
create role swath login password :'password';
create role swath_ledger_owner nologin;
create role swath_ledger_client nologin;
create role swath_ledger_operator nologin;
grant swath_ledger_owner, swath_ledger_client, swath_ledger_operator to swath with admin option;
create database swath owner swath;
SQL
[ -e /run/secrets/replication-password ] || exit 0
psql --username "${POSTGRES_USER:-postgres}" --dbname postgres --set ON_ERROR_STOP=1 \
  --set password="$(cat /run/secrets/replication-password)" <<'SQL'
create role replicator login replication password :'password';
select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replicator samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
