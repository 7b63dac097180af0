import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { locales } from './locales.ts';

const INDEX = 'virtual:messages';
const FURTHER = `${INDEX}/further`;

/** The areas that the first screen needs, in one file; the others are loaded with the screens that name them. */
export const START_AREAS: readonly string[] = ['common', 'shell', 'ui', 'jobs-list', 'today'];

function listAreas(folders: readonly string[]): string[] {
  const names = folders
    .map((folder) => join(folder, 'en'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => name.endsWith('.json'));
  return [...new Set(names.map((name) => basename(name, '.json')))].toSorted();
}

/**
 * An area may have messages in the web's folder, in the contract's, or in both. The folder `screens` of a locale has the
 * wording for screens of messages that the specification words otherwise.
 */
function readAreas(folders: readonly string[], locale: string, areas: readonly string[]) {
  const files = ['', 'screens'].flatMap((inner) =>
    areas.flatMap((area) => folders.map((folder) => join(folder, locale, inner, `${area}.json`))),
  );
  const messages: Record<string, string> = {};
  for (const file of files.filter((path) => existsSync(path)))
    Object.assign(messages, JSON.parse(readFileSync(file, 'utf8')));
  return messages;
}

const buildLoaders = (locale: string, parts: readonly string[]) =>
  `${locale}: {${parts.map((part) => `'${part}': () => import('${INDEX}/${locale}/${part}')`).join(',')}}`;

/**
 * The first screen's messages of each locale as functions that load them, and the table of all others. The table is a
 * file of its own, because it names many files and the first screen needs none of them.
 */
const buildIndexModule = (): string =>
  `export const firstCatalogues = {${locales.map((locale) => buildLoaders(locale, ['start'])).join(',')}};
   export const loadFurther = () => import('${FURTHER}');`;

function buildFurtherModule(folders: readonly string[], excludedAreas: readonly string[]): string {
  const areas = listAreas(folders).filter((area) => ![...START_AREAS, ...excludedAreas].includes(area));
  return `export const catalogues = {${locales.map((locale) => buildLoaders(locale, areas)).join(',')}};`;
}

function buildAreaModule(folders: readonly string[], locale: string, part: string): string {
  const messages = readAreas(folders, locale, part === 'start' ? START_AREAS : [part]);
  const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)]);
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))});`;
}

/**
 * `virtual:messages` and `virtual:messages/<locale>/<area>`: compiled, so that no ICU parser is shipped. `excludedAreas`
 * names the areas that an application's build does not use.
 */
export function messages(folders: readonly string[], excludedAreas: readonly string[] = []): Plugin {
  let building = false;
  return {
    name: 'fws-messages',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${INDEX}`) return buildIndexModule();
      if (id === `\0${FURTHER}`) return buildFurtherModule(folders, building ? excludedAreas : []);
      if (!id.startsWith(`\0${INDEX}/`)) return undefined;
      const [, locale = '', part = ''] = id.split('/');
      return buildAreaModule(folders, locale, part);
    },
    configureServer(server) {
      server.watcher.add([...folders]);
      server.watcher.on('change', (path) => {
        if (!folders.some((folder) => path.startsWith(folder))) return;
        server.moduleGraph.invalidateAll();
        server.ws.send({ type: 'full-reload' });
      });
    },
  };
}
