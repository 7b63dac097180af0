import * as fc from 'fast-check';
import { commandsOf, type Tally } from './commands.ts';
import type { Expected } from './expected.ts';
import { Product } from './product.ts';
import { comeToRest, newWorld, type World } from './world.ts';

export interface ModelRun {
  /** Commands carried out against model and product, refused ones among them. */
  commands: number;
  worlds: number;
  tally: Tally;
  violations: string[];
  failedAt: number | null;
}

const SHORTENING_MS = 30_000;
const MOST_COMMANDS = 60;
/** A database is thrown away after so many worlds: the invariants read all of it after each. */
const WORLDS_A_BATCH = 20;

interface Asked {
  seed: number;
  commands: number;
  lanes: number;
  /** Of a failure that was told: plays only that. */
  path?: string | undefined;
  replay?: string | undefined;
  onProgress?: (commands: number) => void;
  isTimeUp?: () => boolean;
}

/** Plays worlds until so many commands ran, each lane on a database of its own. Stops at the first violation. */
export async function runModel(asked: Asked): Promise<ModelRun> {
  const tally: Tally = new Map();
  const run: ModelRun = { commands: 0, worlds: 0, tally, violations: [], failedAt: null };
  let batch = 0;
  const lane = async () => {
    while (run.violations.length === 0 && run.commands < asked.commands && !asked.isTimeUp?.()) {
      const seed = asked.seed + batch++;
      await playBatch(run, seed, asked);
      if (asked.path !== undefined) return;
      asked.onProgress?.(run.commands);
    }
  };
  await Promise.all(Array.from({ length: asked.path === undefined ? asked.lanes : 1 }, lane));
  return run;
}

async function playBatch(run: ModelRun, seed: number, { path, replay, isTimeUp }: Asked): Promise<void> {
  // What no longer fails would be followed by everything it could have been shortened to.
  const isOver = () => isTimeUp?.() || (path !== undefined && run.worlds > 0);
  // Of three batches one has the other provider; the seed alone says which.
  const product = await Product.open(4, seed % 3 === 0 ? 'razorpay' : 'cashfree');
  try {
    const property = fc.asyncProperty(
      commandsOf(run.tally, MOST_COMMANDS, replay),
      fc.record({
        inPerson: fc.boolean(),
        rates: fc.nat({ max: 999 }),
        refusesRefunds: fc.nat({ max: 999 }).map((chance) => chance % 4 === 3),
      }),
      // What is under way is played to its end; the rest of the batch is not begun.
      async (commands, setting) => {
        if (!isOver()) await playWorld(product, run, commands, setting);
      },
    );
    const result = await fc.check(property, {
      seed,
      ...(path === undefined ? { numRuns: WORLDS_A_BATCH } : { numRuns: 1, path, endOnFailure: true }),
    });
    if (result.failed) {
      const report = fc.defaultReportMessage(result) ?? '';
      run.violations.push(told(seed, result.counterexamplePath ?? '', report, result.errorInstance));
    }
  } finally {
    await product.close();
  }
}

async function playWorld(
  product: Product,
  run: ModelRun,
  commands: Iterable<fc.AsyncCommand<Expected, World>>,
  setting: Parameters<typeof newWorld>[1],
): Promise<void> {
  // Shortening a failure takes as many worlds as there are ways to shorten it; what is reached in a while will do.
  if (run.failedAt !== null && performance.now() - run.failedAt > SHORTENING_MS) return;
  const { world, model } = await newWorld(product, setting);
  run.worlds += 1;
  try {
    await fc.asyncModelRun(() => ({ model, real: world }), counted(run, commands));
    await comeToRest(model, world);
    const broken = await product.brokenInvariants();
    if (broken.length > 0) throw new Error(broken.join('\n'));
  } catch (error) {
    run.failedAt ??= performance.now();
    throw error;
  } finally {
    await product.closeWorld();
  }
}

function counted(run: ModelRun, commands: Iterable<fc.AsyncCommand<Expected, World>>) {
  return [...commands].map((command) => ({
    check: () => true,
    run(model: Expected, world: World) {
      run.commands += 1;
      return command.run(model, world);
    },
    toString: () => String(command),
  }));
}

/** The report holds the commands that are left, and after them the path by which they were shortened. */
function told(seed: number, path: string, report: string, error: unknown): string {
  const replay = /replayPath="([^"]*)"/.exec(report)?.[1] ?? '';
  const why = error instanceof Error ? (error.stack ?? error.message) : '';
  return `again by --seed ${seed} --path ${path} --replay ${replay}\n${report}\n${why}`;
}
