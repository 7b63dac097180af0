import { awardedJob } from '@fws/contract/contracts/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { notificationList } from '@fws/contract/notifications/calls';
import { answerRepeat, repeatJob, repeatList } from '@fws/contract/repeats/calls';
import type { Repeat } from '@fws/contract/repeats/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { award, getMilestoneAt, type Bid, type MilestoneAt } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

export interface Pair {
  poster: TestUser;
  worker: TestUser;
  jobId: number;
}

/** Starts a world for the tests of a file, in which time stands still, and checks its ledger at the end. */
export function setUpSeries(assign: (world: World, tools: SeriesTools) => void): void {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ clockStopped: true });
    assign(world, createSeriesTools(world));
  });
  afterAll(async () => {
    await expectSoundLedger(world.db);
    await world.close();
  });
}

export type SeriesTools = ReturnType<typeof createSeriesTools>;

/** Proposes, runs and reads series of a world. */
function createSeriesTools(world: World) {
  const dayAhead = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * 24 * 3600_000));

  async function createPair(bid: Bid = { rupees: '1500', term: 'completion', workScope: 'Both rooms' }) {
    const poster = await world.user({ firstName: 'Meera', lastName: 'Joshi', identity: 'verified' });
    const worker = await world.user({ firstName: 'Imran', lastName: 'Shaikh', identity: 'verified' });
    const contract = await award(world, { poster, worker }, bid);
    return { poster, worker, jobId: contract.jobId };
  }

  /** A series of two weekly dates, the first so many days ahead. */
  const propose = ({ poster, jobId }: Pair, firstIn: number, rule = 'FREQ=WEEKLY;COUNT=2'): Promise<Repeat> =>
    poster.done(repeatJob, { jobId: String(jobId), rule, startsOn: dayAhead(firstIn) });

  async function start(pair: Pair, firstIn: number, rule?: string): Promise<Repeat> {
    const { id } = await propose(pair, firstIn, rule);
    return pair.worker.done(answerRepeat, { repeatId: String(id), answer: 'agree' });
  }

  async function runTimers(): Promise<void> {
    await inTx(world.db, (tx) => enqueue(tx, 'run_repeats', {}));
    await world.drain();
  }

  async function readSeries(user: TestUser, { id }: Pick<Repeat, 'id'>): Promise<Repeat> {
    const { items } = await user.done(repeatList, {});
    const found = items.find((item) => item.id === id);
    if (!found) throw new Error(`no series ${id}`);
    return found;
  }

  async function listNotices(user: TestUser, type: string) {
    await world.drain();
    return (await user.done(notificationList, {})).items.filter((notice) => notice.type === type);
  }

  /** The first part of the contract of a date. */
  async function findFirstPart(
    poster: TestUser,
    date: Repeat['dates'][number] | undefined,
  ): Promise<MilestoneAt> {
    return getMilestoneAt(await poster.done(awardedJob, { jobId: String(date?.jobId) }));
  }

  /** Moves the dates of a series, and the last days of their contracts, so many days back, as if these had passed. */
  async function passDays({ id }: Repeat, days: number): Promise<void> {
    // In two steps, because two dates of a series must never be the same.
    for (const by of [10_000 - days, -10_000])
      await sql`UPDATE repeat_date SET day = day + ${by}::int WHERE series_id = ${id}`.execute(world.db);
    await sql`UPDATE contract SET finish_by = finish_by - ${days}::int
      WHERE job_id IN (SELECT job_id FROM repeat_date WHERE series_id = ${id})`.execute(world.db);
  }

  return {
    dayAhead,
    createPair,
    propose,
    start,
    runTimers,
    readSeries,
    listNotices,
    findFirstPart,
    passDays,
  };
}
