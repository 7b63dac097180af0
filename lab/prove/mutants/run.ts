import { readFile } from 'node:fs/promises';
import { EQUIVALENT_MUTANTS, type EquivalentMutant } from './equivalent-mutants.ts';
import { listMutants, type Mutant } from './mutate.ts';
import { runWithTesters, type Tester } from './pool.ts';
import type { Target } from './targets.ts';

type Verdict = 'killed' | 'survived' | 'timed out' | 'argued';

interface MutantOptions {
  atOnce: number;
  seed: number;
  signal: AbortSignal;
  /** Called with each verdict. */
  onVerdict: (verdict: Verdict, mutant: Mutant) => void;
}

interface Outcome {
  mutants: number;
  killed: number;
  timedOut: number;
  argued: number;
  survived: number;
  violations: string[];
}

/** Mutants of a file per run. When a run hangs, each of its mutants is tried alone. */
const AT_ONCE = 25;
const RUN_TIMEOUT_MS = 120_000;
/** For a single mutant, on a busy machine. */
const TIMEOUT_MS = 40_000;

/** Makes every small change in each file and runs its tests. A survivor not listed as equivalent is a violation. */
export async function runMutants(targets: readonly Target[], options: MutantOptions): Promise<Outcome> {
  const work = (await Promise.all(targets.map(createBatches))).flat();
  const outcome: Outcome = { mutants: 0, killed: 0, timedOut: 0, argued: 0, survived: 0, violations: [] };
  const files = new Set(targets.map(({ file }) => file));
  const unmatched = new Set(EQUIVALENT_MUTANTS.filter(({ file }) => files.has(file)));

  const count = (verdict: Verdict, mutant: Mutant) => {
    const argued =
      verdict === 'survived' ? [...unmatched].find((candidate) => isSame(candidate, mutant)) : undefined;
    if (argued) unmatched.delete(argued);
    const finalVerdict = argued ? 'argued' : verdict;
    outcome.mutants++;
    outcome[finalVerdict === 'timed out' ? 'timedOut' : finalVerdict]++;
    options.onVerdict(finalVerdict, mutant);
  };

  await runWithTesters(work, options, async (tester, batch) => {
    for (const [mutant, verdict] of await judgeBatch(tester, batch)) count(verdict, mutant);
  });

  if (outcome.survived > 0) outcome.violations.push(`${outcome.survived} survived: see above`);
  for (const { file, code, change } of unmatched)
    outcome.violations.push(`listed as equivalent, but killed or missing: ${file}  ${change}  in  ${code}`);
  return outcome;
}

export const formatMutant = ({ file, line, change, code }: Mutant): string =>
  `${file}:${line}  ${change}  in  ${code}`;

interface Batch {
  target: Target;
  source: string;
  mutants: readonly Mutant[];
}

async function createBatches(target: Target): Promise<Batch[]> {
  const source = await readFile(target.file, 'utf8');
  const mutants = listMutants(target.file, source, target.only);
  const starts = [...mutants.keys()].filter((at) => at % AT_ONCE === 0);
  return starts.map((at) => ({ target, source, mutants: mutants.slice(at, at + AT_ONCE) }));
}

async function judgeBatch(tester: Tester, { target, source, mutants }: Batch): Promise<[Mutant, Verdict][]> {
  const { file, tests } = target;
  // The unchanged file goes first: tests that fail anyway would kill every mutant.
  const sources = [source, ...mutants.map((mutant) => mutant.source)];
  const noticed = await tester.run({ file, tests, sources }, RUN_TIMEOUT_MS);
  if (noticed) {
    const [original, ...each] = noticed;
    if (original !== false) throw new Error(`the tests of ${file} fail without any change`);
    return mutants.map((mutant, at) => [mutant, each[at] === true ? 'killed' : 'survived']);
  }
  const verdicts: [Mutant, Verdict][] = [];
  for (const mutant of mutants) {
    const result = await tester.run({ file, tests, sources: [mutant.source] }, TIMEOUT_MS);
    verdicts.push([mutant, result === null ? 'timed out' : result[0] === true ? 'killed' : 'survived']);
  }
  return verdicts;
}

const isSame = (entry: EquivalentMutant, mutant: Mutant): boolean =>
  entry.file === mutant.file && entry.code === mutant.code && entry.change === mutant.change;
