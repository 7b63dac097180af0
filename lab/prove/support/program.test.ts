import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parseMinutesFlag, parseShareFlag } from './numbers.ts';

const TIMEOUT_MS = 60_000;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fws-small-proof-'));
  chmodSync(folder, 0o711); // started by root, the database runs under another account
  return () => rmSync(folder, { recursive: true, force: true });
});

/** The proof's own folders; tsx keeps its cache beside them. */
const listFolders = () => readdirSync(folder).filter((name) => name.startsWith('fws-'));

/** Processes that work in the proof's folders: PostgreSQL and its children name theirs. */
const listServers = () =>
  spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((command) => command.includes(folder));

/** Starts the small proof, and resolves when it works. */
async function startProof(...args: string[]) {
  const child = spawn(
    process.execPath,
    ['scripts/run.mjs', 'lab/prove/support/testing/small-proof.ts', ...args],
    {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let output = '';
  const working = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (/^working$/m.test(output)) resolve();
      });
  });
  await Promise.race([working, exited]);
  expect(output).toMatch(/^working$/m);
  expect(listFolders()).toHaveLength(1);
  expect(listServers()).not.toHaveLength(0);
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async waitForExit() {
      const [code] = await exited;
      return { code, output };
    },
  };
}

describe('a proof that is ended leaves no PostgreSQL and no folder', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s, with its figures',
    async (signal) => {
      const proof = await startProof();
      proof.kill(signal);
      expect(await proof.waitForExit()).toEqual({ code: 0, output: expect.stringMatching(/^writes +\d+$/m) });
      expect(listFolders()).toEqual([]);
      expect(listServers()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'by SIGINT when it goes on as if nothing had happened',
    async () => {
      const proof = await startProof('--deaf');
      proof.kill('SIGINT');
      expect(await proof.waitForExit()).toEqual({
        code: 130,
        output: expect.stringContaining('did not end within 1 seconds of its time'),
      });
      expect(listFolders()).toEqual([]);
      expect(listServers()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'by --minutes, with its figures',
    async () => {
      const proof = await startProof('--minutes', '0.01');
      expect(await proof.waitForExit()).toEqual({ code: 0, output: expect.stringMatching(/^writes +\d+$/m) });
      expect(listFolders()).toEqual([]);
      expect(listServers()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'by --minutes when it goes on, as a failure',
    async () => {
      const proof = await startProof('--deaf', '--minutes', '0.01');
      expect(await proof.waitForExit()).toEqual({
        code: 1,
        output: expect.stringContaining('did not end within 1 seconds of its time'),
      });
      expect(listFolders()).toEqual([]);
      expect(listServers()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

test('reads --minutes with and without decimals, and refuses anything else', () => {
  expect(parseMinutesFlag([])).toBe(Infinity);
  expect(parseMinutesFlag(['--minutes', '0'])).toBe(Infinity);
  expect(parseMinutesFlag(['--minutes', '90'])).toBe(90);
  expect(parseMinutesFlag(['--minutes', '0.5'])).toBe(0.5);
  for (const value of ['', '-1', 'ten', '1e3', '30000'])
    expect(() => parseMinutesFlag(['--minutes', value])).toThrow('--minutes needs a number up to 28800.');
  expect(() => parseMinutesFlag(['--minutes'])).toThrow('--minutes needs');
});

test('processes share what there is, each part once, and refuse a share that is none', () => {
  const select = (...args: string[]) => [0, 1, 2, 3, 4].filter(parseShareFlag(args));
  expect(select()).toEqual([0, 1, 2, 3, 4]);
  expect([select('--part', '1/2'), select('--part', '2/2')]).toEqual([
    [0, 2, 4],
    [1, 3],
  ]);
  for (const part of ['0/2', '3/2', '1', 'x/y'])
    expect(() => parseShareFlag(['--part', part])).toThrow('--part needs a share such as 1/2.');
  expect(() => parseShareFlag(['--part'])).toThrow('--part needs a share');
});
