import { randomUUID } from 'node:crypto';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as buildBundles, type BuildOptions, type Plugin } from 'esbuild';
import { ASSETS } from '../server/src/platform/assets.ts';
import { PACKAGES_LOADED_ON_FIRST_USE } from '../server/src/packages.ts';
import { collectNotices } from './notices.ts';
import productionPrograms from './production-programs.json' with { type: 'json' };

/** Bundled CommonJS packages load Node's own modules by `require`, which ES modules lack. */
const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);";

/** Builds bundles that need only `node`, with all files that they read beside them: the folder can be moved. */
export async function buildServer(root: string, folder = join(root, 'dist')): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await fillFolder(folder, async (draft) => {
    const files = await bundle(root, {
      entryPoints: productionPrograms.map((name) => `scripts/${name}.ts`),
      outdir: draft,
      external: [...PACKAGES_LOADED_ON_FIRST_USE],
      define: { ASSETS_FOLDER: JSON.stringify('assets') },
    });
    await writeFile(join(draft, 'third-party-notices.md'), await collectNotices(root, files));
    for (const asset of ASSETS)
      await cp(join(root, asset), join(draft, 'assets', asset), { recursive: true });
  });
}

/** Bundles programs (`scripts/web.ts`) that run from the repository, at the same paths below the folder. */
export async function bundlePrograms(
  root: string,
  folder: string,
  programs: readonly string[],
): Promise<void> {
  await fillFolder(folder, async (draft) => {
    await bundle(root, {
      entryPoints: [...programs],
      outbase: root,
      outdir: draft,
      external: [...PACKAGES_LOADED_ON_FIRST_USE, ...findDevelopmentPackages(root)],
      plugins: [keepLocations],
    });
  });
}

/** Leave development packages in node_modules; bundle those that the server has too, so that only one copy exists. */
function findDevelopmentPackages(root: string): string[] {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, Record<string, string>>;
  const shipped = { ...read('server/package.json')['dependencies'], ...read('package.json')['dependencies'] };
  return ['package.json', 'scripts/package.json', 'lab/package.json']
    .flatMap((file) => Object.keys(read(file)['devDependencies'] ?? {}))
    .filter((name) => !(name in shipped));
}

/** Keeps each source file's own location, wherever its bundle is. */
const keepLocations: Plugin = {
  name: 'keep-locations',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const contents = (await readFile(path, 'utf8'))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: 'ts' };
    });
  },
};

/** Returns the files that went into the bundles, relative to the root. */
async function bundle(
  root: string,
  options: BuildOptions & { entryPoints: string[]; outdir: string },
): Promise<string[]> {
  const { metafile } = await buildBundles({
    ...options,
    absWorkingDir: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: REQUIRE },
    logLevel: 'warning',
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

/** The folder appears only when it is complete. When two processes fill it at once, both use the first one. */
async function fillFolder(folder: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${folder}.${randomUUID().slice(0, 8)}`;
  try {
    await fill(draft);
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
