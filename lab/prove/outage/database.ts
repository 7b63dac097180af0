import { setTimeout as sleep } from 'node:timers/promises';
import { exploreJobs } from '@fws/contract/jobs/calls';
import { wallet } from '@fws/contract/payouts/calls';
import { translate } from '../../../server/src/platform/messages.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import { publish } from '../../../server/src/platform/realtime/index.ts';
import type { TestUser } from '../../../server/test/user.ts';
import { waitFor } from '../../../server/test/wait.ts';
import type { World } from '../../../server/test/world.ts';
import { startStories, type StoryResults } from '../support/stories.ts';
import { listenToEvents } from '../support/events.ts';

/** Takes the database away and brings it back. */
export interface DatabaseSwitch {
  goAway(): Promise<void> | void;
  comeBack(): Promise<void> | void;
}

export interface OutageRun extends StoryResults {
  /** Calls made while it was away, and the longest time that one waited for its answer. */
  askedMeanwhile: number;
  slowestAnswerMs: number;
  /** Times from its return to the first answer, the first withdrawal completed by the queue, and the `missed` event. */
  answersAfterMs: number;
  queueAfterMs: number;
  liveAfterMs: number;
}

const BEGUN = 8;
const BACK_WITHIN_MS = 60_000;
const PAUSE_MS = 250;
const ANY_JOBS = { sort: 'latest', location: '', categoryId: '' } as const;

/** Takes the database away for `awayMs`, or until `signal` is aborted, while money moves. The server stays the same process. */
export async function runOutage(
  world: World,
  databaseSwitch: DatabaseSwitch,
  awayMs: number,
  signal?: AbortSignal,
): Promise<OutageRun> {
  const stories = await startStories(world);
  const { results, worker } = stories;
  const run = { askedMeanwhile: 0, slowestAnswerMs: 0 };
  const events = await listenToEvents(world, worker);
  try {
    await waitFor('money to move', () => results.answered >= BEGUN);
    await databaseSwitch.goAway();
    await probeDuringOutage(world, worker, { awayMs, signal }, run, results.violations);
    await databaseSwitch.comeBack();
    const backAt = performance.now();
    const paid = await countPaidWithdrawals(world);
    const measure = async (label: string, condition: () => Promise<boolean> | boolean) => {
      await waitFor(label, condition, BACK_WITHIN_MS);
      return Math.round(performance.now() - backAt);
    };
    const [answersAfterMs, queueAfterMs, liveAfterMs] = await Promise.all([
      measure('an answer', async () => (await worker.call(wallet, {})).status === 200),
      measure('the queue to go on', async () => (await countPaidWithdrawals(world)) > paid),
      measure('the word to look again', () => events.topics.includes('missed')),
    ]);
    await stories.end();
    const eventCount = events.topics.length;
    // The last events of the stories may have arrived before this.
    await inTx(world.db, (tx) => publish(tx, { users: [worker.id], topic: 'wallet', id: null }));
    await waitFor('live updates to go on', () => events.topics.length > eventCount);
    await waitFor('/readyz to say so', async () => (await getStatus(world, '/readyz')) === 200);
    return { ...results, ...run, answersAfterMs, queueAfterMs, liveAfterMs };
  } finally {
    events.close();
  }
}

async function countPaidWithdrawals(world: World): Promise<number> {
  const paid = await world.db.selectFrom('withdrawal').select('id').where('state', '=', 'paid').execute();
  return paid.length;
}

const getStatus = async (world: World, path: string): Promise<number> =>
  (await fetch(`${world.url}${path}`)).status;

/** Calls the product during the outage and checks each answer. */
async function probeDuringOutage(
  world: World,
  worker: TestUser,
  { awayMs, signal }: { awayMs: number; signal: AbortSignal | undefined },
  run: { askedMeanwhile: number; slowestAnswerMs: number },
  violations: string[],
): Promise<void> {
  const end = performance.now() + awayMs;
  const isOver = () => performance.now() >= end || signal?.aborted === true;
  while (!isOver()) {
    for (const locale of ['en', 'hi'] as const) {
      const headers = { 'accept-language': locale };
      for (const call of [
        () => worker.call(exploreJobs, ANY_JOBS, { headers }),
        () => worker.call(wallet, {}, { headers }),
      ]) {
        const calledAt = performance.now();
        const answer = await call();
        run.askedMeanwhile += 1;
        run.slowestAnswerMs = Math.max(run.slowestAnswerMs, Math.round(performance.now() - calledAt));
        const { httpStatus, status, message, data } = answer;
        const isClear =
          httpStatus === 503 && status === 503 && message === translate(locale, 'common.database_down');
        if (!isClear || data !== null) violations.push(`an outage was answered ${JSON.stringify(answer)}`);
      }
    }
    for (const [path, expected] of [
      ['/healthz', 200],
      ['/readyz', 503],
    ] as const) {
      const status = await getStatus(world, path);
      if (status !== expected) violations.push(`${path} answered ${status} without a database`);
    }
    await sleep(PAUSE_MS);
  }
}
