import { afterAll, beforeAll, expect, test } from 'vitest';
import { award, fund, getMilestoneAt, sendWorkStep } from '../../test/story.ts';
import type { TestUser } from '../../test/user.ts';
import { buildWaitingCancellation } from '../../test/whole-cancellation.ts';
import { startWorld, type World } from '../../test/world.ts';

// Whole replies about a cancelled job whose started work both sides divide, for clients of the specification.

let world: World;
let meera: TestUser;
let asha: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  meera = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
  asha = await world.user({ firstName: 'Asha', lastName: 'Rao', identity: 'verified' });
});
afterAll(() => world.close());

test('answers a cancellation, a proposed split and the answer to it with every field', async () => {
  const people = { poster: meera, worker: asha };
  const at = getMilestoneAt(await award(world, people, { rupees: '9600', term: 'completion' }));
  await fund(world, meera, at);
  await sendWorkStep(asha, at, 'started');
  const [job_id, milestone_id] = [String(at.jobId), String(at.milestoneId)];
  const cancel = { job_id, cancel_comment: 'Plans changed', refund_amount: '' };
  const now = world.clock.format();
  const dueAt = new Date(world.clock.now().getTime() + 3 * 24 * 3600_000).toISOString();
  expect(await meera.post('cancel_job', cancel)).toMatchObject({
    data: null,
    outcome: 'ending',
    cancellation: buildWaitingCancellation(at.milestoneId, '9600'),
  });
  const readSplit = (answer: { data: unknown }) => {
    const [contract] = answer.data as [{ payment_milestone: { split: object; division: object }[] }];
    const [milestone] = contract.payment_milestone;
    if (!milestone) throw new Error('the contract has no milestone');
    return milestone;
  };
  const empty = await meera.post('awarded_job', { job_id });
  const deny = (reason: string) => ({ allowed: false, reason });
  const allow = { allowed: true, reason: null };
  const none = {
    split_id: expect.any(Number) as number,
    version: 0,
    due_at: dueAt,
    proposal: null,
    turns: [],
    goes_to_fws: false,
    stands_unanswered: false,
    can_propose: allow,
    can_agree: deny('contracts.split_none'),
    can_counter: deny('contracts.split_none'),
    can_refuse: deny('contracts.split_none'),
  };
  expect(readSplit(empty)).toMatchObject({ split: none, division: null });
  expect(empty).toMatchObject({
    data: [
      {
        job_status: 'ending',
        cancel_preview: null,
        cancelled_by: { side: 'poster', cancel_comment: 'Plans changed', created_at: now },
      },
    ],
  });
  const proposal = { milestone_id, worker_amount: '0', comment: 'Nothing is done', version: '0' };
  const turn = { side: 'poster', worker_amount: '0', comment: 'Nothing is done', created_at: now };
  const proposed = await meera.post('propose_split', proposal);
  const sums = { poster_amount: '9600', charge_amount: '192', refund_amount: '9408' };
  expect(readSplit(proposed).split).toEqual({
    ...none,
    version: 1,
    proposal: { ...turn, ...sums },
    turns: [turn],
    stands_unanswered: true,
    can_propose: deny('contracts.split_open'),
    can_agree: deny('contracts.split_yours'),
    can_counter: deny('contracts.split_yours'),
    can_refuse: deny('contracts.split_yours'),
  });
  const split_id = String((readSplit(proposed).split as { split_id: number }).split_id);
  const counter = { split_id, answer: 'counter', worker_amount: '4000.50', comment: 'Half', version: '1' };
  expect((await asha.post('answer_split', { ...counter, version: '0' })).status).toBe(409);
  const countered = await asha.post('answer_split', counter);
  expect(readSplit(countered).split).toMatchObject({
    version: 2,
    turns: [turn, { ...turn, side: 'worker', worker_amount: '4000.50', comment: 'Half' }],
    stands_unanswered: false,
  });
  const agree = { split_id, answer: 'agree', worker_amount: '', version: '2' };
  const agreed = await meera.post('answer_split', agree);
  expect(readSplit(agreed)).toMatchObject({
    split: null,
    division: {
      worker_amount: '4000.50',
      poster_amount: '5599.50',
      charge_amount: '111.99',
      refund_amount: '5487.51',
      created_at: now,
    },
  });
});
