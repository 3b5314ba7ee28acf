#!/bin/sh -eu
# Makes the secrets of the compose files, once: deploy/make-secrets.sh [FOLDER]. Existing ones stay.
# The folder is for its owner alone. The files in it are readable, because the users in the
# containers have other numbers; they see only the files that their service names.
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"
# keep FILE TEXT
keep() { [ -s "$1" ] || printf '%s\n' "$2" >"$1"; }
hex() { openssl rand -hex 24; }
for name in postgres-superuser-password postgres-password replication-password metrics-token nats-password; do
  keep $name "$(hex)"
done
keep master-key "$(openssl rand -base64 32)"
keep database-url "postgres://swath:$(cat postgres-password)@postgres:5432/swath"
keep read-database-url "postgres://swath:$(cat postgres-password)@postgres-replica:5432/swath"
nats=$(cat nats-password)
keep nats-url "nats://swath:$nats@nats:4222"
keep nats-secrets.conf "nats_password: \"$nats\"
nats_routes: [\"nats://route:$nats@nats-1:6222\", \"nats://route:$nats@nats-2:6222\", \"nats://route:$nats@nats-3:6222\"]"
chmod 644 ./*
echo "The secrets are in $(pwd). Keep a copy of master-key in another place: without it the secrets of makers are lost."
