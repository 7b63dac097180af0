import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Verdict } from '../support/program.ts';

/** Runs prove:races on the cluster, `runs` times each pair of actions. It prints its figures itself. */
export async function proveRaces(runs: number, seed: number): Promise<Verdict> {
  const args = ['scripts/run.mjs', 'lab/prove/races.ts', '--runs', String(runs), '--seed', String(seed)];
  const races = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(races, 'exit')) as [number | null];
  return {
    figures: { 'races of each pair': runs },
    violations: code === 0 ? [] : [`prove:races ended with code ${code}`],
  };
}
