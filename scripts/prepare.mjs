// Plain JavaScript without dependencies: it runs on a fresh clone, before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCKFILE = join(ROOT, 'package-lock.json');
const NPM_RECORD = join(ROOT, 'node_modules', '.package-lock.json');
const STAMP = join(ROOT, 'node_modules', '.fws-lock');

/** Checks Node, installs what is missing, and lets this process import TypeScript. */
export async function prepare() {
  checkNode();
  process.chdir(ROOT);
  installDependencies();
  const { register } = await import('tsx/esm/api');
  register();
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`FWS needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

function installDependencies() {
  const wanted = createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');
  if (isInstalled(wanted)) return;
  console.log('Installing dependencies (npm ci); the first time this takes a minute or two …');
  // Vite and the test tools are development dependencies, needed whatever NODE_ENV says.
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('npm ci failed: see its message above.');
    process.exit(1);
  }
  writeFileSync(STAMP, wanted);
}

/** npm's own record is newer than the lockfile after an `npm ci` or `npm install` by hand. */
function isInstalled(wanted) {
  if (!existsSync(NPM_RECORD)) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return true;
  return statSync(NPM_RECORD).mtimeMs >= statSync(LOCKFILE).mtimeMs;
}
