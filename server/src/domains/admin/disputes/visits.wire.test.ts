import { expect, test } from 'vitest';
import * as calls from '@fws/contract/admin/disputes/calls';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { IST_OFFSET_MS, toIstDate } from '@fws/contract/platform/dates';
import { answerNoShow, arrived, claimNoShow, onMyWay } from '@fws/contract/visits/calls';
import { createAdmin } from '../../../../test/admin/admins.ts';
import { buildIssue } from '../../../../test/disputes/issues.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';
import { setUpVisits } from '../../visits/testing/visits.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
const tools = setUpVisits((fixture) => ({ world, poster, worker } = fixture));

const today = (time: string): string =>
  new Date(Date.parse(`${toIstDate(world.clock.now())}T${time}:00Z`) - IST_OFFSET_MS).toISOString();

/** The dispute of the job, as an admin sees it. */
async function readCase(jobId: number) {
  const { id } = await world.db
    .selectFrom('dispute')
    .select('id')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  const finance = await createAdmin(world, 'finance');
  return finance.user.done(calls.adminDispute, { disputeId: String(id) });
}

test('shows who decides every piece of evidence of a visit, with when a step can have been taken', async () => {
  const agreedAt = today('10:00');
  const { jobId, milestoneId } = await tools.agree();
  tools.goTo('15:40');
  await worker.done(onMyWay, { milestoneId });
  tools.goTo('16:30');
  await worker.done(arrived, {
    milestoneId,
    device: 'phone-1',
    counter: '2',
    deviceTime: today('16:06'),
    serverTimeSeen: today('15:41'),
    latitude: '23.2156',
    longitude: '77.4304',
  });
  tools.goTo('16:40');
  await worker.done(claimNoShow, { milestoneId });
  tools.goTo('17:00');
  await poster.done(answerNoShow, { milestoneId, answer: 'contest', details: 'I was at home' });
  const { visit } = await readCase(jobId);
  const piece = { by: null, possible: null, answer: null, excuse: null, position: null };
  expect(visit).toEqual({
    startsAt: today('16:00'),
    endsAt: today('18:00'),
    agreedAt,
    feePaise: 250_00,
    state: 'contested',
    arrival: 'in_time',
    cause: null,
    evidence: [
      { ...piece, kind: 'funded', at: today('10:00') },
      {
        ...piece,
        kind: 'on_my_way',
        at: today('15:40'),
        possible: { from: today('15:40'), until: today('15:40'), deviceAt: today('15:40') },
      },
      {
        ...piece,
        kind: 'arrived',
        at: today('16:30'),
        possible: { from: today('15:41'), until: today('16:30'), deviceAt: today('16:06') },
        position: { latitude: 23.2156, longitude: 77.4304 },
      },
      { ...piece, kind: 'claimed', by: 'worker', at: today('16:40') },
      { ...piece, kind: 'answered', by: 'poster', at: today('17:00'), answer: 'contest' },
    ],
  });
});

test('says by whose fault a visit did not take place, in a later dispute of its job', async () => {
  const { jobId, milestoneId } = await tools.agree();
  tools.goTo('16:06');
  await worker.done(arrived, { milestoneId });
  await worker.done(claimNoShow, { milestoneId });
  await poster.done(answerNoShow, { milestoneId, answer: 'excuse', excuse: 'illness' });
  await worker.done(raiseIssue, buildIssue(jobId));
  const { visit } = await readCase(jobId);
  expect(visit).toMatchObject({
    state: 'missed',
    cause: { side: 'poster', isAbsence: true, excuse: 'illness' },
  });
  expect(visit?.evidence.at(-1)).toMatchObject({ kind: 'answered', answer: 'excuse', excuse: 'illness' });
});
