import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveFund, moveWork } from '@fws/contract/contracts/calls';
import type { FundStep, WorkStep } from '@fws/contract/contracts/model';
import { award, fund, getMilestoneAt, type MilestoneAt } from '../../../test/story.ts';
import type { TestUser, WireAnswer } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran' });
});
afterAll(() => world.close());

/** As a browser sends it: the session is in a cookie. */
const asBrowser = (user: TestUser) => ({
  headers: { authorization: '', cookie: `fws_session=${user.token}` },
});

const toIds = (at: MilestoneAt) => ({ jobId: String(at.jobId), milestoneId: String(at.milestoneId) });

/** The clock runs on between two taps, so the test says when the milestone changed last. */
async function setLastChange(at: MilestoneAt, aheadMs: number): Promise<void> {
  await world.db
    .updateTable('milestone')
    .set({ changed_at: new Date(world.clock.now().getTime() + aheadMs) })
    .where('id', '=', at.milestoneId)
    .execute();
}
const JUST_NOW_MS = 60_000;
const LONG_ENOUGH_MS = -2_000;

const tapWork = (at: MilestoneAt, step: WorkStep): Promise<WireAnswer> =>
  worker.call(moveWork, { ...toIds(at), step }, asBrowser(worker));
const tapFund = (at: MilestoneAt, step: FundStep): Promise<WireAnswer> => {
  const values = { ...toIds(at), step, amountText: '' };
  return poster.call(moveFund, values, asBrowser(poster));
};

test('a browser that repeats a tap takes one step, and the next one two seconds later', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '900', term: 'completion' });
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  const answers: [number, string][] = [];
  const tap = async (aheadMs: number, send: () => Promise<WireAnswer>) => {
    await setLastChange(at, aheadMs);
    const { status, message } = await send();
    answers.push([status, message]);
  };

  await tap(LONG_ENOUGH_MS, () => tapWork(at, 'started'));
  await tap(JUST_NOW_MS, () => tapWork(at, 'started'));
  await tap(JUST_NOW_MS, () => tapWork(at, 'completed'));
  await tap(LONG_ENOUGH_MS, () => tapWork(at, 'completed'));
  await tap(JUST_NOW_MS, () => tapFund(at, 'accepted'));
  await tap(JUST_NOW_MS, () => tapFund(at, 'released'));
  await tap(LONG_ENOUGH_MS, () => tapFund(at, 'released'));
  const tooSoon = [409, 'That was very quick. Please wait two seconds, look again, and then tap'];
  expect(answers).toEqual([
    [200, 'Saved'],
    [200, 'Saved'],
    tooSoon,
    [200, 'Saved'],
    [200, 'Work accepted. You can release the payment now'],
    tooSoon,
    [200, '₹900 released to Imran Kumar'],
  ]);
});

test('a release that accepts the work needs two seconds after the request too', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '900', term: 'completion' });
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  for (const step of ['started', 'completed', 'payment_requested'] as const)
    await worker.done(moveWork, { ...toIds(at), step });
  const values = { ...toIds(at), step: 'released', amountText: '', acceptsWork: 'true' } as const;
  await setLastChange(at, JUST_NOW_MS);
  expect((await poster.call(moveFund, values, asBrowser(poster))).status).toBe(409);
  await setLastChange(at, LONG_ENOUGH_MS);
  expect((await poster.call(moveFund, values, asBrowser(poster))).status).toBe(200);
});

test('a client that carries its token is not held up', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '900', term: 'completion' });
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  for (const step of ['started', 'completed', 'payment_requested'] as const)
    expect((await worker.call(moveWork, { ...toIds(at), step })).status).toBe(200);
});
