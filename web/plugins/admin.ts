import { join, resolve } from 'node:path';
import { build, createLogger } from 'vite';
import type { Plugin, PluginOption } from 'vite';

type Options = { plugins: () => PluginOption[]; target: string; cssTarget: string[] };

/** Whether the URL is a page of the admin area. */
const isAdminPage = (url: string): boolean => /^\/admin(?:$|[/?](?!.*\.\w+(?:$|\?)))/.test(url);

/**
 * The admin area is a separate application, built into `dist/admin`, so that the public downloads none of it. In
 * development the same server sends its page.
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
