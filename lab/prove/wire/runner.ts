import { setMaxListeners } from 'node:events';
import { TestRunner, type RunnerTestCase } from 'vitest';
import { isEnding, noteCaught, readCaught, readPlan } from './caught.ts';
import { formatField, runChanged, runRecording, type Field } from './changes.ts';

// Each run of a test listens for its end.
setMaxListeners(0);

const plan = readPlan();
const byName = new Map(plan.fields.map((field) => [formatField(field), field]));

/**
 * Runs each test once, then once more for every field of the replies that it got, with that field changed. A test that
 * fails only with the change has caught it. The world of the test's file stays the same throughout.
 */
export default class WireRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test) as () => Promise<void>;
    const seen = await runRecording(async () => run());
    const known = readCaught(plan.resultsFolder);
    const open = [...seen].flatMap((name) => (known.has(name) ? [] : (byName.get(name) ?? [])));
    if (open.length === 0 || isEnding(plan)) return;
    const started = performance.now();
    if (!(await passes(run)) || performance.now() - started > plan.slowestMs) return;
    const caught = await findCaught(open, run);
    // A test that fails without a change by now can be run only a few times, and proves nothing.
    if (caught.length > 0 && (await passes(run))) noteCaught(plan, caught);
  }
}

async function findCaught(open: readonly Field[], run: () => Promise<void>): Promise<Field[]> {
  const caught: Field[] = [];
  for (const call of new Set(open.map((field) => field.call))) {
    const fields = open.filter((field) => field.call === call);
    // A test that notices nothing when all fields are changed compares none of them.
    if (await passesWith(fields, run)) continue;
    for (const field of fields) {
      if (isEnding(plan)) return caught;
      if (!(await passesWith([field], run))) caught.push(field);
    }
  }
  return caught;
}

const passesWith = (fields: readonly Field[], run: () => Promise<void>): Promise<boolean> =>
  runChanged(fields, () => passes(run));

async function passes(run: () => Promise<void>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch {
    return false;
  }
}
