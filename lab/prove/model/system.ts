import { pick, PORT_FAULTS, type Action, type CommandResult } from './action.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import type { Expected } from './expected.ts';
import type { Fault } from '../support/product/outside.ts';
import { getDueTime, isOpen } from './visit.ts';
import { applyTaskRun, check, RECONCILERS, type World } from './world.ts';

const JOB_FAULTS: readonly (readonly Fault[])[] = [
  ...PORT_FAULTS,
  ['stale'],
  ['killed-before'],
  ['killed-after'],
];
const TIMERS = [...RECONCILERS, 'watch_releases', 'quote_timers', 'run_reviews'];

/** What happens in the background: tasks, timers and the passing of time. */
export const system = {
  runJobs: async ({ model, world, a, b }) => {
    const limit = 1 + (a % 4);
    let result: CommandResult = 'idle';
    for (let count = 0; count < limit; count++) {
      const taskRun = await world.product.runNextTask(count === 0 ? (pick(JOB_FAULTS, b) ?? []) : []);
      if (!taskRun) break;
      result = 'done';
      applyTaskRun(model, world, taskRun);
      await check(model, world);
    }
    return result;
  },
  async timers({ world, a }) {
    await world.product.runCronTask(pick(TIMERS, a) ?? 'reconcile_orders');
    return 'done';
  },
  async timePasses({ model, world, a, b, c }) {
    const waits = [
      1_000,
      MINUTE_MS,
      10 * MINUTE_MS,
      HOUR_MS,
      6 * HOUR_MS,
      DAY_MS,
      3 * DAY_MS,
      8 * DAY_MS,
      15 * DAY_MS,
    ];
    const untilMs = c % 6 > 0 ? findTimeLeft(model, world) : Infinity;
    let leftMs = Math.min(pick(waits, a) ?? MINUTE_MS, untilMs);
    // Usually the worker runs and does what falls due; sometimes nothing runs.
    const workedEveryMs = b % 4 > 0 ? DAY_MS : Infinity;
    for (; leftMs > workedEveryMs; leftMs -= DAY_MS) {
      world.product.clock.advance(DAY_MS);
      await passDay(model, world);
    }
    if (leftMs >= 6 * HOUR_MS && workedEveryMs === DAY_MS) await passDay(model, world);
    world.product.clock.advance(leftMs);
    return 'done';
  },
} satisfies Record<string, Action>;

/** Mostly not past what has to happen by an agreed time: its payment, what follows at the door, or an answer. */
function findTimeLeft({ visit }: Expected, world: World): number {
  if (!visit) return Infinity;
  const now = world.product.clock.ms();
  const { startsAt, endsAt, fundedAt } = visit;
  const dueAt = getDueTime(visit);
  if (dueAt !== null && dueAt > now) return dueAt + MINUTE_MS - now;
  if (!isOpen(visit) || now > endsAt + DAY_MS) return Infinity;
  if (now >= startsAt) return Math.max(endsAt + MINUTE_MS - now, HOUR_MS);
  return fundedAt === null ? Math.floor((startsAt - now) / 4) : startsAt + MINUTE_MS - now;
}

const MOST_JOBS_A_DAY = 30;

async function passDay(model: Expected, world: World): Promise<void> {
  const { product } = world;
  for (const task of TIMERS) await product.runCronTask(task);
  for (let count = 0; count < MOST_JOBS_A_DAY; count++) {
    const taskRun = await product.runNextTask();
    if (!taskRun) break;
    applyTaskRun(model, world, taskRun);
    await check(model, world);
  }
}
