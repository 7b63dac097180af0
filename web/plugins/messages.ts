import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:messages/';

function readCatalogue(folders: readonly string[], locale: string): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const folder of folders.map((parent) => join(parent, locale)).filter((path) => existsSync(path))) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      Object.assign(messages, JSON.parse(readFileSync(join(folder, file), 'utf8')));
    }
  }
  return messages;
}

/** `virtual:messages/<locale>`: all catalogues of a locale, compiled, so that no ICU parser is shipped. */
export function messages(folders: readonly string[]): Plugin {
  return {
    name: 'fws-messages',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const locale = id.slice(PREFIX.length + 1);
      const compiled = Object.entries(readCatalogue(folders, locale)).map(([key, text]) => [
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
