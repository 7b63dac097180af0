import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { UserError } from '../user-error.ts';

/** The headless shell draws no browser windows, so the tests take a sixth less processor time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const FIXED_PLACES = [
  '/usr/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Tries the packages in this order until one can be installed. */
const INSTALLERS: { program: string; refresh?: string[]; install: string[]; packages: string[] }[] = [
  {
    program: 'apt-get',
    refresh: ['update'],
    install: ['install', '-y', '--no-install-recommends'],
    packages: ['chromium-headless-shell', 'chromium'],
  },
  { program: 'dnf', install: ['install', '-y'], packages: ['chromium'] },
  { program: 'apk', install: ['add'], packages: ['chromium'] },
];

/** Finds a browser that runs on this machine, or installs one by the package manager. */
export function provideChromium(env: NodeJS.ProcessEnv): string {
  const set = env['FWS_CHROMIUM'];
  if (set) {
    if (canRun(set)) return set;
    throw new UserError(`FWS_CHROMIUM is "${set}", which does not run.`);
  }
  const browser = findChromium(env) ?? installChromium(env);
  if (browser !== undefined) return browser;
  throw new UserError(
    'The browser tests need Chromium: install it (for example "sudo apt-get install chromium") or set FWS_CHROMIUM to its path.',
  );
}

export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...FIXED_PLACES, chromium.executablePath()].find(canRun);
}

function installChromium(env: NodeJS.ProcessEnv): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const installer = INSTALLERS.find(({ program }) => !spawnSync(program, ['--version']).error);
  if (installer === undefined) return undefined;
  const { program, refresh, install, packages } = installer;
  console.log(`Installing Chromium with ${program} …`);
  const run = (args: string[]) =>
    spawnSync(program, args, {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0;
  if (refresh && !run(refresh)) return undefined;
  packages.some((name) => run([...install, name]));
  return findChromium(env);
}

/** Some systems have a `chromium` that only explains how to install it. */
function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
