// Plain JavaScript without dependencies: in production it runs without the development packages.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkNode, importTypeScript, prepare } from './prepare.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CACHE = join(ROOT, 'node_modules', '.cache', 'fws');
const SOURCES = ['contract/src', 'sandbox/src', 'server/src', 'scripts'];
const KEPT_MS = 7 * 24 * 3600_000;

/** Runs a program of this folder as a bundle: what npm run build made in production, a cached one of the sources else. */
export async function runBundled(name) {
  checkNode();
  process.setSourceMapsEnabled(true);
  const folder = process.env.NODE_ENV === 'production' ? findBuilt(name) : await bundleSources();
  await import(pathToFileURL(join(folder, `${name}.mjs`)).href);
}

function findBuilt(name) {
  const folder = join(ROOT, 'dist');
  if (existsSync(join(folder, `${name}.mjs`))) return folder;
  console.error(`There is no dist/${name}.mjs: run npm run build first.`);
  process.exit(1);
}

async function bundleSources() {
  await prepare();
  const folder = join(CACHE, hashSources());
  if (!existsSync(folder)) {
    await importTypeScript();
    const { bundleForSources } = await import('./bundle.ts');
    await bundleForSources(ROOT, folder);
    removeOld();
  }
  return folder;
}

function hashSources() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const source of SOURCES) {
    for (const name of readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (!/\.(?:ts|mjs|json)$/.test(name) || name.endsWith('.test.ts')) continue;
      const content = readFileSync(join(ROOT, source, name));
      hash.update(`${source}/${name}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex').slice(0, 32);
}

/** A program that runs may still load a part of its bundle. */
function removeOld() {
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name);
    // Another process may have renamed its draft meanwhile.
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - made > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
