import * as fc from 'fast-check';
import { beginWithVisit, buildCommands, type Tally } from './commands.ts';
import type { Expected } from './expected.ts';
import { Product } from '../support/product/product.ts';
import { comeToRest, createWorld, type World } from './world.ts';

export interface ModelRun {
  /** Commands run against model and product, including refused ones. */
  commands: number;
  worlds: number;
  tally: Tally;
  violations: string[];
  failedAt: number | null;
}

const SHRINK_LIMIT_MS = 30_000;
const MAX_COMMANDS = 90;
/** Worlds per database. It stays small, because the invariants read all of it after each world. */
const WORLDS_A_BATCH = 20;

interface ModelOptions {
  seed: number;
  commands: number;
  lanes: number;
  /** From the report of a failure: replays only that failure. */
  path?: string | undefined;
  replay?: string | undefined;
  onProgress?: (commands: number) => void;
  /** Once aborted, no command starts any more. The worlds that were begun come to rest and are checked. */
  signal?: AbortSignal;
}

/** Plays worlds until this many commands ran, each lane on its own database. Stops at the first violation. */
export async function runModel(options: ModelOptions): Promise<ModelRun> {
  const tally: Tally = new Map();
  const run: ModelRun = { commands: 0, worlds: 0, tally, violations: [], failedAt: null };
  let batch = 0;
  const runLane = async () => {
    while (run.violations.length === 0 && run.commands < options.commands && !options.signal?.aborted) {
      const seed = options.seed + batch++;
      await playBatch(run, seed, options);
      if (options.path !== undefined) return;
      options.onProgress?.(run.commands);
    }
  };
  await Promise.all(Array.from({ length: options.path === undefined ? options.lanes : 1 }, runLane));
  return run;
}

async function playBatch(run: ModelRun, seed: number, { path, replay, signal }: ModelOptions): Promise<void> {
  // A replay that no longer fails would otherwise be followed by every shrunk variant of it.
  const isOver = () => signal?.aborted || (path !== undefined && run.worlds > 0);
  // One batch in three uses the other provider; the seed alone decides which.
  const product = await Product.open(4, seed % 3 === 0 ? 'razorpay' : 'cashfree');
  try {
    const property = fc.asyncProperty(
      buildCommands(run.tally, MAX_COMMANDS, replay),
      fc.record({
        inPerson: fc.boolean(),
        rates: fc.nat({ max: 999 }),
        visit: fc.nat({ max: 999 }).map((chance) => (chance % 2 === 0 ? chance : null)),
        refusesRefunds: fc.nat({ max: 999 }).map((chance) => chance % 4 === 3),
      }),
      // The current world comes to rest; the rest of the batch is not started.
      async (commands, setting) => {
        if (!isOver()) await playWorld(product, run, countCommands(run, commands, signal), setting);
      },
    );
    const result = await fc.check(property, {
      seed,
      ...(path === undefined ? { numRuns: WORLDS_A_BATCH } : { numRuns: 1, path, endOnFailure: true }),
    });
    if (result.failed) {
      const report = fc.defaultReportMessage(result) ?? '';
      run.violations.push(formatFailure(seed, result.counterexamplePath ?? '', report, result.errorInstance));
    }
  } finally {
    await product.close();
  }
}

async function playWorld(
  product: Product,
  run: ModelRun,
  commands: Iterable<fc.AsyncCommand<Expected, World>>,
  setting: Parameters<typeof createWorld>[1] & { visit: number | null },
): Promise<void> {
  // Shrinking a failure can take any number of worlds, so it stops after SHRINK_LIMIT_MS.
  if (run.failedAt !== null && performance.now() - run.failedAt > SHRINK_LIMIT_MS) return;
  const { world, model } = await createWorld(product, setting);
  run.worlds += 1;
  try {
    if (setting.visit !== null) await beginWithVisit(model, world, setting.visit, run.tally);
    await fc.asyncModelRun(() => ({ model, real: world }), commands);
    await comeToRest(model, world);
    const broken = await product.listBrokenInvariants();
    if (broken.length > 0) throw new Error(broken.join('\n'));
  } catch (error) {
    run.failedAt ??= performance.now();
    throw error;
  } finally {
    await product.closeWorld();
  }
}

function countCommands(
  run: ModelRun,
  commands: Iterable<fc.AsyncCommand<Expected, World>>,
  signal: AbortSignal | undefined,
) {
  return [...commands].map((command) => ({
    check: () => !signal?.aborted,
    run(model: Expected, world: World) {
      run.commands += 1;
      return command.run(model, world);
    },
    toString: () => String(command),
  }));
}

/** The report holds the remaining commands, and after them the path that shrank them. */
function formatFailure(seed: number, path: string, report: string, error: unknown): string {
  const replay = /replayPath="([^"]*)"/.exec(report)?.[1] ?? '';
  const why = error instanceof Error ? (error.stack ?? error.message) : '';
  return `replay with --seed ${seed} --path ${path} --replay ${replay}\n${report}\n${why}`;
}
