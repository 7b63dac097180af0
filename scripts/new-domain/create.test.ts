import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDomain } from './create.ts';

const ROOT = process.cwd();
const copy = mkdtempSync(join(tmpdir(), 'fws-new-domain-'));
let result: ReturnType<typeof createDomain>;

beforeAll(() => {
  const isSource = (file: string) => !/^(?:node_modules|dist|test-results|\..*)$/.test(basename(file));
  for (const name of readdirSync('.').filter(isSource))
    cpSync(name, join(copy, name), { recursive: true, filter: isSource });
  linkPackages();
  result = createDomain(copy, 'notes');
}, 60_000);
afterAll(() => rmSync(copy, { recursive: true }));

/** The packages of this repository, but the workspaces of the copy. */
function linkPackages(): void {
  mkdirSync(join(copy, 'node_modules/@fws'), { recursive: true });
  for (const name of readdirSync('node_modules').filter((entry) => entry !== '@fws'))
    symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  for (const name of readdirSync('node_modules/@fws')) {
    symlinkSync(join(copy, name), join(copy, 'node_modules/@fws', name));
    // Packages in a version that only this workspace has.
    const own = join(name, 'node_modules');
    if (existsSync(own)) symlinkSync(join(ROOT, own), join(copy, own));
  }
}

test('a new domain touches five files outside of its own folders', () => {
  expect(result.changed.toSorted()).toEqual([
    'contract/src/platform/messages.ts',
    'e2e/support/press-screens.ts',
    'server/src/domains/index.ts',
    'web/src/app/routes.tsx',
    'web/src/platform/i18n/messages.ts',
  ]);
  expect(result.created).toContain('server/src/domains/notes/domain.ts');
});

test('the skeleton of a domain passes the type checker and the boundaries', () => {
  const { stdout, status } = spawnSync('node', ['scripts/check.mjs', 'types', 'boundaries'], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect(status, stdout).toBe(0);
  expect(stdout).toContain('boundaries: ok');
}, 400_000);

test.each(['', 'Notes', 'no', 'my-notes', '../notes'])('refuses the name "%s"', (name) => {
  expect(() => createDomain(copy, name)).toThrow('Name the domain in lower case');
});

test('refuses the name of a domain or an area that exists', () => {
  for (const name of ['quotes', 'business', 'notes'])
    expect(() => createDomain(copy, name)).toThrow(`There is a domain or an area of texts named ${name}.`);
});
