import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../../scripts/user-error.ts';
import { findProgram, readVersion } from '../support/programs.ts';

/** Programs by the Debian package that contains them. */
const PACKAGES = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  ip: 'iproute2',
  tc: 'iproute2',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
  unshare: 'util-linux',
} as const;
type Program = keyof typeof PACKAGES;

export interface Tools {
  programs: Record<Program, string>;
  /** The command that runs Patroni. */
  patroni: readonly string[];
  /** The folder of PostgreSQL's programs. */
  postgres: string;
  versions: string;
}

const OLDEST_MAJOR = 15;

/** Throws with the name of each package that is not installed. */
export function findTools(): Tools {
  const found = (Object.keys(PACKAGES) as Program[]).map((name) => [name, findProgram(name)] as const);
  const postgres = findPostgres();
  const missing = new Set<string>(found.flatMap(([name, path]) => (path === null ? [PACKAGES[name]] : [])));
  if (postgres === null) missing.add(`postgresql-${OLDEST_MAJOR}`);
  if (missing.size > 0 || postgres === null)
    throw new UserError(`Not installed: ${[...missing].join(', ')}. Nothing was proven.`);
  const programs = Object.fromEntries(found) as Record<Program, string>;
  const patroni = findPatroni(programs.patroni);
  return { programs, patroni, postgres, versions: describeVersions(programs, postgres) };
}

/** Debian 12 has a version that loses commits unless the shipped script runs it. */
function findPatroni(program: string): readonly string[] {
  const needsHelp = /^3\.0\.[012]$/.test(readVersion(program));
  return needsHelp ? ['/usr/bin/python3', resolve('deploy/patroni/patroni_3_0_2.py')] : [program];
}

/** The folder with the newest version, which Debian keeps out of the path. */
function findPostgres(): string | null {
  const parent = '/usr/lib/postgresql';
  const folders = existsSync(parent)
    ? readdirSync(parent)
        .toSorted((first, second) => Number(second) - Number(first))
        .map((name) => join(parent, name, 'bin'))
    : [];
  const onPath = findProgram('pg_rewind');
  if (onPath !== null) folders.unshift(dirname(onPath));
  const isUsable = (folder: string) =>
    ['initdb', 'pg_rewind', 'pg_basebackup'].every((name) => existsSync(join(folder, name))) &&
    Number.parseInt(readVersion(join(folder, 'postgres')), 10) >= OLDEST_MAJOR;
  return folders.find(isUsable) ?? null;
}

function describeVersions(
  { patroni, etcd, haproxy, pgbouncer }: Tools['programs'],
  postgres: string,
): string {
  return [
    `Patroni ${readVersion(patroni)}`,
    `etcd ${readVersion(etcd)}`,
    `PostgreSQL ${readVersion(join(postgres, 'postgres'))}`,
    `HAProxy ${readVersion(haproxy, '-v')}`,
    `PgBouncer ${readVersion(pgbouncer)}`,
  ].join(', ');
}
