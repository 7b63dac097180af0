import { afterAll, beforeAll, expect, test } from 'vitest';
import { awardedJob, cancelJob } from '@fws/contract/contracts/calls';
import { award, fund, getMilestoneAt, sendFundStep, sendWorkStep } from '../../../../test/story.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

test('shows when the poster asked to cancel, and why accepted work cannot be changed any more', async () => {
  const poster = await world.user({ firstName: 'Meera' });
  const worker = await world.user({ firstName: 'Imran' });
  const contract = await award(
    world,
    { poster, worker },
    {
      rupees: '1000',
      term: 'milestone',
      rows: [
        ['Tiles', '400'],
        ['Grout', '600'],
      ],
    },
  );
  const [first, second] = [getMilestoneAt(contract), getMilestoneAt(contract, 2)];
  for (const at of [first, second]) {
    await fund(world, poster, at);
    for (const step of ['started', 'completed', 'payment_requested'] as const)
      await sendWorkStep(worker, at, step);
  }
  expect((await sendFundStep(poster, first, 'accepted')).status).toBe(200);
  await world.drain();
  world.clock.advance(60_000);
  const jobId = String(contract.jobId);
  await poster.done(cancelJob, { jobId, comment: 'Plans changed', refundText: '' });
  const plan = { way: 'consent', refundPaise: 588_00, chargePaise: 12_00, releasePaise: 400_00 };
  const asked = { comment: 'Plans changed', at: world.clock.format() };
  const { cancel, milestones } = await poster.done(awardedJob, { jobId });
  expect(cancel).toEqual({ ability: { allowed: true }, plan, asked });
  expect(milestones.map(({ askChange }) => askChange)).toEqual([
    { allowed: false, reason: 'contracts.work_was_accepted' },
    { allowed: true },
  ]);
  expect((await worker.done(awardedJob, { jobId })).cancel).toEqual({
    ability: { allowed: false, reason: 'common.not_allowed' },
    plan,
    asked,
  });
});
