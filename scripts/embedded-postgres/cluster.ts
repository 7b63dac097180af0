import { LETTERS_LOCALE } from './letters.ts';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { findAccount, canEnter, type Account } from './account.ts';
import { findPrograms } from './binaries.ts';
import { createPassword, readSettings, writeSettings, type Settings } from './settings.ts';
import { pickMovedClock } from '../moved-clock.ts';
import { UserError } from '../user-error.ts';

/** An initialized PostgreSQL data folder, with what is needed to run it. */
export type Cluster = { settings: Settings; account: Account | undefined; programs: string };

/** Where root puts the database when the server's account cannot access the data folder. */
const OUTSIDE = '/var/lib/fws-postgres';

export async function openCluster(dataDir: string, log: (line: string) => void): Promise<Cluster> {
  const savedSettings = await readSettings(dataDir);
  const account = await findAccount(savedSettings?.cluster ?? '');
  const programs = await findPrograms(account);
  const settings: Settings = {
    password: createPassword(),
    appPassword: createPassword(),
    queuePassword: createPassword(),
    ...(savedSettings ?? { cluster: await chooseClusterPath(dataDir, account, log) }),
  };
  const cluster = { settings, account, programs };
  if (!existsSync(join(settings.cluster, 'PG_VERSION'))) {
    await writeSettings(dataDir, settings); // first, so that an interrupted start can be resumed
    await initialise(cluster);
  } else if (!canEnter(account, settings.cluster)) {
    throw new UserError(
      `${settings.cluster} cannot be accessed by the account that runs the database (${account?.uid}): allow access to its parent folders, or set DATA_DIR.`,
    );
  }
  return cluster;
}

async function chooseClusterPath(dataDir: string, account: Account | undefined, log: (line: string) => void) {
  if (canEnter(account, dataDir)) return join(dataDir, 'postgres');
  await mkdir(OUTSIDE, { recursive: true });
  await chmod(OUTSIDE, 0o711);
  const cluster = join(OUTSIDE, `${basename(dataDir).replace(/^\./, '')}-${randomBytes(6).toString('hex')}`);
  log(
    `PostgreSQL refuses to run as root, and only root can enter ${dataDir}: the database is stored in ${cluster}`,
  );
  return cluster;
}

/** What an interrupted `initialise` leaves beside the cluster's path. */
export const listLeftovers = (cluster: string) => [`${cluster}.new`, `${cluster}.password`] as const;

/** Uses a temporary name until it is complete, so that an interrupted start leaves no partial database. */
async function initialise({ settings, account, programs }: Cluster): Promise<void> {
  const [unfinished, passwordFile] = listLeftovers(settings.cluster);
  await rm(unfinished, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, settings.password, { mode: 0o600 });
    if (account !== undefined) {
      await chown(unfinished, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    await promisify(execFile)(
      join(programs, 'initdb'),
      [
        `--pgdata=${unfinished}`,
        `--pwfile=${passwordFile}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        `--lc-ctype=${LETTERS_LOCALE}`,
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...account, cwd: '/', env: buildServerEnvironment() },
    ).catch((error: Error & { stderr?: string }) => {
      throw new UserError(`The database cannot be created: ${error.stderr?.trim() || error.message}`);
    });
    await rename(unfinished, settings.cluster);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Passes none of our variables, because PGDATA, PGPORT and the like would change what the programs do. Only the clock is
 * that of the program that starts them.
 */
export const buildServerEnvironment = () => ({
  PATH: process.env['PATH'] ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...pickMovedClock(),
});
