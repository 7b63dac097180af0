import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import type { Readable } from 'node:stream';

/** Programs installed on this machine, for proofs that run the shipped configuration with the real programs. */

/** Debian installs servers in sbin, which is not on every user's path. */
const PATH = [process.env['PATH'] ?? '', '/usr/sbin', '/usr/local/sbin', '/sbin'].join(delimiter);
const ENDS_WITHIN_MS = 5_000;

/** Path of the program; null when it is not installed. */
export function findProgram(name: string): string | null {
  const env = { ...process.env, PATH };
  const result = spawnSync('sh', ['-c', 'command -v "$1"', 'sh', name], { env, encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** The version that the program prints, such as `1.18.0`. */
export function readVersion(program: string, versionArgument = '--version'): string {
  const { stdout } = spawnSync(program, [versionArgument], { encoding: 'utf8' });
  const [version] = /\d+(\.\d+)*/.exec(stdout ?? '') ?? [];
  if (version === undefined) throw new Error(`${program} ${versionArgument} says no version`);
  return version;
}

/** Runs a program that must not outlive this process. Its errors can be read from `stderr`. */
export function startChild(
  program: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'stdio'> = {},
): ChildProcess & { stderr: Readable } {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => void child.kill('SIGTERM');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

/** Sends SIGTERM, and kills the program when it does not end. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  await ended;
  clearTimeout(late);
}

/** Each text must be in the sample already, so that the shipped configuration is what is tested. */
export function replaceInSample(
  sample: string,
  pairs: readonly (readonly [from: string | RegExp, to: string])[],
): string {
  let text = sample;
  for (const [from, to] of pairs) {
    const isThere = typeof from === 'string' ? text.includes(from) : text.search(from) >= 0;
    if (!isThere) throw new Error(`the sample has no ${String(from)}`);
    text = text.replaceAll(from, () => to);
  }
  return text;
}

/** The same for lines of `name = value` or `name=value`. */
export function setInSample(sample: string, values: Readonly<Record<string, string | number>>): string {
  let text = sample;
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^(${name} ?= ?).*$`, 'm');
    if (!line.test(text)) throw new Error(`the sample sets no ${name}`);
    text = text.replace(line, (_, start: string) => `${start}${value}`);
  }
  return text;
}
