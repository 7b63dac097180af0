import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runProgram } from '../../scripts/program.ts';
import { UserError } from '../../scripts/user-error.ts';
import { ENTRIES, type Entry } from './goals/entries.ts';
import { formatGoalRow, formatHeader, type GoalRow } from './goals/table.ts';

// Prints every goal as a ratio in one run. Not a test: a goal that is not met does not fail.

// npm run bench -- [NAMES OF ENTRIES] [--small: only to try it]

const RUN = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));

function parseOptions(args: string[]): { entries: Entry[]; isSmall: boolean } {
  const { values, positionals } = parse(args);
  const unknown = positionals.find((name) => !ENTRIES.some((entry) => entry.name === name));
  if (unknown !== undefined)
    throw new UserError(
      `There is no benchmark "${unknown}": choose of ${ENTRIES.map(({ name }) => name).join(', ')}.`,
    );
  const isChosen = ({ name, isOptional }: Entry) =>
    positionals.length === 0 ? !isOptional : positionals.includes(name);
  return { entries: ENTRIES.filter(isChosen), isSmall: values.small };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { small: { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

/** Runs a benchmark, and returns what it printed. */
async function runEntry(
  { name, missedEnding }: Entry,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [RUN, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
    killSignal: 'SIGTERM',
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stderr.write(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0 || missedEnding?.test(output)) return output;
  throw new UserError(`bench:${name} failed.`);
}

await runProgram(async (life) => {
  const { entries, isSmall } = parseOptions(process.argv.slice(2));
  const rows: GoalRow[] = [];
  for (const entry of entries) {
    console.error(`\nbench:${entry.name} …`);
    rows.push(
      ...entry.readGoals(await runEntry(entry, isSmall ? entry.args.small : entry.args.full, life.signal)),
    );
  }
  console.log(`\n${formatHeader()}`);
  for (const row of rows) console.log(formatGoalRow(row));
  return 0;
});
