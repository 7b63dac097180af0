import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, createLogger } from 'vite';
import type { Plugin, PluginOption } from 'vite';
import type { renderLanding } from '../src/landing/render.tsx';
import { writeLandingFonts } from './landingFonts.ts';
import { locales } from './locales.ts';

const noAssets = { fontFaces: '' };

/** What the page's own build needs: the plugins that read its modules. */
type Options = { plugins: () => PluginOption[] };

/** Writes dist/landing.<locale>.html: the landing page as HTML and CSS alone. In development it is served at /_landing. */
export function landing({ plugins }: Options): Plugin {
  let root = '';
  let dist = '';
  return {
    name: 'fws-landing',
    configResolved(config) {
      root = config.root;
      dist = resolve(root, config.build.outDir);
    },
    configureServer(server) {
      server.middlewares.use('/_landing', (request, response, next) => {
        const locale = request.url?.includes('lang=hi') ? 'hi' : 'en';
        void server.ssrLoadModule('/src/landing/render.tsx').then((module) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          return response.end(module['renderLanding'](locale, noAssets));
        }, next);
      });
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const render = await buildRenderer(root, plugins());
        for (const locale of locales) {
          const fonts = await writeLandingFonts(locale, render(locale, noAssets), dist);
          await writeFile(join(dist, `landing.${locale}.html`), render(locale, fonts));
        }
      },
    },
    apply: (_config, { command, isSsrBuild }) => command === 'serve' || !isSsrBuild,
  };
}

async function buildRenderer(root: string, plugins: PluginOption[]): Promise<typeof renderLanding> {
  // Inside the package, so that its imports resolve as the app's do.
  const parent = join(root, 'node_modules');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, '.landing-'));
  try {
    const logger = createLogger('warn');
    await build({
      root,
      configFile: false,
      customLogger: logger,
      plugins,
      publicDir: false,
      build: {
        ssr: 'src/landing/render.tsx',
        outDir: folder,
        cssMinify: true,
        rolldownOptions: { output: { entryFileNames: 'render.mjs' } },
      },
    });
    const module: { renderLanding: typeof renderLanding } = await import(
      pathToFileURL(join(folder, 'render.mjs')).href
    );
    return module.renderLanding;
  } finally {
    await rm(folder, { recursive: true });
  }
}
