import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { locales } from './locales.ts';

const INDEX = 'virtual:messages';

/** The areas that the first screen needs, in one file; the others are loaded with the screens that name them. */
export const START_AREAS: readonly string[] = ['common', 'shell', 'ui', 'jobs-list'];

function areasOf(folders: readonly string[]): string[] {
  const names = folders
    .map((folder) => join(folder, 'en'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => name.endsWith('.json'));
  return [...new Set(names.map((name) => basename(name, '.json')))].toSorted();
}

/** An area may have messages in the web's folder, in the contract's, or in both. */
function readAreas(folders: readonly string[], locale: string, areas: readonly string[]) {
  const files = areas.flatMap((area) => folders.map((folder) => join(folder, locale, `${area}.json`)));
  const messages: Record<string, string> = {};
  for (const file of files.filter((path) => existsSync(path)))
    Object.assign(messages, JSON.parse(readFileSync(file, 'utf8')));
  return messages;
}

/** Each locale's areas as functions that load them; `start` is the first screen's. */
function indexModule(folders: readonly string[], leftOut: readonly string[]): string {
  const parts = ['start', ...areasOf(folders).filter((area) => ![...START_AREAS, ...leftOut].includes(area))];
  const loaders = (locale: string) =>
    parts.map((part) => `'${part}': () => import('${INDEX}/${locale}/${part}')`).join(',');
  return `export const catalogues = {${locales.map((locale) => `${locale}: {${loaders(locale)}}`).join(',')}};`;
}

function areaModule(folders: readonly string[], locale: string, part: string): string {
  const messages = readAreas(folders, locale, part === 'start' ? START_AREAS : [part]);
  const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)]);
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))});`;
}

/**
 * `virtual:messages` and `virtual:messages/<locale>/<area>`: compiled, so that no ICU parser is shipped. `excludedAreas`
 * names the areas that an application's build does not use.
 */
export function messages(folders: readonly string[], leftOut: readonly string[] = []): Plugin {
  let building = false;
  return {
    name: 'fws-messages',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${INDEX}`) return indexModule(folders, building ? leftOut : []);
      if (!id.startsWith(`\0${INDEX}/`)) return undefined;
      const [, locale = '', part = ''] = id.split('/');
      return areaModule(folders, locale, part);
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
