import { readFileSync } from 'node:fs';

export type Count = { passed: number; failed: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
};

/** A test file that cannot be loaded has no tests to count, and counts as one failure. */
export function countVitest(file: string): Count {
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
  const unloaded = report.testResults.filter((result) => {
    return result.status === 'failed' && result.assertionResults.length === 0;
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}

/** A flaky test has failed once, which is no success. */
export function countPlaywright(file: string): Count {
  const { stats, errors }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
