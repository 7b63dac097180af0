import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { createVitest } from 'vitest/node';
import { messages } from '../../../web/plugins/messages.ts';

/** A request to run the tests of a file with each of these sources in its place. */
export interface Trial {
  file: string;
  tests: readonly string[];
  sources: readonly string[];
}

/** Which of the sources made a test fail. */
export type TrialResult = { noticed: boolean[] } | { error: string };

const root = process.cwd();
const DRIVER = join(import.meta.dirname, 'trials.ts');
const TEST_TIMEOUT_MS = 120_000;

let trial: Trial = { file: '', tests: [], sources: [] };

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    // A thread ends with its process, even when its mutant loops forever.
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    testTimeout: TEST_TIMEOUT_MS,
    include: ['lab/prove/mutants/trials.ts'],
    setupFiles: [join(import.meta.dirname, 'setup.ts')],
    reporters: [{}],
  },
  {
    logLevel: 'silent',
    plugins: [
      messages(['web/locales', 'contract/locales']),
      { name: 'mutants', enforce: 'pre', load: (id) => loadMutated(id) },
    ],
  },
);

/** Replaces the file with a module that exports the current mutant. */
function loadMutated(id: string): string | undefined {
  const path = join(root, trial.file);
  if (id === path) {
    const from = `import(/* @vite-ignore */ ${JSON.stringify(`${path}?mutant=`)} + globalThis.mutant)`;
    return `export const { ${listExports(trial).join(', ')} } = await ${from};`;
  }
  const [file, mutant] = id.split('?mutant=');
  return file === path && mutant !== undefined ? trial.sources[Number(mutant)] : undefined;
}

const listExports = ({ file, sources: [source = ''] }: Trial): string[] =>
  parseSync(file, source)
    .module.staticExports.flatMap(({ entries }) => entries)
    .filter(({ isType }) => !isType)
    .flatMap(({ exportName }) => exportName.name ?? []);

async function runTrial(nextTrial: Trial): Promise<boolean[]> {
  const { file, tests, sources } = nextTrial;
  // Reload the previous file, which is unchanged again, and the new one, which is replaced now.
  for (const staleTrial of [trial, nextTrial]) vitest.invalidateFile(join(root, staleTrial.file));
  trial = nextTrial;
  const mutants = sources.map((_, mutant) => mutant);
  vitest.provide('trial', { tests: tests.map((test) => join(root, test)), mutants });
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications([DRIVER]));
  const suites = [...(testModules[0]?.children.suites() ?? [])];
  return mutants.map((mutant) => {
    const suite = suites.find(({ name }) => name === String(mutant));
    const state = suite?.state();
    const hasTests = suite && [...suite.children.allTests()].length > 0;
    if (!hasTests || (state !== 'passed' && state !== 'failed'))
      throw new Error(`the tests of ${file} did not run: ${state ?? 'nothing'}`);
    return state === 'failed';
  });
}

process.on('message', (nextTrial: Trial) => {
  runTrial(nextTrial).then(
    (noticed) => process.send?.({ noticed } satisfies TrialResult),
    (error: unknown) => process.send?.({ error: String(error) } satisfies TrialResult),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
