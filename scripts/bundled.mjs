// Plain JavaScript without dependencies: in production it runs without the development packages.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkNode, importTypeScript, prepare } from './prepare.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CACHE = join(ROOT, 'node_modules', '.cache', 'fws');
const KEPT_MS = 7 * 24 * 3600_000;

/**
 * Groups of programs that share much code; each group is bundled together, and again when one of its sources changes.
 */
const findGroups = () => {
  const production = JSON.parse(readFileSync(join(ROOT, 'scripts', 'production-programs.json'), 'utf8'));
  const product = {
    sources: ['contract/src', 'sandbox/src', 'server/src', 'scripts'],
    programs: ['start', ...production].map((name) => `scripts/${name}.ts`),
  };
  const proofs = {
    sources: [...product.sources, 'server/test', 'lab', 'e2e/support'],
    programs: [
      ...['crash', 'deploy', 'model', 'network', 'outage', 'pooler', 'races', 'restore', 'storm'].map(
        (name) => `lab/prove/${name}.ts`,
      ),
      ...[
        'all',
        'budgets',
        'growth',
        'jobs-list',
        'jobs-list/serve',
        'night',
        'profile',
        'release',
        'search',
        'streams',
      ].map((name) => `lab/bench/${name}.ts`),
      'server/test/processes/server-process.ts',
      'server/test/processes/stuck-worker.ts',
      'e2e/support/world-process.ts',
    ],
  };
  return [product, proofs];
};

/**
 * Runs a program of this folder as a bundle: in production the one that npm run build made, else a cached bundle of the
 * sources.
 */
export async function runBundled(name) {
  checkNode();
  process.setSourceMapsEnabled(true);
  if (process.env.NODE_ENV === 'production') return importFile(findBuilt(name));
  return runFile(join(ROOT, 'scripts', `${name}.ts`));
}

/** Runs a program from the sources: as a bundle, which starts in a fraction of the time, or directly. */
export async function runFile(file) {
  const path = relative(ROOT, resolve(file));
  const [product, proofs] = findGroups();
  const group = [product, proofs].find(({ programs }) => programs.includes(path));
  await prepare(group === product ? 'product' : 'everything');
  if (group !== undefined) {
    process.setSourceMapsEnabled(true);
    return importFile(await findBundle(group, path));
  }
  await importTypeScript();
  return importFile(resolve(file));
}

/** Bundles everything once, before several processes need it at the same time. */
export async function bundleAll() {
  for (const group of findGroups()) await findBundle(group, group.programs[0]);
}

const importFile = (file) => import(pathToFileURL(file).href);

function findBuilt(name) {
  const file = join(ROOT, 'dist', `${name}.mjs`);
  if (existsSync(file)) return file;
  console.error(`There is no dist/${name}.mjs: run npm run build first.`);
  process.exit(1);
}

async function findBundle({ sources, programs }, program) {
  const folder = join(CACHE, hashSources(sources));
  if (!existsSync(folder)) {
    await importTypeScript();
    const { bundlePrograms } = await import('./bundle.ts');
    await bundlePrograms(ROOT, folder, programs);
    removeOld();
  }
  return join(folder, program.replace(/\.ts$/, '.mjs'));
}

function hashSources(sources) {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const source of sources) {
    for (const name of readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (!/\.(?:ts|mjs|json)$/.test(name) || name.endsWith('.test.ts')) continue;
      const content = readFileSync(join(ROOT, source, name));
      hash.update(`${source}/${name}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex').slice(0, 32);
}

/** Keeps recent bundles: a running program may still load a part of its own. */
function removeOld() {
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name);
    // Another process may have renamed its draft meanwhile.
    const modifiedMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - modifiedMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
