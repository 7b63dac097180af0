import { readFile } from 'node:fs/promises';
import { ARGUED, type Argued } from './argued.ts';
import { mutantsOf, type Mutant } from './mutate.ts';
import { withTesters, type Verdict } from './pool.ts';
import type { Target } from './targets.ts';

/** Long enough for a busy machine: one that takes longer is tried once more before it counts as hung. */
const TIMEOUT_MS = 30_000;

interface Asked {
  atOnce: number;
  seed: number;
  signal: AbortSignal;
  /** Each verdict as it comes; what was argued is told as such. */
  tell: (verdict: Verdict | 'argued', mutant: Mutant) => void;
}

export interface Outcome {
  mutants: number;
  killed: number;
  timedOut: number;
  argued: number;
  survived: number;
  violations: string[];
}

/** Changes each file in every small way and runs its tests; whoever survives and is not argued is a violation. */
export async function runMutants(targets: readonly Target[], asked: Asked): Promise<Outcome> {
  const trials = (await Promise.all(targets.map(trialsOf))).flat();
  // First each file as it is: tests that fail anyway would kill everything.
  const work = trials.toSorted((one, other) => Number(one.mutant !== null) - Number(other.mutant !== null));
  const outcome: Outcome = { mutants: 0, killed: 0, timedOut: 0, argued: 0, survived: 0, violations: [] };
  const files = new Set(targets.map(({ file }) => file));
  const unmet = new Set(ARGUED.filter(({ file }) => files.has(file)));

  const count = (verdict: Verdict, mutant: Mutant) => {
    outcome.mutants++;
    const argued = [...unmet].find((one) => isSame(one, mutant));
    if (argued && verdict === 'survived') {
      unmet.delete(argued);
      outcome.argued++;
      asked.tell('argued', mutant);
      return;
    }
    if (verdict === 'killed') outcome.killed++;
    if (verdict === 'timed out') outcome.timedOut++;
    if (verdict === 'survived') outcome.survived++;
    asked.tell(verdict, mutant);
  };

  await withTesters(work, asked, async (tester, { target, mutant, source }) => {
    const trial = { file: target.file, tests: target.tests };
    if (!mutant) {
      const verdict = await tester.run({ ...trial, source }, 2 * TIMEOUT_MS);
      if (verdict !== 'survived') throw new Error(`the tests of ${target.file} fail without any change`);
      return;
    }
    const run = () => tester.run({ ...trial, source: mutant.source }, TIMEOUT_MS);
    const first = await run();
    count(first === 'timed out' ? await run() : first, mutant);
  });

  if (outcome.survived > 0) outcome.violations.push(`${outcome.survived} survived: see above`);
  for (const { file, code, change } of unmet)
    outcome.violations.push(`argued, but killed or not there: ${file}  ${change}  in  ${code}`);
  return outcome;
}

export const told = ({ file, line, change, code }: Mutant): string =>
  `${file}:${line}  ${change}  in  ${code}`;

async function trialsOf(target: Target) {
  const source = await readFile(target.file, 'utf8');
  const mutants = mutantsOf(target.file, source, target.only);
  return [null, ...mutants].map((mutant) => ({ target, mutant, source }));
}

const isSame = (one: Argued, other: Mutant): boolean =>
  one.file === other.file && one.code === other.code && one.change === other.change;
