import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findViolations } from './boundaries/index.ts';
import { formatSecondsSince } from './steps.ts';

type Check = { name: string; run: () => Promise<unknown> };

/**
 * For the tools that are Go programs. All tools run at once, and each further thread of the type checker infers types
 * again that another thread has inferred. Collecting garbage less often needs no more memory than several threads did.
 */
const GO_SETTINGS = { GOMAXPROCS: '1', GOGC: '400' };

const runTool = (command: string, ...args: string[]) =>
  promisify(execFile)(`node_modules/.bin/${command}`, args, {
    maxBuffer: 50_000_000,
    env: { ...process.env, ...GO_SETTINGS },
  });

const CHECKS: Check[] = [
  { name: 'types', run: () => runTool('tsc', '-p', '.', '--checkers', '1') },
  { name: 'types of the web', run: () => runTool('tsc', '-p', 'web', '--checkers', '1') },
  { name: 'types of the worker', run: () => runTool('tsc', '-p', 'web/src/worker', '--checkers', '1') },
  { name: 'lint', run: () => runTool('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'nothing unused', run: () => runTool('knip', '--no-progress') },
  { name: 'format', run: () => runTool('oxfmt', '--check') },
  { name: 'boundaries', run: async () => assertNoViolations(findViolations(process.cwd())) },
];

function assertNoViolations(violations: string[]): void {
  if (violations.length > 0) throw new Error(violations.join('\n'));
}

async function runCheck({ name, run }: Check): Promise<boolean> {
  const started = performance.now();
  try {
    await run();
    console.log(`${name}: ok (${formatSecondsSince(started)})`);
    return true;
  } catch (error) {
    console.log(`${name}: failed (${formatSecondsSince(started)})\n${explain(error)}`);
    return false;
  }
}

/** Tools report problems on their output; the error itself only repeats the command. */
function explain(error: unknown): string {
  const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
  return `${stdout}${stderr}`.trim() || message;
}

// npm run check [-- NAME …]: runs all checks, or those whose names start with NAME.
const names = process.argv.slice(2);
const selected = CHECKS.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.startsWith(part)),
);
if (selected.length === 0) console.log(`Available checks: ${CHECKS.map(({ name }) => name).join(', ')}.`);
const results = await Promise.all(selected.map(runCheck));
process.exitCode = selected.length > 0 && results.every(Boolean) ? 0 : 1;
