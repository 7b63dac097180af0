import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const RUN = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));

/** A TypeScript file as a process of its own, which can send messages; one that is bundled starts in a second. */
export const forkProgram = (
  file: string,
  args: readonly string[] = [],
  options: ForkOptions = {},
): ChildProcess => fork(RUN, [file, ...args], options);
