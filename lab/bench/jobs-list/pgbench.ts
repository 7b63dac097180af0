import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Load } from './load.ts';
import type { Statement } from '../../../server/src/domains/jobs/lists/service.ts';

const DEBIAN = '/usr/lib/postgresql';

export function findPgbench(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const candidates = ['pgbench', ...versions.map((version) => join(DEBIAN, version, 'bin', 'pgbench'))];
  return candidates.find((candidate) => spawnSync(candidate, ['--version']).status === 0);
}

const toDurationArgs = (load: Load): string[] =>
  'seconds' in load ? ['-T', `${load.seconds}`] : ['-t', `${Math.ceil(load.answers / load.clients)}`];

/** Runs the prepared statement repeatedly by pgbench; returns how often per second. */
export async function runPgbench(
  program: string,
  databaseUrl: string,
  statement: Statement,
  load: Load,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fws-pgbench-'));
  try {
    const file = join(folder, 'jobs-list.sql');
    const text = statement.text.replaceAll(/\s+/g, ' ').replaceAll(/\$(\d+)/g, ':p$1');
    const variables = statement.values.map((value, index) => `-Dp${index + 1}=${String(value)}`);
    await writeFile(file, `${text};\n`);
    const args = ['-n', '-M', 'prepared', '-f', file, '-c', `${load.clients}`, ...toDurationArgs(load)];
    const { stdout } = await promisify(execFile)(program, [...args, ...variables, databaseUrl]);
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`pgbench said nothing of its speed: ${stdout}`);
    return Number(tps);
  } finally {
    await rm(folder, { recursive: true });
  }
}
