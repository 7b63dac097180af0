#!/usr/bin/env bash
# Builds Citus for Debian's PostgreSQL 15 from source and installs it, with the packages that this needs.
# Run as root: CITUS_SOURCE=DIRECTORY build.sh. CITUS_SOURCE is a clone of https://github.com/citusdata/citus, bare or not.
# Takes about two minutes on two cores. Does nothing when this version is installed.
set -euo pipefail

version=13.2.2
pg_config=/usr/lib/postgresql/15/bin/pg_config
library=/usr/lib/postgresql/15/lib/citus.so
if [ -f "$library" ] && grep -q "Citus $version" "$library"; then
  echo "Citus $version is installed for PostgreSQL 15"
  exit 0
fi
if [ -z "${CITUS_SOURCE:-}" ]; then
  echo "Citus $version is not installed. Set CITUS_SOURCE to a clone of https://github.com/citusdata/citus." >&2
  exit 1
fi
if ! git -C "$CITUS_SOURCE" rev-parse -q --verify "v$version^{commit}" >/dev/null 2>&1; then
  echo "$CITUS_SOURCE is no clone of https://github.com/citusdata/citus with the tag v$version." >&2
  exit 1
fi

# The headers must belong to the installed server, so a server that is there is not upgraded.
installed=$(dpkg-query -W -f='${Version}' postgresql-15 2>/dev/null || true)
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
  "postgresql-15${installed:+=$installed}" "postgresql-server-dev-15${installed:+=$installed}" \
  liblz4-dev libzstd-dev libssl-dev libkrb5-dev libicu-dev libpam0g-dev libselinux1-dev libxslt1-dev libreadline-dev \
  flex gcc make >/dev/null

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git -C "$CITUS_SOURCE" archive "v$version" | tar x -C "$work"
cd "$work"

# Newer minor versions of PostgreSQL 15 declare this function themselves, and Citus's own copy contradicts them.
if grep -q have_createdb_privilege "$("$pg_config" --includedir-server)/commands/dbcommands.h"; then
  perl -0pi -e 's/static inline bool\nhave_createdb_privilege\(void\)\n\{.*?\n\}\n/#include "commands\/dbcommands.h"\n/s' \
    src/include/pg_version_compat.h
fi

run() {
  "$@" >build.log 2>&1 || {
    tail -n 30 build.log >&2
    exit 1
  }
}
run ./configure --without-libcurl PG_CONFIG="$pg_config"
run make -j"$(nproc)" extension
run make install
echo "Citus $version is installed for PostgreSQL 15"
