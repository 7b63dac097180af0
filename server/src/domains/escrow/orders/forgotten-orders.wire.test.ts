import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { controlSandbox } from '../../../../test/payouts.ts';
import { simulatePayment, awardMilestone, readFundState, openOrder } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { listOrdersToCheck } from './store.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user();
  worker = await world.user();
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

const createMilestone = () => awardMilestone(world, { poster, worker });
const setWebhooks = (state: 'on' | 'off') => controlSandbox(world, 'faults', { webhooks: state });
const reconcile = async () => {
  await inTx(world.db, (tx) => enqueue(tx, 'reconcile_orders', {}));
  await world.drain();
};
const isDue = (orderId: string) =>
  listOrdersToCheck(world.db, world.clock.now(), 100).then((ids) => ids.includes(orderId));

test.each([3, 40])('finds a payment whose webhook was lost after nothing ran for %i days', async (days) => {
  await setWebhooks('off');
  try {
    const at = await createMilestone();
    const orderId = await openOrder(poster, at);
    await simulatePayment(world, orderId, 'SUCCESS');
    world.clock.advance(days * DAY_MS);
    await reconcile();
    await waitFor('the milestone to be funded', async () => (await readFundState(world, at)) === 'funded');
    expect(await isDue(orderId)).toBe(false);
  } finally {
    world.clock.advance(-days * DAY_MS);
    await setWebhooks('on');
  }
});

test('checks an unpaid order once more two days after its end and then stops', async () => {
  const at = await createMilestone();
  const orderId = await openOrder(poster, at);
  const steps = [
    // Checked on the day it ends, because a payment that was started may still succeed.
    { advance: 1.5 * DAY_MS, asked: true },
    { advance: 60_000, asked: false },
    { advance: 9 * DAY_MS, asked: true },
    { advance: 100 * DAY_MS, asked: false },
  ];
  try {
    for (const { advance, asked } of steps) {
      world.clock.advance(advance);
      expect(await isDue(orderId)).toBe(asked);
      await reconcile();
      expect(await isDue(orderId)).toBe(false);
    }
  } finally {
    for (const { advance } of steps) world.clock.advance(-advance);
  }
});
