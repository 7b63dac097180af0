import { resolve } from 'node:path';
import { build, createLogger } from 'vite';
import type { Plugin, PluginOption } from 'vite';
import { SCREEN_MODULE } from './firstParts.ts';

type Options = { plugins: () => PluginOption[] };

/** Writes dist-server/firstPage.mjs: src/app/firstPage.tsx with all it needs, for the server to render with. */
export function firstPage({ plugins }: Options): Plugin {
  let root = '';
  return {
    name: 'fws-first-page',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        await build({
          root,
          configFile: false,
          customLogger: createLogger('warn'),
          plugins: [plugins(), namedScreens()],
          publicDir: false,
          define: { 'process.env.NODE_ENV': '"production"' },
          ssr: { noExternal: true },
          build: {
            ssr: 'src/app/firstPage.tsx',
            outDir: resolve(root, 'dist-server'),
            emptyOutDir: true,
            assetsInlineLimit: 2048,
            rolldownOptions: {
              output: { entryFileNames: 'firstPage.mjs', chunkFileNames: 'firstPage/[name]-[hash].mjs' },
            },
          },
        });
      },
    },
  };
}

/** Each screen exports its path, so that the server finds the files that the browser needs for it. */
function namedScreens(): Plugin {
  return {
    name: 'fws-named-screens',
    transform(code, id) {
      const path = SCREEN_MODULE.exec(id)?.[1];
      return path === undefined
        ? undefined
        : { code: `${code}\nexport const modulePath = ${JSON.stringify(path)};`, map: null };
    },
  };
}
