import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { expect } from 'vitest';
import { removeDatabase } from '../index.ts';
import { isRunning } from '../postmaster.ts';

/** A data folder that the database account of root can access too. */
export function makeFolder(mode = 0o711): string {
  const folder = mkdtempSync(join(tmpdir(), 'fws-launcher-'));
  chmodSync(folder, mode);
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await removeDatabase(folder);
  rmSync(folder, { recursive: true });
}

export async function ask(url: string, sql: string): Promise<Record<string, unknown>> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows[0] ?? {};
  } finally {
    await client.end();
  }
}

export const readClusterPath = (folder: string): string =>
  resolve(folder, JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')).cluster);

export const readServerPid = (folder: string): number =>
  Number(readFileSync(join(readClusterPath(folder), 'postmaster.pid'), 'utf8').split('\n')[0]);

export async function waitUntilEnded(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid), { timeout: 20_000, interval: 20 }).toBe(false);
}

export type Program = { process: ChildProcess; url: string };

/** Starts a database in its own process. */
export async function startProgram(...args: string[]): Promise<Program> {
  const file = join(import.meta.dirname, 'program.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const [url] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (typeof url === 'number') throw new Error(`the program ended with ${url}`);
  return { process: child, url: String(url).trim() };
}

export async function killProgram({ process: child }: Program, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
