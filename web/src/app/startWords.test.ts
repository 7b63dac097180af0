import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { START_CATALOGUES } from '../../plugins/messages.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The modules that are there without `later`, with those that come without words of their own. */
function startModules(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !/\.tsx?$/.test(file)) return found;
  found.add(file);
  const source = readFileSync(file, 'utf8');
  const imports = source.matchAll(
    /^(?:import|export)(?! type)[^;]*? from '(\.[^']+)'|\blazy\(\(\) => import\('(\.[^']+)'/gm,
  );
  for (const [, still, lazy] of imports) startModules(resolve(dirname(file), still ?? lazy ?? ''), found);
  return found;
}

function idsOf(folder: string, files: readonly string[]): string[] {
  return files
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object));
}

test('all that the first screen says is in the catalogues that come with it', () => {
  const sources = [...startModules(at('./main.tsx'))].map((file) => readFileSync(file, 'utf8')).join('\n');
  const known = new Set(
    [at('../../locales/en'), at('../../../contract/locales/en')].flatMap((folder) =>
      idsOf(folder, START_CATALOGUES),
    ),
  );
  const said = Array.from(
    sources.matchAll(/(?<![\w.])(?:t|translate)\(\s*'([^']+)'|: '(web\.[\w.]+)'/g),
    (m) => m[1] ?? m[2],
  );
  expect(said.length).toBeGreaterThan(50);
  expect(said.filter((id) => id !== undefined && !known.has(id))).toEqual([]);
});
