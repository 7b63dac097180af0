import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:messages/';

/** The catalogues that the first screen needs; the rest comes with whatever screen is opened after it. */
export const START_CATALOGUES: readonly string[] = ['common.json', 'shell.json', 'ui.json', 'jobs-list.json'];

function readCatalogue(folders: readonly string[], locale: string, part: string): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const folder of folders.map((parent) => join(parent, locale)).filter((path) => existsSync(path))) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      if (START_CATALOGUES.includes(file) !== (part === 'start')) continue;
      Object.assign(messages, JSON.parse(readFileSync(join(folder, file), 'utf8')));
    }
  }
  return messages;
}

/** `virtual:messages/<locale>/start` and `…/more`: the catalogues of a locale, compiled, so that no ICU parser is shipped. */
export function messages(folders: readonly string[]): Plugin {
  return {
    name: 'fws-messages',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [locale = '', part = ''] = id.slice(PREFIX.length + 1).split('/');
      const compiled = Object.entries(readCatalogue(folders, locale, part)).map(([key, text]) => [
        key,
        compileMessageOrThrow(text),
      ]);
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))});`;
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
