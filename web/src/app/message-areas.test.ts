import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { START_AREAS } from '../../plugins/messages.ts';

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const webFolder = toPath('..');
const contractFolder = toPath('../../../contract/src');
const folders = [toPath('../../locales/en'), toPath('../../../contract/locales/en')];

const IMPORT = /^(?:import|export)(?! type)([^;]*?) from '([^']+)'/gm;
/** A lazy import without its own messages: `lazyScreen` names its areas before the import. */
const LAZY_IMPORT = /(?<!\],\s*)\(\) =>\s*import\('([^']+)'\)/g;
const LAZY_SCREEN = /lazyScreen\(\s*\[([^\]]*)\],\s*\(\) =>\s*import\('([^']+)'\)/g;

function resolveImport(name: string, from: string): string | undefined {
  if (name.startsWith('.')) return resolve(dirname(from), name);
  return name.startsWith('@fws/contract/') ? join(contractFolder, `${name.slice(14)}.ts`) : undefined;
}

/** The modules behind a domain's index that export the wanted names. The build drops the others. */
function listModulesBehindIndex(index: string, importedNames: string): string[] {
  const names = new Set(importedNames.match(/\w+/g));
  return [...readFileSync(index, 'utf8').matchAll(IMPORT)]
    .filter(([, exported = '']) => exported.match(/\w+/g)?.some((name) => names.has(name)))
    .flatMap(([, , path = '']) => resolveImport(path, index) ?? []);
}

/**
 * A module and all that it imports, without the schemas: a screen that checks a form belongs to the form's domain and has
 * its messages anyway.
 */
function collectModules(file: string, collected = new Map<string, string>()): Map<string, string> {
  if (collected.has(file) || !/\.tsx?$/.test(file) || file.endsWith('/schemas.ts')) return collected;
  const source = readFileSync(file, 'utf8');
  collected.set(file, source);
  for (const [, names = '', path = ''] of source.matchAll(IMPORT)) {
    const next = resolveImport(path, file);
    const modules = next?.endsWith('/index.ts') ? listModulesBehindIndex(next, names) : next ? [next] : [];
    for (const module of modules) collectModules(module, collected);
  }
  for (const [, path = ''] of source.matchAll(LAZY_IMPORT))
    collectModules(resolveImport(path, file) ?? '', collected);
  return collected;
}

const readMessageIds = (area: string): string[] =>
  folders
    .map((folder) => join(folder, `${area}.json`))
    .filter((path) => existsSync(path))
    .flatMap((path) => Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object));

const areaByMessageId = new Map(
  folders
    .flatMap((folder) => readdirSync(folder))
    .map((name) => basename(name, '.json'))
    .flatMap((area) => readMessageIds(area).map((id): [string, string] => [id, area])),
);

const findAreaByPrefix = (stem: string) => [...areaByMessageId].find(([id]) => id.startsWith(stem))?.[1];
/** A quoted text, or the beginning of a template. */
const LITERAL = /(done: )?['`]([\w.-]+?)(?=['`]|\.?\$\{)/g;

/** The areas of all messages that a screen names. Messages that only the server sends do not count. */
function listUsedAreas(file: string): Set<string> {
  const usedAreas = new Set<string>();
  for (const source of collectModules(file).values()) {
    for (const [, done, text = ''] of source.matchAll(LITERAL)) {
      if (done) continue;
      const area =
        areaByMessageId.get(text) ?? (text.includes('.') ? findAreaByPrefix(`${text}.`) : undefined);
      if (area !== undefined && !START_AREAS.includes(area)) usedAreas.add(area);
    }
  }
  return usedAreas;
}

const screens = readdirSync(webFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .flatMap((name) =>
    [...readFileSync(join(webFolder, name), 'utf8').matchAll(LAZY_SCREEN)].map(
      ([, areas = '', path = '']) => ({
        screen: basename(path),
        file: resolve(dirname(join(webFolder, name)), path),
        areas: Array.from(areas.matchAll(/'([\w-]+)'/g), ([, area]) => area),
      }),
    ),
  );

test('the messages of the first screen are loaded with it', () => {
  expect([...listUsedAreas(toPath('./main.tsx'))]).toEqual([]);
});

test('the messages of the admin area are loaded with it', () => {
  const file = toPath('./admin.tsx');
  const [, loaded = ''] = /loadAreas\(\[([^\]]*)\]\)/.exec(readFileSync(file, 'utf8')) ?? [];
  expect([...listUsedAreas(file)].filter((area) => !loaded.includes(`'${area}'`))).toEqual([]);
});

test.each(screens)('$screen names the areas of all its messages', ({ file, areas }) => {
  expect([...listUsedAreas(file)].filter((area) => !areas.includes(area))).toEqual([]);
});

test('finds the screens to check', () => expect(screens.length).toBeGreaterThan(15));
