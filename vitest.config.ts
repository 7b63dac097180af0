import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { messages } from './web/plugins/messages.ts';

const TESTS = '{contract,server,web,sandbox,scripts,bench,prove}/**/*.test.{ts,tsx}';
const WIRE_TESTS = '**/*.wire.test.ts';
/** These replace a module, or set what a module reads, before anything loads it. */
const ALONE = ['**/passwords.test.ts', '**/coverage.test.ts'];
const WIRE_ALONE = ['**/password.wire.test.ts'];
/** These take longest, most of them by waiting. They start first, so that no worker runs them alone at the end. */
const SLOW = [
  'prove/{model,outage,races,storm}.test.ts',
  'scripts/commands.test.ts',
  'server/test/processes/crash.test.ts',
];
const WIRE_SLOW = ['**/{rolling-restart,silent-providers}.wire.test.ts'];
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
    // One more than there are cores, because many wait for the database or for each other.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Without isolation, files share the loaded code. Each starts its own product on its own database.
    projects: [
      defineProject('alone', { include: ALONE, isolate: true }),
      defineProject('alone, wire', { include: WIRE_ALONE, isolate: true, setupFiles: RECORDER }),
      defineProject('first', { include: SLOW, isolate: false }),
      defineProject('first, wire', { include: WIRE_SLOW, isolate: false, setupFiles: RECORDER }),
      defineProject('rest', {
        include: [TESTS],
        exclude: [...ALONE, ...SLOW, WIRE_TESTS],
        isolate: false,
      }),
      defineProject('wire', {
        include: [WIRE_TESTS],
        exclude: [...WIRE_ALONE, ...WIRE_SLOW],
        isolate: false,
        setupFiles: RECORDER,
      }),
    ],
  },
});
