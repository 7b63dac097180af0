import { join } from 'node:path';
import { createVitest, type TestSpecification } from 'vitest/node';
import { messages } from '../../web/plugins/messages.ts';

/** Asked for: that the tests of a file are run as if the file read like this. */
export interface Trial {
  file: string;
  tests: readonly string[];
  source: string;
}

/** Do the tests notice? */
export type Noticed = { noticed: boolean } | { error: string };

const root = process.cwd();
let trial: Trial = { file: '', tests: [], source: '' };

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    // A thread ends with its process, even one whose mutant never does.
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    include: ['{contract,server,web}/**/*.test.ts'],
    setupFiles: [join(import.meta.dirname, 'setup.ts')],
    reporters: [{}],
  },
  {
    logLevel: 'silent',
    plugins: [
      messages(['web/locales', 'contract/locales']),
      {
        name: 'mutant',
        enforce: 'pre',
        load: (id) => (id === join(root, trial.file) ? trial.source : undefined),
      },
    ],
  },
);

async function attempt(asked: Trial): Promise<boolean> {
  // The file before is itself again.
  for (const { file } of [trial, asked]) vitest.invalidateFile(join(root, file));
  trial = asked;
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(await specsOf(asked.tests));
  // Those of earlier trials are still among them.
  const states = asked.tests.map((test) =>
    testModules.find(({ moduleId }) => moduleId === join(root, test))?.state(),
  );
  const hasEnded = states.every((state) => state === 'passed' || state === 'failed');
  if (!hasEnded) throw new Error(`not all of ${asked.tests.join(', ')} ran: ${states.join(', ')}`);
  return unhandledErrors.length > 0 || states.includes('failed');
}

const specs = new Map<string, TestSpecification>();
async function specsOf(tests: readonly string[]): Promise<TestSpecification[]> {
  if (specs.size === 0)
    for (const spec of await vitest.globTestSpecifications()) specs.set(spec.moduleId, spec);
  return tests.flatMap((test) => specs.get(join(root, test)) ?? []);
}

process.on('message', (asked: Trial) => {
  attempt(asked).then(
    (noticed) => process.send?.({ noticed } satisfies Noticed),
    (error: unknown) => process.send?.({ error: String(error) } satisfies Noticed),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
