import { answerSplit, cancelJob, proposeSplit } from '@fws/contract/contracts/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awardParts, buildCancelParams, readContract } from '../../../../test/cancelling.ts';
import { fund, getMilestoneAt, sendWorkStep } from '../../../../test/story.ts';
import { startWorld, type World } from '../../../../test/world.ts';

// Every field of a split: while both name sums, and once they agree.

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

const HOUR_MS = 3600_000;
const THREE_DAYS_MS = 72 * HOUR_MS;

test('shows every field of a split to the side that answers, to the one that waits, and its end', async () => {
  const poster = await world.user({ firstName: 'Meera' });
  const worker = await world.user({ firstName: 'Asha', identity: 'verified' });
  const contract = await awardParts(world, { poster, worker }, [1000]);
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  await sendWorkStep(worker, at, 'started');
  await poster.done(cancelJob, buildCancelParams(contract));

  const proposedAt = world.clock.format();
  const dueAt = new Date(world.clock.now().getTime() + THREE_DAYS_MS).toISOString();
  const proposed = await poster.done(proposeSplit, {
    milestoneId: String(at.milestoneId),
    workerText: '400',
    comment: 'Half a wall',
    version: '0',
  });
  const { split } = getMilestoneAt(proposed).milestone;
  world.clock.advance(HOUR_MS);
  const answer = { splitId: String(split?.id), workerText: '', comment: '' };
  const countered = await worker.done(answerSplit, {
    ...answer,
    answer: 'counter',
    workerText: '600',
    comment: 'One wall, with primer',
    version: '1',
  });
  const counteredAt = world.clock.format();
  const { split_id: id } = await world.db
    .selectFrom('split_turn')
    .select('split_id')
    .where('worker_paise', '=', 600_00)
    .executeTakeFirstOrThrow();
  const open = {
    id,
    version: 2,
    dueAt,
    proposal: {
      side: 'worker',
      workerPaise: 600_00,
      posterPaise: 400_00,
      chargePaise: 8_00,
      refundPaise: 392_00,
      comment: 'One wall, with primer',
      at: counteredAt,
    },
    turns: [
      { side: 'poster', workerPaise: 400_00, comment: 'Half a wall', at: proposedAt },
      { side: 'worker', workerPaise: 600_00, comment: 'One wall, with primer', at: counteredAt },
    ],
    goesToFws: false,
    standsUnanswered: false,
    propose: { allowed: false, reason: 'contracts.split_open' },
  };
  const own = { allowed: false, reason: 'contracts.split_yours' };
  expect(getMilestoneAt(countered).milestone.split).toEqual({
    ...open,
    agree: own,
    counter: own,
    refuse: own,
  });
  const may = { allowed: true };
  expect(getMilestoneAt(await readContract(poster, contract)).milestone.split).toEqual({
    ...open,
    agree: may,
    counter: may,
    refuse: may,
  });

  world.clock.advance(HOUR_MS);
  const agreed = await poster.done(answerSplit, { ...answer, answer: 'agree', version: '2' });
  expect(getMilestoneAt(agreed).milestone).toMatchObject({
    split: null,
    division: {
      workerPaise: 600_00,
      posterPaise: 400_00,
      chargePaise: 8_00,
      refundPaise: 392_00,
      at: world.clock.format(),
    },
  });
});
