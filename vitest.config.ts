import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { messages } from './web/plugins/messages.ts';

export default defineConfig({
  plugins: [messages(['web/locales', 'contract/locales'])],
  test: {
    include: ['{contract,server,web,sandbox,scripts,bench,prove}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: 'scripts/testing/database.ts',
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
