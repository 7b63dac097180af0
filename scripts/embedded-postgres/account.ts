import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { UserError } from '../user-error.ts';

/** The operating-system account that the server runs as; undefined for the current one. */
export type Account = { uid: number; gid: number };

const ACCOUNT_NAME = 'fws-postgres';

/** PostgreSQL refuses to run as root, so root starts the server under an account without rights. */
export async function findAccount(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await findOwner(cluster)) ?? lookUp(ACCOUNT_NAME) ?? create() ?? getNobodyAccount();
}

/** Asks the system itself, because mode bits alone do not show groups, ACLs and mounts. */
export function canEnter(account: Account | undefined, folder: string): boolean {
  if (account === undefined) return true;
  const options = { ...account, cwd: '/', stdio: 'ignore' } as const;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], options).status === 0;
}

async function findOwner(folder: string): Promise<Account | undefined> {
  const owner = await stat(folder).catch(() => undefined);
  return owner === undefined || owner.uid === 0 ? undefined : { uid: owner.uid, gid: owner.gid };
}

function lookUp(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function create(): Account | undefined {
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/bin/false',
  ];
  const isCreated = spawnSync('useradd', [...options, ACCOUNT_NAME], { stdio: 'ignore' }).status === 0;
  if (!isCreated) spawnSync('adduser', ['-S', '-D', '-H', ACCOUNT_NAME], { stdio: 'ignore' }); // BusyBox
  return lookUp(ACCOUNT_NAME);
}

function getNobodyAccount(): Account {
  const account = lookUp('nobody');
  if (account === undefined) {
    throw new UserError(
      `PostgreSQL cannot run as root: create an account named ${ACCOUNT_NAME}, or start as an ordinary user.`,
    );
  }
  return account;
}
