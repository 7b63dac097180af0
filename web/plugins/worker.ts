import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, createLogger } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import type { Precache } from '../src/worker/precache.ts';

type Options = { target: string };
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } };

const ENTRY = /\/web\/src\/app\/main\.tsx$/;
/** What any screen needs to open, besides the start of the app. */
const SHELL_MODULES = [
  /virtual:messages\/\w+\/(?:start|offline)$/,
  /virtual:messages\/further$/,
  /\/web\/src\/app\/(?:FurtherScreens|background\/index)\.tsx$/,
];
/** Of no use to the public app, or to few. */
const NOT_KEPT = /\/(?:DesignPage|backoffice)-/;
/** The fonts of one script, of which a device needs at most one. */
const LATER = /devanagari.*\.woff2$/;
const PUBLIC_FILES = ['/icon.svg', '/icons/app-192.png', '/icons/badge-96.png'];

/** Writes dist/sw.js: src/worker/main.ts with the list of the files that it keeps. */
export function worker({ target }: Options): Plugin {
  let root = '';
  let dist = '';
  let lists: Omit<Precache, 'build'> | undefined;
  return {
    name: 'fws-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      dist = resolve(root, config.build.outDir);
    },
    writeBundle(_options, bundle) {
      lists = listFiles(bundle);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        if (!lists) throw new Error('the worker needs the files of the app');
        const source = await readFile(join(root, 'src/worker/main.ts'), 'utf8');
        const hash = createHash('sha256').update(JSON.stringify(lists)).update(source);
        const precache: Precache = { build: hash.digest('base64url').slice(0, 12), ...lists };
        await build({
          root,
          configFile: false,
          customLogger: createLogger('warn'),
          publicDir: false,
          define: { PRECACHE: JSON.stringify(precache) },
          build: {
            outDir: dist,
            emptyOutDir: false,
            target,
            modulePreload: false,
            rolldownOptions: {
              input: join(root, 'src/worker/main.ts'),
              output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
            },
          },
        });
        // For the benchmark of sizes.
        await writeFile(resolve(dist, '..', 'dist-server', 'precache.json'), JSON.stringify(precache));
      },
    },
  };
}

function listFiles(bundle: Rolldown.OutputBundle): Omit<Precache, 'build'> {
  const outputs = Object.values(bundle);
  const chunks = outputs.filter((part): part is Chunk => part.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const shell = new Set<string>();
  const visit = (chunk: Chunk | undefined): void => {
    if (!chunk || shell.has(`/${chunk.fileName}`)) return;
    shell.add(`/${chunk.fileName}`);
    for (const css of chunk.viteMetadata?.importedCss ?? []) shell.add(`/${css}`);
    for (const name of chunk.imports) visit(byName.get(name));
  };
  for (const pattern of [ENTRY, ...SHELL_MODULES]) {
    const found = chunks.filter(({ moduleIds }) => moduleIds.some((id) => pattern.test(id)));
    if (found.length === 0) throw new Error(`the build has no chunk for ${pattern.source}`);
    found.forEach(visit);
  }
  const files = outputs.map(({ fileName }) => `/${fileName}`).filter((file) => file.startsWith('/assets/'));
  for (const file of files) if (/\.(?:svg|woff2)$/.test(file) && !LATER.test(file)) shell.add(file);
  for (const file of PUBLIC_FILES) shell.add(file);
  return {
    shell: [...shell],
    rest: files.filter((file) => /\.(?:js|css)$/.test(file) && !shell.has(file) && !NOT_KEPT.test(file)),
    later: files.filter((file) => LATER.test(file)),
  };
}
