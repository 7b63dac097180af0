import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../user-error.ts';

/**
 * Allows one start per data folder. The lock is a listening local socket: the system releases it however its holder
 * dies, so that unlike a file with a process id it is never stale. It answers each connection with its holder's process
 * id.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const address = await getLockAddress(folder);
  const holder = await askHolder(address);
  if (holder !== undefined) throw createAlreadyRunningError(folder, holder);
  if (!address.startsWith('\0')) await rm(address, { force: true });

  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)));
  server.unref();
  try {
    await once(server.listen(address), 'listening');
  } catch {
    throw createAlreadyRunningError(folder, await askHolder(address));
  }
  return async () => {
    server.close();
    await once(server, 'close');
  };
}

/** The id of the process that runs on this folder, if any. */
export async function findLockHolder(folder: string): Promise<string | undefined> {
  return askHolder(await getLockAddress(folder));
}

export function createAlreadyRunningError(folder: string, holder: string | undefined): UserError {
  const who = holder === undefined ? '' : ` (process ${holder})`;
  return new UserError(
    `FWS is already running on ${folder}${who}: stop it first, or set DATA_DIR to another folder.`,
  );
}

async function getLockAddress(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => folder);
  const name = `fws-${createHash('sha256').update(real).digest('hex').slice(0, 32)}`;
  // Linux keeps such names outside the file system; elsewhere it is a socket file.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

async function askHolder(address: string): Promise<string | undefined> {
  const socket = createConnection(address);
  try {
    const [answer] = await once(socket, 'data');
    return String(answer);
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
