import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const RUN = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));

/** Forks a TypeScript file as a process that can send messages. A bundled file starts within a second. */
export const forkProgram = (
  file: string,
  args: readonly string[] = [],
  options: ForkOptions = {},
): ChildProcess => fork(RUN, [file, ...args], options);
