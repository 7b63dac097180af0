import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findAdvisories } from './advisories.ts';

/** Starts a registry that answers advisory requests, and requests for the versions of `pg`. */
async function startRegistry(advisories: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url?.includes('/security/')) return advisories(request, response);
    if (request.url !== '/pg') return response.writeHead(404).end('{}');
    const versions = { '8.23.1': { name: 'pg', version: '8.23.1' } };
    return response.end(JSON.stringify({ name: 'pg', 'dist-tags': { latest: '8.23.1' }, versions }));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function ask(url: string) {
  const cache = mkdtempSync(join(tmpdir(), 'fws-npm-'));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  return findAdvisories({ ...process.env, npm_config_registry: url, npm_config_cache: cache });
}

test('reports no advisories when the registry has none', async () => {
  const url = await startRegistry((_request, response) => void response.end('{}'));
  expect(await ask(url)).toEqual({
    status: 'clean',
    lines: [expect.stringMatching(/^No known advisories for \d{2,} packages\.$/)],
  });
});

test.each([
  ['high', 'found'],
  ['moderate', 'clean'],
])('reports a %s advisory as %s', async (severity, status) => {
  const advisory = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'Reads too much',
    severity,
    vulnerable_versions: '<99',
    cwe: [],
    cvss: { score: 0 },
  };
  const url = await startRegistry(
    (_request, response) => void response.end(JSON.stringify({ pg: [advisory] })),
  );
  const lines = [`${severity}: pg * (Reads too much, https://advisories.example/1)`];
  expect(await ask(url)).toEqual({ status, lines });
});

test('reports that nothing was checked when the registry does not support it', async () => {
  const url = await startRegistry((_request, response) => void response.writeHead(405).end());
  const { status, lines } = await ask(url);
  expect(status).toBe('unknown');
  expect(lines).toEqual([expect.stringMatching(/^Advisories were not checked: .*405/)]);
});

test('reports that nothing was checked without a network', async () => {
  const { status, lines } = await ask('http://127.0.0.1:1/');
  expect(status).toBe('unknown');
  expect(lines).toEqual([expect.stringMatching(/^Advisories were not checked: .*ECONNREFUSED/)]);
});
