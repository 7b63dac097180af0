import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPlaywright, readVitest } from './report.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'fws-report-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('names each failed test and each test file that cannot be loaded', () => {
  const passed = { status: 'passed', fullName: 'adds', failureMessages: [] };
  const failed = {
    status: 'failed',
    fullName: 'subtracts',
    failureMessages: ['expected 1 to be 2\n  at a.ts'],
  };
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
    { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ];
  expect(readVitest(report({ numPassedTests: 1, testResults }))).toEqual({
    passed: 1,
    failures: ['a.test.ts: subtracts: expected 1 to be 2', 'b.test.ts: is not loaded: no such module'],
  });
});

test('names failed and flaky browser tests, and errors outside of tests', () => {
  const specs = ['expected', 'unexpected', 'flaky'].map((status, index) => ({
    title: status,
    line: index + 1,
    tests: [{ status, results: [{ error: { message: 'a timeout\nlog' } }, {}] }],
  }));
  const nested = { title: 'group', file: 'b.spec.ts', specs: specs.slice(1, 2) };
  const suites = [{ title: 'a', file: 'a.spec.ts', specs, suites: [nested] }];
  const file = report({ stats: { expected: 1 }, suites, errors: [{ message: 'no browser' }] });
  expect(readPlaywright(file)).toEqual({
    passed: 1,
    failures: [
      'a.spec.ts:2: unexpected: a timeout',
      'a.spec.ts:3: flaky: a timeout',
      'b.spec.ts:2: unexpected: a timeout',
      'outside of the tests: error: no browser',
    ],
  });
});
