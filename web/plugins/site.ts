import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, createLogger } from 'vite';
import type { Plugin, PluginOption } from 'vite';
import { writeSiteFonts } from './landingFonts.ts';
import { locales } from './locales.ts';

type Options = { plugins: () => PluginOption[] };

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
        const fonts: Record<string, Awaited<ReturnType<typeof writeSiteFonts>>> = {};
        for (const locale of locales) fonts[locale] = await writeSiteFonts(locale, dist);
        await mkdir(outDir, { recursive: true });
        await writeFile(join(outDir, 'site.json'), JSON.stringify(fonts));
      },
    },
  };
}
