import { join, resolve } from 'node:path';
import { build, createLogger } from 'vite';
import type { Plugin, PluginOption } from 'vite';

type Options = { plugins: () => PluginOption[]; target: string; cssTarget: string[] };

/** Is this a page of the people of FWS? */
const isAdminPage = (url: string): boolean => /^\/admin(?:$|[/?](?!.*\.\w+(?:$|\?)))/.test(url);

/**
 * The admin area is an application of its own, built apart into `dist/admin`, so that nothing of it is in what the
 * public downloads. In development the same server answers with its page.
 */
export function admin({ plugins, target, cssTarget }: Options): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'fws-admin',
    configResolved(config) {
      ({ root } = config);
      outDir = resolve(root, config.build.outDir, 'admin');
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (isAdminPage(request.url ?? '')) request.url = '/admin.html';
        next();
      });
    },
    closeBundle: {
      sequential: true,
      async handler() {
        await build({
          root,
          base: '/admin/',
          configFile: false,
          customLogger: createLogger('warn'),
          plugins: plugins(),
          publicDir: false,
          build: {
            outDir,
            emptyOutDir: true,
            target,
            cssTarget,
            modulePreload: { polyfill: false },
            assetsInlineLimit: 2048,
            license: { fileName: 'third-party-notices.md' },
            rolldownOptions: { input: join(root, 'admin.html') },
          },
        });
      },
    },
  };
}
