import { resolve } from 'node:path';
import { build, createLogger } from 'vite';
import type { Plugin, PluginOption } from 'vite';

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
          plugins: plugins(),
          publicDir: false,
          define: { 'process.env.NODE_ENV': '"production"' },
          ssr: { noExternal: true },
          build: {
            ssr: 'src/app/firstPage.tsx',
            outDir: resolve(root, 'dist-server'),
            emptyOutDir: true,
            assetsInlineLimit: 2048,
            rolldownOptions: { output: { entryFileNames: 'firstPage.mjs', codeSplitting: false } },
          },
        });
      },
    },
  };
}
