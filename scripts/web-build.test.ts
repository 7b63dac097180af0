import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildWeb } from './web-build.ts';

/** A repository whose build only records its NODE_ENV. */
function makeRepository(): string {
  const root = mkdtempSync(join(tmpdir(), 'fws-web-build-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['bin', 'contract', 'scripts', 'web/dist'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['package-lock.json', 'tsconfig.base.json', 'scripts/web-build.ts'])
    writeFileSync(join(root, file), '{}');
  writeFileSync(join(root, 'bin/npm'), '#!/bin/sh\nprintf %s "$NODE_ENV" >> web/dist/environments\n');
  chmodSync(join(root, 'bin/npm'), 0o755);
  vi.stubEnv('PATH', `${join(root, 'bin')}${delimiter}${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return root;
}

test('builds the web app for production, even with NODE_ENV=test', async () => {
  const root = makeRepository();
  vi.stubEnv('NODE_ENV', 'test');
  expect(await buildWeb(root)).toBe('built');
  expect(readFileSync(join(root, 'web/dist/environments'), 'utf8')).toBe('production');
});

test('rebuilds the web app only when one of its inputs has changed', async () => {
  const root = makeRepository();
  expect(await buildWeb(root)).toBe('built');
  expect(await buildWeb(root)).toBe('unchanged');
  writeFileSync(join(root, 'contract/model.ts'), 'export {};');
  expect(await buildWeb(root)).toBe('built');
});
