import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { messages } from './web/plugins/messages.ts';

const TESTS = '{contract,server,web,sandbox,scripts,lab}/**/*.test.{ts,tsx}';
const WIRE_TESTS = '**/*.wire.test.ts';
/** These replace a module, or set what a module reads, before anything loads it, or compare what a process counts. */
const ALONE = ['**/passwords.test.ts', '**/coverage.test.ts', '**/outbox/send.test.ts'];
const WIRE_ALONE = ['**/password.wire.test.ts', '**/observability.wire.test.ts'];
/** These take longest, most of them by waiting. The longest first. */
const SLOW = [
  'scripts/commands',
  'lab/prove/storm',
  'lab/prove/outage',
  'lab/prove/model',
  'lab/prove/races',
  'lab/prove/network',
  'lab/prove/offline',
  'scripts/new-domain/create',
  'server/test/processes/crash',
  'server/test/load/rolling-restart.wire',
  'server/test/providers/silent-providers.wire',
];

/** Starts the slow files of each project first, in the order above, so that no worker runs them alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const findPlace = ({ moduleId }: TestSpecification) => {
      const place = SLOW.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place === -1 ? SLOW.length : place;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- it is Vitest's own
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (a, b) => a.project.name.localeCompare(b.project.name) || findPlace(a) - findPlace(b),
    );
  }
}

/** Records which calls and fields the wire tests assert (CONTRIBUTING.md). */
const RECORDER = 'server/test/coverage/setup.ts';
const EXCLUDED = ['**/node_modules/**', '**/dist/**'];

/** Projects run in the order of their names. */
const defineProject = (
  name: string,
  {
    include,
    exclude = [],
    ...rest
  }: { include: string[]; exclude?: string[]; setupFiles?: string; isolate: boolean },
) => ({ extends: true as const, test: { name, include, exclude: [...EXCLUDED, ...exclude], ...rest } });

export default defineConfig({
  plugins: [messages(['web/locales', 'contract/locales'])],
  test: {
    globalSetup: 'scripts/testing/database.ts',
    pool: 'forks',
    sequence: { sequencer: SlowFirst },
    // Two more than there are cores, because many wait for the database or for each other.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Without isolation, files share the loaded code. Each starts its own product on its own database.
    projects: [
      defineProject('alone', { include: ALONE, isolate: true }),
      defineProject('alone, wire', { include: WIRE_ALONE, isolate: true, setupFiles: RECORDER }),
      defineProject('rest', {
        include: [TESTS],
        exclude: [...ALONE, WIRE_TESTS],
        isolate: false,
      }),
      defineProject('wire', {
        include: [WIRE_TESTS],
        exclude: WIRE_ALONE,
        isolate: false,
        setupFiles: RECORDER,
      }),
    ],
  },
});
