import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { messages } from './web/plugins/messages.ts';

const TESTS = '{contract,server,web,sandbox,scripts,bench,prove}/**/*.test.{ts,tsx}';
/** But for one that exchanges a module, which must happen before anybody has read it. */
const OVER_THE_WIRE = '**/!(password).wire.test.ts';
const NOT_OURS = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  plugins: [messages(['web/locales', 'contract/locales'])],
  test: {
    globalSetup: 'scripts/testing/database.ts',
    pool: 'forks',
    // One more than there are cores: many wait for the database or for each other.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'wire',
          include: [OVER_THE_WIRE],
          exclude: NOT_OURS,
          // Each starts a product of its own on a database of its own; reading the code once serves them all.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: [TESTS],
          exclude: [...NOT_OURS, OVER_THE_WIRE],
        },
      },
    ],
  },
});
