import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

// Runs deploy/systemd/web-process with a program in place of nginx that only records its arguments.

let folder = '';
let servers = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fws-web-process-'));
  servers = join(folder, 'servers');
  mkdirSync(servers);
  writeFileSync(join(folder, 'nginx'), `#!/bin/sh\necho "$@" >> ${folder}/calls\n`, { mode: 0o755 });
  return () => rmSync(folder, { recursive: true });
});

const runHook = (order: 'add' | 'remove', port: number, env: Record<string, string> = {}) =>
  promisify(execFile)('deploy/systemd/web-process', [order, String(port)], {
    env: { ...process.env, FWS_NGINX_SERVERS: servers, FWS_NGINX: join(folder, 'nginx'), ...env },
  });

const listServers = () => readdirSync(servers).toSorted();
const listCalls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
const addServer = (port: number) => writeFileSync(join(servers, `${port}.conf`), '');

/** Starts a server whose /readyz answers 503 this many times before it answers 200. */
async function startProcess(refusals: number): Promise<number> {
  let remaining = refusals;
  const server = createServer((_request, response) => {
    response.statusCode = remaining-- > 0 ? 503 : 200;
    response.end();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('adds a process when it is ready', async () => {
  const port = await startProcess(1);
  await runHook('add', port, { MAINPID: String(process.pid) });
  expect(listServers()).toEqual([`${port}.conf`]);
  expect(readFileSync(join(servers, `${port}.conf`), 'utf8')).toMatch(
    new RegExp(`^server 127\\.0\\.0\\.1:${port} .*;\n$`),
  );
  expect(listCalls()).toEqual(['-s reload']);
});

test('stops waiting for a process that has ended', async () => {
  const port = await startProcess(Infinity);
  const { pid } = spawnSync('true');
  const failed = await runHook('add', port, { MAINPID: String(pid) }).catch(
    (error: { stderr: string }) => error,
  );
  expect(failed.stderr).toBe(`The web process on port ${port} is not ready.\n`);
  expect(listServers()).toEqual([]);
});

test('removes a process while another one is there', async () => {
  addServer(3000);
  addServer(3010);
  await runHook('remove', 3000);
  expect(listServers()).toEqual(['3010.conf']);
  expect(listCalls()).toEqual(['-s reload']);
});

test('keeps the last process, because nginx does not start with an empty list', async () => {
  addServer(3000);
  await runHook('remove', 3000);
  expect(listServers()).toEqual(['3000.conf']);
});

test('keeps one of two processes that are removed at the same time', async () => {
  addServer(3000);
  addServer(3010);
  await Promise.all([runHook('remove', 3000), runHook('remove', 3010)]);
  expect(listServers()).toHaveLength(1);
});

test('does nothing to nginx without its folder', async () => {
  rmSync(servers, { recursive: true });
  await runHook('add', await startProcess(0));
  await runHook('remove', 3000);
  expect(readdirSync(folder)).toEqual(['nginx']);
});
