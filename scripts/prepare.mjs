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

/** The workspaces whose packages run the product: half of all, without what checks, tests and measures it. */
const PRODUCT_WORKSPACES = ['contract', 'server', 'web', 'sandbox', 'scripts'];

/**
 * Checks Node and installs what is missing (in production it only reports it).
 * @param {'product' | 'everything'} need which packages the caller needs
 */
export async function prepare(need = 'everything') {
  checkNode();
  process.chdir(ROOT);
  await installDependencies(need);
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

async function installDependencies(need) {
  const lockfile = readFileSync(LOCKFILE, 'utf8');
  const hash = createHash('sha256').update(lockfile).digest('hex');
  if (isInstalled(lockfile, hash, need)) return;
  if (isProduction) {
    console.error('Dependencies are missing or differ from package-lock.json: run npm ci first.');
    process.exit(1);
  }
  const startedAt = performance.now();
  process.stdout.write('Packages (npm ci) … ');
  if ((await runNpmCi(need)) !== 0) {
    console.error('npm ci failed: see its message above.');
    process.exit(1);
  }
  console.log(`ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  writeFileSync(STAMP, `${hash} ${need}`);
}

/** Also true after a manual `npm ci`, which leaves npm's own record of what it installed but no stamp. */
function isInstalled(lockfile, hash, need) {
  if (!existsSync(NPM_RECORD)) return false;
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (stamp === `${hash} everything` || stamp === `${hash} ${need}`) return true;
  const installed = JSON.parse(readFileSync(NPM_RECORD, 'utf8')).packages;
  return Object.entries(JSON.parse(lockfile).packages).every(
    ([path, { version, optional, devOptional, dev }]) => {
      const mayBeMissing = optional || devOptional || (isProduction && dev);
      return path === '' || (path in installed ? installed[path].version === version : mayBeMissing);
    },
  );
}

async function runNpmCi(need) {
  // Vite and the test tools are development dependencies, needed regardless of NODE_ENV.
  const args = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
  if (need === 'product') args.push(...PRODUCT_WORKSPACES.map((name) => `--workspace=${name}`));
  const child = spawn('npm', args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const stop = () => child.kill();
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && stop(), 250); // the npm that started us has ended
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = await once(child, 'exit');
  process.off('SIGINT', stop).off('SIGTERM', stop);
  clearInterval(watch);
  return code;
}
