import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { messages } from '../../../web/plugins/messages.ts';
import { formatField, type Field } from './changes.ts';
import { readCaught, type Plan } from './caught.ts';

const root = process.cwd();
const LEGACY = 'server/src/legacy';
const FORMAT = join(root, LEGACY, 'format.ts');
const WRAPPER = join(import.meta.dirname, 'format.ts');

/** Tests by what they say about a reply: as a client gets it, or as it is encoded. */
type Level = 'http' | 'encoder';
interface Step {
  level: Level;
  files: readonly string[];
}

export interface Outcome {
  caughtBy: Record<Level, number>;
  uncaught: readonly Field[];
  /** Tests that fail without any change. */
  failures: readonly string[];
}

/** Changes each of the fields and runs the tests whose replies have it. */
export async function runChanges(
  fields: readonly Field[],
  { onStep, signal }: { onStep: (progress: string) => void; signal: AbortSignal },
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'fws-wire-'));
  const caughtBy = { http: 0, encoder: 0 };
  const failures: string[] = [];
  let open = fields;
  for (const [at, { level, files }] of listSteps(fields).entries()) {
    if (open.length === 0 || signal.aborted) break;
    const resultsFolder = join(folder, String(at));
    mkdirSync(resultsFolder);
    failures.push(...(await runStep(files, { fields: open, resultsFolder, slowestMs: 4000 }, signal)));
    const caught = readCaught(resultsFolder);
    const left = open.filter((field) => !caught.has(formatField(field)));
    caughtBy[level] += open.length - left.length;
    open = left;
    onStep(`${files.length} test files (${level}): ${left.length} changes left`);
  }
  return { caughtBy, uncaught: open, failures };
}

/** What a client gets over HTTP first, in files that name one of the calls before others; then where replies are encoded. */
function listSteps(fields: readonly Field[]): Step[] {
  const files = readdirSync(join(root, LEGACY))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${LEGACY}/${file}`)
    .toSorted();
  const isWire = (file: string) => file.endsWith('.wire.test.ts');
  const calls = [...new Set(fields.map((field) => field.call))];
  const namesCall = (file: string) => {
    const text = readFileSync(join(root, file), 'utf8');
    return calls.some((call) => text.includes(call));
  };
  const overHttp = files.filter(isWire);
  const naming = overHttp.filter(namesCall);
  const steps: Step[] = [
    { level: 'http', files: naming },
    { level: 'http', files: overHttp.filter((file) => !naming.includes(file)) },
    { level: 'encoder', files: files.filter((file) => !isWire(file)) },
  ];
  return steps.filter((step) => step.files.length > 0);
}

async function runStep(
  files: readonly string[],
  plan: Omit<Plan, 'endFile'>,
  signal: AbortSignal,
): Promise<string[]> {
  const planFile = join(plan.resultsFolder, 'plan.json');
  const endFile = join(plan.resultsFolder, 'end');
  writeFileSync(planFile, JSON.stringify({ ...plan, endFile }));
  process.env['FWS_WIRE_PLAN'] = planFile;
  const vitest = await startVitest(files);
  const end = () => {
    writeFileSync(endFile, '');
    void vitest.cancelCurrentRun('keyboard-input');
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications());
    return testModules.flatMap((module) => [
      ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
      ...[...module.children.allTests('failed')].map(
        (test) => `${module.relativeModuleId}: ${test.fullName}`,
      ),
    ]);
  } finally {
    signal.removeEventListener('abort', end);
    await vitest.close();
  }
}

/** Loads the wrapper wherever the product or a test asks for the format. */
const wrapFormat = {
  name: 'wire',
  enforce: 'pre' as const,
  resolveId: (source: string, importer: string | undefined) =>
    source.endsWith('/format.ts') &&
    importer !== undefined &&
    importer !== WRAPPER &&
    join(dirname(importer), source) === FORMAT
      ? WRAPPER
      : undefined,
};

const startVitest = (files: readonly string[]): Promise<Vitest> =>
  createVitest(
    'test',
    {
      root,
      config: false,
      watch: false,
      pool: 'forks',
      isolate: false,
      maxWorkers: availableParallelism(),
      testTimeout: 20_000,
      hookTimeout: 120_000,
      include: [...files],
      runner: join(import.meta.dirname, 'runner.ts'),
      reporters: [{}],
    },
    { logLevel: 'silent', plugins: [messages(['web/locales', 'contract/locales']), wrapFormat] },
  );
