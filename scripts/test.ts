import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { describeGap, readGaps } from '../server/test/coverage/gaps.ts';
import { removeDatabase } from './embedded-postgres/index.ts';
import { runProgram, type Life } from './program.ts';
import { formatSecondsSince, step } from './steps.ts';
import { watchProcessorTime } from './testing/processor-time.ts';
import { readTestArguments, type Part, type TestArguments } from './testing/arguments.ts';
import { provideChromium } from './testing/chromium.ts';
import { startTestDatabase } from './testing/database.ts';
import { createRunFolder } from './testing/folder.ts';
import { runInGroup } from './testing/group.ts';
import { readPlaywright, readVitest, type Outcome } from './testing/report.ts';
import { shareClock } from './testing/shared-clock.ts';
import { buildWeb } from './web-build.ts';

type PartOutcome = Outcome & { exitCode: number };
type Run = {
  env: NodeJS.ProcessEnv;
  output: Writable;
  folder: string;
  filters: readonly string[];
  life: Life;
};
type PartRunner = { part: Part; title: string; run: (run: Run) => Promise<PartOutcome> };

/**
 * One after the other. Together the tests take about a tenth less time, but then those that measure time fail on a
 * machine with two cores.
 */
const PARTS: PartRunner[] = [
  { part: 'check', title: 'Types, lint, format, boundaries', run: runChecks },
  { part: 'unit', title: 'Unit and integration tests', run: runVitest },
  { part: 'e2e', title: 'Browser tests', run: runPlaywright },
];

// npm test [-- --at MOMENT] [check | unit | e2e] [FILTER …]
await runProgram(async (life) => {
  const args = readTestArguments(process.argv.slice(2));
  const { selected, filters } = args;
  const time = watchProcessorTime(process.pid);
  const { env: provided, databasePid } = await provide(args, life);
  // It is no child of this process.
  if (databasePid !== undefined) time.add(databasePid);
  const env: NodeJS.ProcessEnv = { ...process.env, ...provided };
  const run = { env, folder: env['TMPDIR'] ?? '', filters, life };

  const outcomes: PartOutcome[] = [];
  const broken: string[] = [];
  for (const { part, title, run: runPart } of PARTS) {
    if (!selected.has(part)) continue;
    const startedAt = performance.now();
    console.log(`\n=== ${title} ===`);
    const outcome = await runPart({ ...run, output: process.stdout });
    console.log(
      `=== ${title}: ${outcome.exitCode === 0 ? 'ok' : 'FAILED'} (${formatSecondsSince(startedAt)})`,
    );
    outcomes.push(outcome);
    if (outcome.exitCode !== 0) broken.push(title);
  }
  if (broken.length > 0) console.log(`\nFailed: ${broken.join('; ')}`);
  printProcessorTime(time.stop());
  return conclude(outcomes, selected);
});

/** Of all programs that this run started, and of the database. */
function printProcessorTime(seconds: readonly number[] | null): void {
  if (seconds === null) return;
  const [programs = 0, database = 0] = seconds;
  const [total, inDatabase] = [programs + database, database].map(Math.round);
  console.log(`\nProcessor time: ${total} s, of which ${inDatabase} s in the database`);
}

/** Provides what the parts need, and a folder for everything they write, which is deleted after the run. */
async function provide(
  { selected, at }: TestArguments,
  life: Life,
): Promise<{ env: NodeJS.ProcessEnv; databasePid: number | undefined }> {
  const folder = createRunFolder();
  life.onEnd(() => removeAll(folder));
  // Many short-lived objects: collecting them less often takes a tenth less processor time.
  const env: NodeJS.ProcessEnv = { TMPDIR: folder, NODE_OPTIONS: '--max-semi-space-size=64' };
  if (selected.has('e2e')) {
    // With the clock of the machine, which a package manager compares with its lists.
    env['FWS_CHROMIUM'] = await step('Browser', async () => provideChromium(process.env));
    await step('Web app', () => buildWeb(process.cwd()));
  }
  // Of the database too, and of all that they start.
  if (at) {
    const { clock, close } = await shareClock(at);
    life.onEnd(close);
    Object.assign(process.env, clock);
  }
  let databasePid: number | undefined;
  if (selected.has('unit') || selected.has('e2e')) {
    const database = await step('Test database', () => startTestDatabase(folder));
    life.onEnd(() => database.stop());
    env['TEST_DATABASE_URL'] = database.ownerUrl;
    databasePid = database.pid;
  }
  return { env, databasePid };
}

/** An interrupted test may leave a database running: all of them have their data in this folder. */
async function removeAll(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) await removeDatabase(join(folder, name));
  rmSync(folder, { recursive: true, force: true });
}

async function runChecks(run: Run): Promise<PartOutcome> {
  return { exitCode: await runInGroup(['scripts/check.mjs'], run), passed: 0, failures: [] };
}

async function runVitest({ env, output, folder, filters, life }: Run): Promise<PartOutcome> {
  const report = join(folder, 'vitest.json');
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'];
  const records = join(folder, 'wire-coverage');
  mkdirSync(records);
  const exitCode = await runInGroup([...args, `--outputFile.json=${report}`, ...filters], {
    env: { ...env, FWS_WIRE_COVERAGE: records },
    output,
    life,
  });
  const outcome = { exitCode, ...readReport(report, readVitest) };
  return exitCode === 0 && filters.length === 0 ? checkWireCoverage(records, outcome) : outcome;
}

/** Only a whole run can say what no test asserts, and a failed test may not have come to its assertions. */
async function checkWireCoverage(records: string, outcome: PartOutcome): Promise<PartOutcome> {
  const failures = (await readGaps(records)).map((gap) => `wire coverage: ${describeGap(gap)}`);
  return failures.length === 0 ? outcome : { ...outcome, exitCode: 1, failures };
}

async function runPlaywright({ env, output, folder, filters, life }: Run): Promise<PartOutcome> {
  const report = join(folder, 'playwright.json');
  const args = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'];
  const exitCode = await runInGroup([...args, '--reporter=list,json', ...filters], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    output,
    life,
  });
  return { exitCode, ...readReport(report, readPlaywright) };
}

/** A runner that crashes writes no report. */
function readReport(report: string, read: (file: string) => Outcome): Outcome {
  return existsSync(report) ? read(report) : { passed: 0, failures: [`no report ${report} was written`] };
}

/** Prints the names of failed tests last, where a log truncated at its start still has them. */
function conclude(outcomes: PartOutcome[], selected: ReadonlySet<Part>): number {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const failed = failures.length;
  const allWell = outcomes.every((outcome) => outcome.exitCode === 0) && failed === 0;
  const noneRan = passed + failed === 0 && !(selected.size === 1 && selected.has('check'));
  if (noneRan) console.log('\nNo test ran.');
  console.log(['', ...failures, `${passed} passed, ${failed} failed`].join('\n'));
  return allWell && !noneRan ? 0 : 1;
}
