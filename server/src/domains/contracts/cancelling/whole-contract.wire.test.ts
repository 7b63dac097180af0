import { afterAll, beforeAll, expect, test } from 'vitest';
import { awardedJob, cancelJob } from '@fws/contract/contracts/calls';
import { award, fund, getMilestoneAt, sendFundStep, sendWorkStep } from '../../../../test/story.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

test('shows who cancelled, what cancelling does, and why accepted work cannot be changed any more', async () => {
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
  const before = await poster.done(awardedJob, { jobId });
  expect(before.cancel).toEqual({
    ability: { allowed: true },
    plan: {
      parts: [
        {
          milestoneId: first.milestoneId,
          position: 1,
          outcome: 'released',
          amountPaise: 400_00,
          refundPaise: 0,
          chargePaise: 0,
          releasePaise: 400_00,
        },
        {
          milestoneId: second.milestoneId,
          position: 2,
          outcome: 'answer',
          amountPaise: 600_00,
          refundPaise: 0,
          chargePaise: 0,
          releasePaise: 0,
        },
      ],
      refundPaise: 0,
      chargePaise: 0,
      releasePaise: 400_00,
      releasedPaise: 0,
      waitingPaise: 600_00,
      goesToFws: true,
    },
    ending: null,
    foreseen: null,
    counts: true,
  });
  expect(before.milestones.map(({ askChange }) => askChange)).toEqual([
    { allowed: false, reason: 'contracts.work_was_accepted' },
    { allowed: true },
  ]);
  const { cancel } = before;
  expect((await worker.done(awardedJob, { jobId })).cancel).toEqual(cancel);
  expect(await poster.done(cancelJob, { jobId, comment: 'Plans changed', refundText: '' })).toEqual({
    outcome: 'ending',
    plan: cancel.plan,
  });
  const ending = { side: 'poster', comment: 'Plans changed', at: world.clock.format() };
  for (const user of [poster, worker]) {
    const after = await user.done(awardedJob, { jobId });
    expect(after.cancel).toEqual({
      ability: { allowed: false, reason: 'contracts.job_ending' },
      plan: null,
      foreseen: null,
      counts: false,
      ending,
    });
  }
});
