#!/bin/sh -eu
# Starts a streaming replica; on an empty volume it copies the primary first.
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  PGPASSWORD=$(cat /run/secrets/replication-password)
  export PGPASSWORD
  pg_basebackup --host "${PRIMARY_HOST:-postgres}" --port "${PRIMARY_PORT:-5432}" --username replicator \
    --pgdata "$PGDATA" --slot replica --write-recovery-conf --wal-method stream --checkpoint fast
fi
exec postgres "$@"
