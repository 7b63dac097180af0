import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findAccount } from '../../../scripts/embedded-postgres/account.ts';
import { UserError } from '../../../scripts/user-error.ts';
import { APP_ROLE } from '../../../server/src/platform/db/roles.ts';
import { findFreePort } from '../../../server/test/network/port.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { endProgram, findProgram, readVersion, setInSample, startChild } from './programs.ts';

const SAMPLE = 'deploy/pgbouncer/pgbouncer.ini';

export interface Pooler {
  version: string;
  /** The URL of the same login through the pooler. */
  toPooledUrl(url: string): string;
  /** The log so far. */
  getLog(): string;
  close(): Promise<void>;
}

/** Starts a real PgBouncer with the shipped configuration; only paths and sizes are replaced. */
export async function startPgBouncer(ownerUrl: string, poolSize: number): Promise<Pooler> {
  const program = findProgram('pgbouncer');
  if (program === null)
    throw new UserError('PgBouncer is not installed (package pgbouncer): nothing was proven.');
  const { hostname, port: serverPort, pathname } = new URL(ownerUrl);
  const database = pathname.slice(1);
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'fws-pooler-'));
  const files = {
    'userlist.txt': `"${APP_ROLE}" "${await readVerifier(ownerUrl)}"\n`,
    'pgbouncer.ini': setInSample(readFileSync(SAMPLE, 'utf8'), {
      fws: `host=${hostname} port=${serverPort} dbname=${database}`,
      listen_port: port,
      auth_file: join(folder, 'userlist.txt'),
      default_pool_size: poolSize,
      reserve_pool_size: 0,
      unix_socket_dir: '',
    }).replace(/^fws =/m, `${database} =`),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });

  // PgBouncer refuses to run as root.
  const account = await findAccount('');
  if (account)
    for (const path of [folder, ...Object.keys(files).map((name) => join(folder, name))])
      chownSync(path, account.uid, account.gid);
  chmodSync(folder, 0o700);
  const child = startChild(program, [join(folder, 'pgbouncer.ini')], { ...account, cwd: '/' });
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));

  const toPooledUrl = (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
  await waitFor('PgBouncer to listen', () => {
    if (child.exitCode !== null) throw new UserError(`PgBouncer does not start:\n${log}`);
    return / listening on /.test(log);
  });
  return {
    version: readVersion(program),
    toPooledUrl,
    getLog: () => log,
    async close() {
      await endProgram(child);
      rmSync(folder, { recursive: true });
    },
  };
}

async function readVerifier(ownerUrl: string): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ verifier: string }>(
      'SELECT rolpassword AS verifier FROM pg_authid WHERE rolname = $1',
      [APP_ROLE],
    );
    return rows[0]?.verifier ?? '';
  } finally {
    await owner.end();
  }
}
