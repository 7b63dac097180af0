import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { messages } from './web/plugins/messages.ts';

const TESTS = '{contract,server,web,sandbox,scripts,bench,prove}/**/*.test.{ts,tsx}';
/** Except one that mocks a module, which must happen before anything loads it. */
const WIRE_TESTS = '**/!(password).wire.test.ts';
/** Records which calls and fields the wire tests assert (CONTRIBUTING.md). */
const RECORDER = 'server/test/coverage/setup.ts';
const EXCLUDED = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  plugins: [messages(['web/locales', 'contract/locales'])],
  test: {
    globalSetup: 'scripts/testing/database.ts',
    pool: 'forks',
    // One more than there are cores, because many wait for the database or for each other.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'wire',
          include: [WIRE_TESTS],
          exclude: EXCLUDED,
          setupFiles: RECORDER,
          // Each file starts its own product on its own database, so all of them can share the loaded code.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'wire, alone',
          include: ['**/password.wire.test.ts'],
          exclude: EXCLUDED,
          setupFiles: RECORDER,
        },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: [TESTS],
          exclude: [...EXCLUDED, '**/*.wire.test.ts'],
        },
      },
    ],
  },
});
