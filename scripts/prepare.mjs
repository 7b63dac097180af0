// Plain JavaScript without dependencies: it runs on a fresh clone, before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCKFILE = join(ROOT, 'package-lock.json');
const NPM_RECORD = join(ROOT, 'node_modules', '.package-lock.json');
const STAMP = join(ROOT, 'node_modules', '.fws-lock');

const isProduction = process.env.NODE_ENV === 'production';

/** Checks Node and installs what is missing (in production it only reports it). */
export async function prepare() {
  checkNode();
  process.chdir(ROOT);
  await installDependencies();
}

/** Lets this process import TypeScript. */
export async function importTypeScript() {
  const { register } = await import('tsx/esm/api');
  register();
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`FWS needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

async function installDependencies() {
  const lockfile = readFileSync(LOCKFILE, 'utf8');
  const hash = createHash('sha256').update(lockfile).digest('hex');
  if (isInstalled(lockfile, hash)) return;
  if (isProduction) {
    console.error('Dependencies are missing or differ from package-lock.json: run npm ci first.');
    process.exit(1);
  }
  console.log('Installing dependencies (npm ci); the first time this takes a minute or two …');
  if ((await runNpmCi()) !== 0) {
    console.error('npm ci failed: see its message above.');
    process.exit(1);
  }
  writeFileSync(STAMP, hash);
}

/** Also true after a manual `npm ci`, which leaves npm's own record of what it installed but no stamp. */
function isInstalled(lockfile, hash) {
  if (!existsSync(NPM_RECORD)) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return true;
  const installed = JSON.parse(readFileSync(NPM_RECORD, 'utf8')).packages;
  return Object.entries(JSON.parse(lockfile).packages).every(
    ([path, { version, optional, devOptional, dev }]) => {
      const mayBeMissing = optional || devOptional || (isProduction && dev);
      return path === '' || (path in installed ? installed[path].version === version : mayBeMissing);
    },
  );
}

async function runNpmCi() {
  // Vite and the test tools are development dependencies, needed regardless of NODE_ENV.
  const args = ['ci', '--include=dev', '--loglevel=error'];
  const child = spawn('npm', args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
  const stop = () => child.kill();
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && stop(), 250); // the npm that started us has ended
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = await once(child, 'exit');
  process.off('SIGINT', stop).off('SIGTERM', stop);
  clearInterval(watch);
  return code;
}
