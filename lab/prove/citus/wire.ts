import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '../../../server/test/database.ts';
import type { Verdict } from '../support/program.ts';

/** Files of wire tests that cannot hold on several nodes, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'server/src/domains/admin/lists.wire.test.ts': 'reads plans of statements on one node',
  'server/src/domains/admin/plans.wire.test.ts': 'reads plans of statements on one node',
  'server/src/domains/admin/records/history.wire.test.ts': 'observes states by triggers of its own',
  'server/src/domains/admin/records/plans.wire.test.ts': 'reads plans of statements on one node',
  'server/src/domains/escrow/receipts/plans.wire.test.ts': 'reads plans of statements on one node',
  'server/src/domains/jobs/plans.wire.test.ts': 'reads plans of statements on one node',
  'server/src/domains/search/alerts/alert-plans.wire.test.ts': 'reads plans of statements on one node',
  'server/src/domains/search/plans.wire.test.ts': 'reads plans of statements on one node',
};
/** Single tests of other files, likewise. */
const TESTS_NOT_HERE = [
  'looks at few people, by an index, whatever the words',
  // Of the two databases that it compares, one is distributed.
  'the schema is the same whether the contract migrations are applied in turn or later',
];

/** Further tests, of what the database does itself. */
const MORE_TESTS = ['server/src/domains/ledger'];

interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { title: string; status: string; failureMessages: string[] }[];
  }[];
}

const listFiles = (): string[] => [
  ...MORE_TESTS,
  ...readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((name) => `server/${name}`)
    .filter((name) => name.endsWith('.wire.test.ts') && !(name in NOT_HERE)),
];

/** Runs the wire tests on the cluster. */
export async function proveWire(folder: string): Promise<Verdict> {
  // Distributed once, before tests wait for it.
  await (await createTestDatabase()).close();
  const output = join(folder, 'wire.json');
  const args = ['run', '--reporter', 'json', '--outputFile', output, ...listFiles()];
  const tests = spawn('npx', ['vitest', ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  await once(tests, 'exit');
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  const results = testResults.flatMap(({ name, assertionResults, message }) =>
    assertionResults.length === 0
      ? [{ name, title: message.slice(0, 200), status: 'failed' }]
      : assertionResults
          .filter(({ title }) => !TESTS_NOT_HERE.includes(title))
          .map(({ title, status, failureMessages: [reason = ''] }) => ({
            name,
            title: `${title}: ${(reason || message).slice(0, 300)}`,
            status,
          })),
  );
  const failed = results.filter(({ status }) => status !== 'passed');
  return {
    figures: {
      'wire tests: files': testResults.length,
      'wire tests: passed': results.length - failed.length,
      'wire tests: failed': failed.length,
      'wire tests: not for several nodes': `${Object.keys(NOT_HERE).length} files, ${TESTS_NOT_HERE.length} tests`,
    },
    violations: failed.map(({ name, title }) => `${name}: ${title}`),
  };
}
