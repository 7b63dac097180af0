import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PeerName } from './options.ts';

const CACHE = join(tmpdir(), 'fws-bench-peers');

/** Exact versions, installed from npm outside the repository. */
const PACKAGES: Record<PeerName, Record<string, string>> = {
  vendure: { '@vendure/core': '3.7.3', pg: '8.23.1' },
  medusa: { '@medusajs/medusa': '2.21.2', '@medusajs/framework': '2.21.2', '@medusajs/cli': '2.21.2' },
};

/** Installs a peer unless this version is installed, with our files for it. Returns the folder. */
export async function install(peer: PeerName): Promise<string> {
  const folder = join(CACHE, peer);
  await mkdir(folder, { recursive: true });
  const manifest = JSON.stringify({ name: `fws-bench-${peer}`, private: true, dependencies: PACKAGES[peer] });
  const mark = join(folder, 'installed.json');
  if ((await readFile(mark, 'utf8').catch(() => '')) !== manifest) {
    await writeFile(join(folder, 'package.json'), manifest);
    // Our own `engine-strict` comes with the environment; a package that they need asks for a newer Node without reason.
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false'];
    await run('npm', ['install', ...options], folder, {});
    await writeFile(mark, manifest);
  }
  const sources = fileURLToPath(new URL(peer, import.meta.url));
  for (const name of await readdir(sources)) await copyFile(join(sources, name), join(folder, name));
  return folder;
}

/** Runs a program to its end. What it printed is shown only if it fails. */
export async function run(
  program: string,
  args: readonly string[],
  folder: string,
  env: Record<string, string>,
): Promise<string> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

export interface RunningPeer {
  stop: () => void;
}

/** Starts a server, and waits until `url` answers. */
export async function serve(
  args: readonly string[],
  folder: string,
  env: Record<string, string>,
  url: string,
): Promise<RunningPeer> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = Date.now() + 120_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return { stop: () => void child.kill() };
    if (Date.now() > deadline) throw new Error(`${args.join(' ')} does not answer at ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
