import { expect, test } from 'vitest';
import { today } from '@fws/contract/today/calls';
import { arrived, claimNoShow, startVisit } from '@fws/contract/visits/calls';
import type { TestUser } from '../../../test/user.ts';
import type { World } from '../../../test/world.ts';
import { setUpVisits } from '../visits/testing/visits.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
const tools = setUpVisits((fixture) => ({ world, poster, worker } = fixture));

const read = (user: TestUser) => user.done(today, {});

test('shows a visit to both sides on its day, until the work has started', async () => {
  const { jobId, milestoneId, contract } = await tools.agree();
  const { startsAt } = await tools.read(jobId);
  const item = {
    jobId,
    jobNumber: contract.jobNumber,
    milestoneId: Number(milestoneId),
    position: 1,
    quoteId: null,
    disputeId: null,
    amountPaise: null,
    count: null,
    dueAt: startsAt,
  };
  expect((await read(worker)).items).toEqual([
    { ...item, kind: 'go_to_visit', side: 'worker', name: 'Kavita' },
  ]);
  expect(await read(poster)).toEqual({
    items: [{ ...item, kind: 'open_door', side: 'poster', name: 'Farhan' }],
    waiting: null,
    waitingMore: 0,
  });
  await poster.done(startVisit, { milestoneId });
  expect((await read(worker)).items.map(({ kind }) => kind)).toEqual(['completed']);
  expect((await read(poster)).items).toEqual([]);
});

test('nobody has to come before the first milestone is paid', async () => {
  await tools.agree('250', 0);
  expect((await read(worker)).items).toEqual([]);
  expect((await read(poster)).items.map(({ kind }) => kind)).toEqual(['funded']);
});

test('asks who was not there for an answer, with its end once the message has arrived', async () => {
  const { milestoneId, contract } = await tools.agree();
  tools.goTo('16:06');
  await worker.done(arrived, { milestoneId });
  tools.goTo('16:25');
  await worker.done(claimNoShow, { milestoneId });
  const claim = { kind: 'answer_visit', side: 'poster', amountPaise: 250_00, name: 'Farhan' };
  expect((await read(poster)).items).toMatchObject([{ ...claim, dueAt: null }]);
  const waiting = { kind: 'visit', jobNumber: contract.jobNumber, amountPaise: 250_00, name: 'Kavita' };
  expect((await read(worker)).waiting).toEqual({ ...waiting, dueAt: null });

  await tools.listNotices(poster, 'visit_claimed');
  await tools.runTimers();
  const dueAt = world.clock.format(2 * 3600_000);
  expect((await read(poster)).items).toMatchObject([{ ...claim, dueAt }]);
  expect(await read(worker)).toMatchObject({ items: [], waiting: { ...waiting, dueAt } });
});

test('the claim of a poster is about everything that nobody has worked for', async () => {
  const { milestoneId } = await tools.agree();
  tools.goTo('18:05');
  await poster.done(claimNoShow, { milestoneId });
  expect((await read(worker)).items).toMatchObject([{ kind: 'answer_visit', amountPaise: 2_100_00 }]);
});
