#!/usr/bin/env bash
# Starts a Citus cluster for trials on this machine (a coordinator and two workers) with an empty database "fws", adds
# another worker, or stops all of it. Nothing is flushed to disk: never keep data in it.
# Usage: up.sh DIRECTORY [start|add|stop]. Ports: FWS_CITUS_PORT (default 5600) and the following ones.
# start and add print the URL of the database on the coordinator, with the login of its owner.
set -euo pipefail

folder=${1:?the folder for the servers\' files}
action=${2:-start}
port=${FWS_CITUS_PORT:-5600}
programs=/usr/lib/postgresql/15/bin

mkdir -p "$folder"
as_server() {
  if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    HOME=$folder setpriv --reuid=postgres --regid=postgres --init-groups "$@"
  else
    "$@"
  fi
}

# query NODE DATABASE STATEMENT …
query() {
  local node=$1 database=$2
  shift 2
  local arguments=()
  for statement in "$@"; do arguments+=(-c "$statement"); done
  psql -h "$folder" -p $((port + node)) -U postgres -d "$database" -v ON_ERROR_STOP=1 -qAt "${arguments[@]}"
}

start_node() {
  local node=$1 data=$folder/node$1
  if [ ! -d "$data" ]; then
    as_server "$programs/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
    cat >>"$data/postgresql.conf" <<SETTINGS
port = $((port + node))
listen_addresses = '127.0.0.1'
unix_socket_directories = '$folder'
shared_preload_libraries = 'citus'
wal_level = logical
max_connections = 400
max_worker_processes = 64
max_prepared_transactions = 400
max_locks_per_transaction = 512
fsync = off
citus.enable_statistics_collection = off
citus.recover_2pc_interval = 5s
SETTINGS
  fi
  as_server "$programs/pg_ctl" -D "$data" -l "$folder/node$node.log" -w status >/dev/null ||
    as_server "$programs/pg_ctl" -D "$data" -l "$folder/node$node.log" -w start >/dev/null
  [ "$(query "$node" postgres "SELECT count(*) FROM pg_database WHERE datname = 'fws'")" = 1 ] ||
    query "$node" postgres 'CREATE DATABASE fws'
  query "$node" fws 'SET client_min_messages = warning' 'CREATE EXTENSION IF NOT EXISTS citus'
}

# The node numbers that there are.
list_nodes() {
  find "$folder" -maxdepth 1 -name 'node*' -type d | sed 's/.*node//' | sort -n
}

add_worker() {
  start_node "$1"
  query 0 fws "SELECT citus_add_node('127.0.0.1', $((port + $1)))" >/dev/null
}

case $action in
start)
  # All of them first: the coordinator tells its nodes what changes.
  for node in $({ printf '%s\n' 0 1 2 && list_nodes; } | sort -un); do start_node "$node"; done
  query 0 fws "SELECT citus_set_coordinator_host('127.0.0.1', $port)" >/dev/null
  for node in $(list_nodes); do [ "$node" = 0 ] || add_worker "$node"; done
  ;;
add) add_worker "$(($(list_nodes | tail -n 1) + 1))" ;;
stop)
  for node in $(list_nodes | sort -rn); do
    as_server "$programs/pg_ctl" -D "$folder/node$node" -m fast stop >/dev/null || true
  done
  exit 0
  ;;
*)
  echo "unknown action: $action" >&2
  exit 2
  ;;
esac
echo "postgres://postgres@127.0.0.1:$port/fws"
