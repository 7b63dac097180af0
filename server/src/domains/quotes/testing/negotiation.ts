import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { toIstDate } from '@fws/contract/platform/dates';
import { askAnotherQuote, quoteDetail, updateQuote } from '@fws/contract/quotes/calls';
import type { AskAnotherQuoteValues } from '@fws/contract/quotes/negotiation/schemas';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { post, quote as send } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

const DAY_MS = 24 * 3600_000;

export interface NegotiationFixture {
  world: World;
  poster: TestUser;
  worker: TestUser;
}

/**
 * Starts a world for the tests of a file, with a poster and a worker. Returns what they do about a quote of ₹1,500 on
 * completion, each by itself.
 */
export function setUpNegotiation(assign: (fixture: NegotiationFixture) => void) {
  let world: World;
  let poster: TestUser;
  let worker: TestUser;
  beforeAll(async () => {
    world = await startWorld();
    poster = await world.user({ firstName: 'Meera' });
    worker = await world.user({ firstName: 'Asha', identity: 'verified' });
    assign({ world, poster, worker });
  });
  beforeEach(() => world.clock.stop());
  afterEach(() => world.clock.reset());
  afterAll(() => world.close());

  const inDays = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * DAY_MS));
  const ids = (quoteId: number) => ({ quoteId: String(quoteId) });
  const ask = (quoteId: number, values: Partial<AskAnotherQuoteValues> = { bidText: '1000' }) =>
    poster.call(askAnotherQuote, { ...ids(quoteId), ...values });
  const buildOffer = (quoteId: number, change: Record<string, unknown> = {}) => ({
    ...ids(quoteId),
    bidText: '1200',
    term: 'completion' as const,
    milestoneNames: [],
    milestoneAmountTexts: [],
    workScope: '',
    ...change,
  });
  const revise = (quoteId: number, change: Record<string, unknown> = {}) =>
    worker.call(updateQuote, buildOffer(quoteId, change));
  const read = (quoteId: number, by = worker) => by.done(quoteDetail, ids(quoteId));
  const readState = async (quoteId: number) => (await read(quoteId)).state;
  async function createQuote() {
    const job = await post(world, poster);
    return { job, quote: await send(worker, job.id, { rupees: '1500', term: 'completion' }) };
  }
  /** Makes everything that happened to the quote appear this many days older. */
  const age = (quoteId: number, days: number) =>
    world.db
      .updateTable('quote')
      .set({
        created_at: sql<Date>`created_at - ${days} * interval '1 day'`,
        turn_at: sql<Date>`turn_at - ${days} * interval '1 day'`,
      })
      .where('id', '=', quoteId)
      .execute();
  async function runTimers(): Promise<void> {
    await inTx(world.db, (tx) => enqueue(tx, 'quote_timers', {}));
    await world.drain();
  }
  return { inDays, ids, ask, buildOffer, revise, read, readState, createQuote, age, runTimers };
}
