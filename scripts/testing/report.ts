import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The number of passed tests, and the failures by file, title and the first line of the reason. */
export type Outcome = { passed: number; failures: string[] };

type VitestReport = {
  numPassedTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[];
};
type Assertion = { status: string; fullName: string; failureMessages: string[] };

type PlaywrightReport = {
  stats: { expected: number };
  suites: Suite[];
  errors: { message?: string }[];
};
type Suite = { title: string; file: string; specs: Spec[]; suites?: Suite[] };
type Spec = { title: string; line: number; tests: { status: string; results: Result[] }[] };
type Result = { error?: { message?: string } };

/** A test file that cannot be loaded has no tests to count, so it counts as one failure. */
export function readVitest(file: string): Outcome {
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status === 'failed' && assertionResults.length === 0)
      return [toLine(relative(process.cwd(), name), 'is not loaded', message)];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => toLine(relative(process.cwd(), name), test.fullName, test.failureMessages[0]));
  });
  return { passed: report.numPassedTests, failures };
}

/** A flaky test failed once, so it counts as a failure. */
export function readPlaywright(file: string): Outcome {
  const { stats, suites, errors }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  const outside = errors.map(({ message }) => toLine('outside of the tests', 'error', message));
  return { passed: stats.expected, failures: [...suites.flatMap(listFailures), ...outside] };
}

function listFailures({ file, specs, suites = [] }: Suite): string[] {
  const ownFailures = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const message = results.find(({ error }) => error !== undefined)?.error?.message;
        return toLine(`${file}:${spec.line}`, spec.title, message);
      }),
  );
  return [...ownFailures, ...suites.flatMap(listFailures)];
}

const toLine = (place: string, title: string, reason = 'no reason given') =>
  `${place}: ${title}: ${reason.split('\n', 1)[0]}`;
