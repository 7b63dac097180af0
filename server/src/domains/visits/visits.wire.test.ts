import { expect, test } from 'vitest';
import { moveWork, proposeChange } from '@fws/contract/contracts/calls';
import { IST_OFFSET_MS, toIstDate } from '@fws/contract/platform/dates';
import {
  contractRequests,
  myQuotes,
  quoteDetail,
  quoteHistory,
  submitQuote,
  updateQuote,
} from '@fws/contract/quotes/calls';
import { arrived, endVisit, onMyWay, startVisit, visitList } from '@fws/contract/visits/calls';
import { toChangeProposal } from '../../../test/change-orders.ts';
import { post } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import type { World } from '../../../test/world.ts';
import { buildVisitQuote } from './testing/awarding.ts';
import { setUpVisits } from './testing/visits.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
const tools = setUpVisits((fixture) => ({ world, poster, worker } = fixture));

const today = (time: string): string =>
  new Date(Date.parse(`${toIstDate(world.clock.now())}T${time}:00Z`) - IST_OFFSET_MS).toISOString();

const readVisits = async (quoteId: string) =>
  (await worker.done(quoteHistory, { quoteId })).items.map(({ visit, changed }) => [visit, changed]);

test('a quote states a visit, which both sides read before it is accepted', async () => {
  const job = await post(world, poster);
  const form = buildVisitQuote(world, job.id);
  const visit = { date: form.visitDate, window: '16:00-18:00', feePaise: 250_00 };
  const sent = await worker.done(submitQuote, form);
  expect(sent.visit).toEqual(visit);
  const quoteId = String(sent.id);
  expect((await poster.done(quoteDetail, { quoteId })).visit).toEqual(visit);
  expect((await worker.done(myQuotes, {})).items.map((item) => item.visit)).toEqual([visit]);
  expect(
    (await poster.done(contractRequests, { jobId: String(job.id) })).items.map((item) => item.visit),
  ).toEqual([visit]);

  const { jobId: _, visitDate, visitWindow, visitFeeText, ...offer } = form;
  // What is left out stays.
  const kept = await worker.done(updateQuote, { ...offer, quoteId, version: '' });
  expect(kept.visit).toEqual(visit);
  const moved = { visitDate, visitWindow: '09:00-10:00', visitFeeText: '' };
  // Ten o'clock is over in a moment.
  tools.goTo('09:59');
  expect((await worker.done(updateQuote, { ...offer, ...moved, quoteId, version: '' })).visit).toEqual({
    ...visit,
    window: '09:00-10:00',
    feePaise: 0,
  });
  expect(await readVisits(quoteId)).toEqual([
    [visit, []],
    [{ ...visit, window: '09:00-10:00', feePaise: 0 }, ['visit']],
  ]);
  const none = { visitDate: '', visitWindow: '', visitFeeText: '' };
  expect((await worker.done(updateQuote, { ...offer, ...none, quoteId, version: '' })).visit).toBeNull();
  expect([visitWindow, visitFeeText]).toEqual(['16:00-18:00', '250']);
});

test.each([
  ['a time without a day', { visitDate: '' }, 'visitWindow'],
  ['a fee without a visit', { visitDate: '', visitWindow: '' }, 'visitFeeText'],
  ['a time that is too short', { visitWindow: '16:00-16:10' }, 'visitWindow'],
  ['a day that is over', { visitDate: '2026-01-05' }, 'visitDate'],
  ['a fee above the setting', { visitFeeText: '500.01' }, 'visitFeeText'],
  ['a fee that cannot be paid', { visitFeeText: '0.50' }, 'visitFeeText'],
])('refuses a quote with %s', async (_, change, field) => {
  const job = await post(world, poster);
  const answer = await worker.call(submitQuote, buildVisitQuote(world, job.id, change));
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.errors ?? {})).toContain(field);
});

test.each([
  ['the fee of the visit', '250', /^Milestone 1 is the visit fee, which was agreed/],
  ['the work that a visit without a fee begins', '0', /^Milestone 1 begins with the visit/],
])('no change of the plan removes %s before the visit', async (_, fee, text) => {
  const { contract } = await tools.agree(fee, 0);
  const [first] = contract.milestones;
  if (!first) throw new Error('no milestone');
  const wanted = toChangeProposal(contract, { rows: [[null, 'Loft', '900']], removed: [first.id] });
  expect(await worker.call(proposeChange, wanted)).toMatchObject({
    httpStatus: 409,
    message: expect.stringMatching(text),
  });
});

test('an accepted quote makes a milestone of the fee and a visit', async () => {
  const { contract, jobId } = await tools.agree('250', 1);
  expect(contract).toMatchObject({
    totalPaise: 2100_00,
    milestones: [
      { position: 1, name: 'Visit fee', amountPaise: 250_00, fund: 'unfunded' },
      { position: 2, amountPaise: 1850_00 },
    ],
  });
  const visit = {
    jobId,
    milestoneId: contract.milestones[0]?.id,
    side: 'worker',
    workerId: worker.id,
    startsAt: today('16:00'),
    endsAt: today('18:00'),
    feePaise: 250_00,
    state: 'agreed',
    onTheWayAt: null,
    arrivedAt: null,
    arrival: null,
    startedAt: null,
    endedAt: null,
    claim: null,
    claiming: { allowed: false, reason: 'visits.not_arrived' },
    cause: null,
    codesLeft: 5,
    secret: null,
    doorKey: null,
  };
  expect(await worker.done(visitList, { jobId: String(jobId) })).toEqual({ items: [visit] });
  expect((await worker.post('visit_list', { job_id: String(jobId) })).data).toEqual([
    {
      job_id: jobId,
      milestone: visit.milestoneId,
      side: 'worker',
      worker_id: worker.id,
      starts_at: visit.startsAt,
      ends_at: visit.endsAt,
      visit_fee: '250',
      state: 'agreed',
      on_the_way_at: null,
      arrived_at: null,
      arrival: null,
      started_at: null,
      ended_at: null,
      claim: null,
      can_claim: { allowed: false, reason: 'visits.not_arrived' },
      cause: null,
      codes_left: 5,
      secret: null,
      door_key: null,
    },
  ]);
  expect(await tools.read(jobId)).toEqual({
    ...visit,
    side: 'poster',
    claiming: { allowed: false, reason: 'visits.not_over' },
    secret: expect.stringMatching(/^[\w-]{43}$/) as string,
  });
});

test('the worker leaves, arrives and starts with the code', async () => {
  const { jobId, milestoneId } = await tools.agree();
  tools.goTo('15:42');
  await worker.done(onMyWay, { milestoneId });
  tools.goTo('16:06');
  await worker.done(arrived, { milestoneId, latitude: '23.2156', longitude: '77.4304' });
  // They open the code, not the job.
  const opensVisit = [expect.objectContaining({ path: `/visit/${jobId}` })];
  expect(await tools.listNotices(poster, 'visit_on_the_way')).toEqual(opensVisit);
  expect(await tools.listNotices(poster, 'visit_arrived')).toEqual(opensVisit);

  const code = await tools.sayCode(jobId);
  const step = { jobId: String(jobId), milestoneId, step: 'started' as const };
  const refused = await worker.call(moveWork, step);
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('door code') as string });
  tools.goTo('16:09');
  await worker.done(startVisit, { milestoneId, code });
  // Once is enough.
  await worker.done(startVisit, { milestoneId, code });
  tools.goTo('17:30');
  await worker.done(endVisit, { milestoneId });
  expect(await tools.read(jobId)).toMatchObject({
    state: 'ended',
    arrival: 'in_time',
    onTheWayAt: today('15:42'),
    arrivedAt: today('16:06'),
    startedAt: today('16:09'),
    endedAt: today('17:30'),
    secret: null,
  });
  const { milestones } = await tools.readContract(jobId);
  expect(milestones.map(({ work, fund }) => [work, fund])).toEqual([
    ['started', 'funded'],
    ['not_started', 'funded'],
  ]);
  expect(await tools.listNotices(poster, 'work_started')).toHaveLength(1);
});

test('of two arrivals the one in time counts, with its own time', async () => {
  const { jobId, milestoneId } = await tools.agree();
  tools.goTo('15:58');
  await worker.done(arrived, { milestoneId });
  expect(await tools.read(jobId)).toMatchObject({ arrival: 'early', arrivedAt: today('15:58') });
  tools.goTo('16:06');
  await worker.done(arrived, { milestoneId });
  expect(await tools.read(jobId, worker)).toMatchObject({
    arrival: 'in_time',
    arrivedAt: today('16:06'),
    claiming: { allowed: true },
  });
  expect(await tools.listNotices(poster, 'visit_arrived')).toHaveLength(1);
});

test('clients of the specification start with the code, too', async () => {
  const { jobId, milestoneId } = await tools.agree();
  const form = { job_id: String(jobId), milestone: milestoneId, milestone_status: 'Completed' };
  expect((await worker.post('employee_mark_as_completed', form)).status).toBe(409);
  const code = await tools.sayCode(jobId);
  const started = await worker.post('employee_mark_as_completed', { ...form, code });
  expect(started.status).toBe(200);
  expect((await tools.read(jobId)).state).toBe('started');
  // Nothing is asked again.
  expect((await worker.post('employee_mark_as_completed', form)).status).toBe(200);
});

const listWrong = (code: string, count: number): string[] =>
  ['0000', '1111', '2222', '3333', '4444', '5555'].filter((digits) => digits !== code).slice(0, count);

test('a wrong code whose answer was lost is sent again and counts once', async () => {
  const { jobId, milestoneId } = await tools.agree();
  const [first = '', second = ''] = listWrong(await tools.sayCode(jobId), 2);
  const attempt = { milestoneId, device: 'phone-1', counter: '3', deviceTime: today('16:06') };
  const send = async (code: string) => (await worker.call(startVisit, { ...attempt, code })).message;
  const messages = [await send(first), await send(first)];
  expect(messages[1]).toBe(messages[0]);
  expect(messages[0]).toContain('4 more tries');
  await Promise.all([send(first), send(first)]);
  expect(await send(second)).toContain('3 more tries');
  expect(await send(first)).toContain('3 more tries');
  expect((await tools.read(jobId)).codesLeft).toBe(3);
});

test('what can be no code is refused without a try, and digits of Hindi are read', async () => {
  const { jobId, milestoneId } = await tools.agree();
  const code = await tools.sayCode(jobId);
  for (const none of ['12', '123456', 'abcd'])
    expect(await worker.call(startVisit, { milestoneId, code: none })).toMatchObject({
      status: 422,
      errors: { code: 'The door code has four digits' },
    });
  expect((await tools.read(jobId)).codesLeft).toBe(5);
  const inHindi = Array.from(code, (digit) => '०१२३४५६७८९'[Number(digit)]).join('');
  await worker.done(startVisit, { milestoneId, code: inHindi });
});

test('five wrong codes leave the scan and the poster’s tap', async () => {
  const { jobId, milestoneId } = await tools.agree();
  const code = await tools.sayCode(jobId);
  const messages: string[] = [];
  for (const wrong of listWrong(code, 5))
    messages.push((await worker.call(startVisit, { milestoneId, code: wrong })).message);
  expect(messages[0]).toContain('4 more tries');
  expect(messages[3]).toContain('1 more try');
  expect((await tools.read(jobId)).codesLeft).toBe(0);
  const step = { jobId: String(jobId), milestoneId, step: 'started' as const };
  expect((await worker.call(startVisit, { milestoneId, code })).message).toContain(
    'Scan the code, or ask the poster',
  );
  expect((await worker.call(moveWork, { ...step, code })).message).toContain(
    'Scan the code, or ask the poster',
  );
  await poster.done(startVisit, { milestoneId });
  expect((await tools.read(jobId)).state).toBe('started');
  expect((await tools.readContract(jobId)).milestones[0]?.work).toBe('started');
});

test('a wrong code of the old call counts like any other', async () => {
  const { jobId, milestoneId } = await tools.agree();
  const code = await tools.sayCode(jobId);
  const wrong = code === '0000' ? '1111' : '0000';
  await worker.call(moveWork, { jobId: String(jobId), milestoneId, step: 'started', code: wrong });
  expect((await tools.read(jobId)).codesLeft).toBe(4);
});

test('nothing starts before the first milestone is paid', async () => {
  const { jobId, milestoneId } = await tools.agree('250', 0);
  const answer = await poster.call(startVisit, { milestoneId });
  expect(answer.status).toBe(409);
  expect(answer.message).toContain('not paid yet');
  const code = await tools.sayCode(jobId);
  const [wrong = ''] = listWrong(code, 1);
  for (const digits of [code, wrong])
    expect((await worker.call(startVisit, { milestoneId, code: digits })).status).toBe(409);
  // No code is judged, so none tells the right one, and none is used up.
  expect(await tools.read(jobId)).toMatchObject({ state: 'agreed', codesLeft: 5 });
});

test('a visit exists for its two sides, and its milestone alone', async () => {
  const { jobId, milestoneId, contract } = await tools.agree();
  const stranger = await world.user();
  for (const call of [onMyWay, arrived, endVisit, startVisit])
    expect((await stranger.call(call, { milestoneId })).status).toBe(404);
  expect((await stranger.call(visitList, { jobId: String(jobId) })).status).toBe(404);
  const other = String(contract.milestones[1]?.id);
  expect((await worker.call(arrived, { milestoneId: other })).status).toBe(404);
  expect((await poster.call(onMyWay, { milestoneId })).status).toBe(404);
});

test('a step that is sent again changes nothing, and a kept one counts with its own time', async () => {
  const { jobId, milestoneId } = await tools.agree();
  tools.goTo('19:00');
  const kept = {
    milestoneId,
    device: 'phone-1',
    counter: '7',
    deviceTime: today('16:06'),
    serverTimeSeen: today('15:51'),
  };
  await worker.done(arrived, kept);
  await worker.done(arrived, { ...kept, deviceTime: today('18:59') });
  expect(await tools.read(jobId)).toMatchObject({ arrival: 'in_time', arrivedAt: today('16:06') });
  expect(await tools.listNotices(poster, 'visit_arrived')).toHaveLength(1);
});
