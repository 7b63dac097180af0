import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../../../scripts/user-error.ts';
import { findProgram, readVersion } from '../support/programs.ts';

export interface Tools {
  /** The folder of PostgreSQL's programs. */
  bin: string;
  version: string;
  pgbackrest: string;
}

const OLDEST_MAJOR = 15;
/** Where Debian and its derivatives install the programs that are not on the path. */
const DEBIAN = '/usr/lib/postgresql';
const NEEDED = ['initdb', 'postgres', 'pg_ctl'];

/** Throws one line that names everything missing. */
export function findTools(): Tools {
  const server = findServer();
  const pgbackrest = findProgram('pgbackrest');
  const missing = [
    ...(server === null ? [`a PostgreSQL server of version ${OLDEST_MAJOR} or newer`] : []),
    ...(pgbackrest === null ? ['pgbackrest'] : []),
  ];
  if (server === null || pgbackrest === null)
    throw new UserError(`A restore cannot be tried here: ${missing.join(' and ')} not installed.`);
  return { ...server, pgbackrest: `pgBackRest ${readVersion(pgbackrest, 'version')}` };
}

function findServer(): Omit<Tools, 'pgbackrest'> | null {
  const majors = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => /^\d+$/.test(name)) : [];
  const onPath = findProgram('postgres');
  const folders = [
    ...majors
      .toSorted((first, second) => Number(second) - Number(first))
      .map((major) => join(DEBIAN, major, 'bin')),
    ...(onPath === null ? [] : [dirname(onPath)]),
  ];
  for (const bin of folders) {
    if (!NEEDED.every((program) => existsSync(join(bin, program)))) continue;
    const version = readVersion(join(bin, 'postgres'));
    if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return { bin, version };
  }
  return null;
}
