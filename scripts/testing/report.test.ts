import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countPlaywright, countVitest } from './report.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'fws-report-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('counts a test file that cannot be loaded as a failure', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{}, {}] },
    { status: 'failed', assertionResults: [{}] },
    { status: 'failed', assertionResults: [] },
  ];
  const file = report({ numPassedTests: 2, numFailedTests: 1, testResults });
  expect(countVitest(file)).toEqual({ passed: 2, failed: 2 });
});

test('counts flaky browser tests and errors outside of tests as failures', () => {
  const file = report({ stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [{}] });
  expect(countPlaywright(file)).toEqual({ passed: 5, failed: 3 });
});
