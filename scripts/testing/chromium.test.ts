import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium, provideChromium } from './chromium.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'fws-chromium-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function createProgram(name: string, exitCode: number): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('uses the first browser on the path that runs', () => {
  createProgram('chromium', 1); // a placeholder, as some systems have
  const browser = createProgram('google-chrome', 0);
  expect(findChromium({ PATH: folder })).toBe(browser);
});

test('prefers the browser without windows', () => {
  createProgram('chromium', 0);
  const browser = createProgram('chromium-headless-shell', 0);
  expect(findChromium({ PATH: folder })).toBe(browser);
});

test('uses the configured browser', () => {
  const browser = createProgram('my-browser', 0);
  expect(provideChromium({ FWS_CHROMIUM: browser })).toBe(browser);
});

test('reports a configured browser that does not run', () => {
  expect(() => provideChromium({ FWS_CHROMIUM: join(folder, 'none') })).toThrow(
    /^FWS_CHROMIUM is .*does not run/,
  );
});
