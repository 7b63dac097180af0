import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../scripts/user-error.ts';

export interface Tools {
  /** The folder of PostgreSQL's programs. */
  bin: string;
  version: string;
  pgbackrest: string;
}

const OLDEST_MAJOR = 15;
/** Where Debian and its kind keep the programs that are not on the path. */
const DEBIAN = '/usr/lib/postgresql';
const NEEDED = ['initdb', 'postgres', 'pg_ctl'];

/** One line that names all that is missing. */
export function findTools(): Tools {
  const server = findServer();
  const pgbackrest = spawnSync('pgbackrest', ['version'], { encoding: 'utf8' });
  const missing = [
    ...(server === undefined ? [`a PostgreSQL server of version ${OLDEST_MAJOR} or newer`] : []),
    ...(pgbackrest.status === 0 ? [] : ['pgbackrest']),
  ];
  if (server === undefined || missing.length > 0)
    throw new UserError(`A restore cannot be tried here: ${missing.join(' and ')} not installed.`);
  return { ...server, pgbackrest: pgbackrest.stdout.trim() };
}

function findServer(): Omit<Tools, 'pgbackrest'> | undefined {
  const majors = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => /^\d+$/.test(name)) : [];
  const folders = [
    ...majors
      .toSorted((one, other) => Number(other) - Number(one))
      .map((major) => join(DEBIAN, major, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  for (const bin of folders) {
    if (!NEEDED.every((program) => existsSync(join(bin, program)))) continue;
    const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
    const [version = ''] = /\d+(\.\d+)?/.exec(stdout) ?? [];
    if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return { bin, version };
  }
  return undefined;
}
