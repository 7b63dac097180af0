import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, createLogger } from 'vite';
import type { Plugin, PluginOption } from 'vite';
import { writeLandingFonts } from './landingFonts.ts';

type Options = { plugins: () => PluginOption[] };

/** People type these pages' texts, so the font has every character of a keyboard. Other scripts use the device's font. */
const KEYBOARD = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  .join('')
  .replaceAll(/[<>]/g, '');
const CHARACTERS = `${KEYBOARD}₹·•…–—‘’“”×°½é`;

/** Writes dist-server/site.mjs: src/site/render.tsx with all it needs, for the server to render with, and its fonts. */
export function site({ plugins }: Options): Plugin {
  let root = '';
  let dist = '';
  return {
    name: 'fws-site',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      dist = resolve(root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const outDir = resolve(root, 'dist-server');
        await build({
          root,
          configFile: false,
          customLogger: createLogger('warn'),
          plugins: plugins(),
          publicDir: false,
          define: { 'process.env.NODE_ENV': '"production"' },
          ssr: { noExternal: true },
          build: {
            ssr: 'src/site/render.tsx',
            outDir,
            emptyOutDir: false,
            cssMinify: true,
            assetsInlineLimit: 2048,
            rolldownOptions: { output: { entryFileNames: 'site.mjs', codeSplitting: false } },
          },
        });
        await mkdir(outDir, { recursive: true });
        await writeFile(
          join(outDir, 'site.json'),
          JSON.stringify(await writeLandingFonts('en', CHARACTERS, dist)),
        );
      },
    },
  };
}
