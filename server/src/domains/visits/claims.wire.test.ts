import { expect, test } from 'vitest';
import { IST_OFFSET_MS, toIstDate } from '@fws/contract/platform/dates';
import { openIssues, raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { wallet } from '@fws/contract/payouts/calls';
import { answerNoShow, arrived, claimNoShow, startVisit } from '@fws/contract/visits/calls';
import { setJobState } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import type { World } from '../../../test/world.ts';
import { setUpVisits } from './testing/visits.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
const tools = setUpVisits((fixture) => ({ world, poster, worker } = fixture));

const today = (time: string): string =>
  new Date(Date.parse(`${toIstDate(world.clock.now())}T${time}:00Z`) - IST_OFFSET_MS).toISOString();

const readFunds = async (jobId: number) =>
  (await tools.readContract(jobId)).milestones.map(({ fund, onHold }) => (onHold ? `${fund}, held` : fund));

const readRefunds = (jobId: number) =>
  world.db
    .selectFrom('refund')
    .innerJoin('milestone', 'milestone.id', 'refund.milestone_id')
    .where('milestone.job_id', '=', jobId)
    .select(['milestone.amount_paise', 'refund.amount_paise as refunded'])
    .orderBy('milestone.position')
    .execute();

/** The worker was there in time and claims. */
async function claimAsWorker(fee?: string) {
  const agreed = await tools.agree(fee);
  const { milestoneId } = agreed;
  tools.goTo('16:06');
  await worker.done(arrived, { milestoneId });
  tools.goTo('16:25');
  expect((await tools.read(agreed.jobId, worker)).claiming).toEqual({ allowed: true });
  await worker.done(claimNoShow, { milestoneId });
  return agreed;
}

/** Nobody came, and the poster claims. */
async function claimAsPoster(fee?: string) {
  const agreed = await tools.agree(fee);
  tools.goTo('18:05');
  expect((await tools.read(agreed.jobId)).claiming).toEqual({ allowed: true });
  await poster.done(claimNoShow, { milestoneId: agreed.milestoneId });
  return agreed;
}

test('a worker claims only after an arrival in time, a poster only after the agreed time', async () => {
  const { milestoneId, jobId } = await tools.agree();
  tools.goTo('15:30');
  await worker.done(arrived, { milestoneId });
  expect(await worker.call(claimNoShow, { milestoneId })).toMatchObject({
    status: 409,
    message: expect.stringContaining('after you recorded') as string,
  });
  tools.goTo('18:00');
  expect(await poster.call(claimNoShow, { milestoneId })).toMatchObject({
    status: 409,
    message: expect.stringContaining('recorded that they arrived') as string,
  });
  expect((await tools.read(jobId)).state).toBe('arrived');
});

test('the poster agrees: the fee is the worker’s at once, and the rest stays', async () => {
  const { jobId, milestoneId } = await claimAsWorker();
  expect(await tools.read(jobId, worker)).toMatchObject({
    state: 'claimed',
    claim: { by: 'worker', at: today('16:25'), until: null },
  });
  expect(await tools.listNotices(poster, 'visit_claimed')).toMatchObject([
    { text: expect.stringContaining('Farhan') as string },
  ]);
  const answer = { milestoneId, answer: 'agree' } as const;
  expect((await worker.call(answerNoShow, answer)).message).toContain('The other side');
  await poster.done(answerNoShow, answer);
  expect(await tools.read(jobId)).toMatchObject({
    state: 'missed',
    claim: null,
    cause: { side: 'poster', isAbsence: true, excuse: null },
  });
  expect(await readFunds(jobId)).toEqual(['released', 'funded']);
  expect(await worker.done(wallet, {})).toMatchObject({ balancePaise: 250_00 });
  for (const user of [poster, worker])
    expect(await tools.listNotices(user, 'visit_poster_absent')).toHaveLength(1);
  // It is decided.
  expect((await poster.call(answerNoShow, { ...answer, answer: 'contest' })).status).toBe(409);
  expect((await tools.cancel(poster, jobId)).status).toBe(200);
});

test('an excuse changes who is at fault, and nothing about the money', async () => {
  const { jobId, milestoneId } = await claimAsWorker();
  expect((await poster.call(answerNoShow, { milestoneId, answer: 'excuse' })).status).toBe(422);
  await poster.done(answerNoShow, { milestoneId, answer: 'excuse', excuse: 'illness' });
  expect((await tools.read(jobId)).cause).toEqual({ side: 'poster', isAbsence: true, excuse: 'illness' });
  expect(await readFunds(jobId)).toEqual(['released', 'funded']);
});

test('nobody answers: two hours after the delivery it is decided, and 24 hours later all goes back', async () => {
  const { jobId } = await claimAsPoster();
  await tools.runTimers();
  expect((await tools.read(jobId)).claim?.until).toBeNull();
  // The worker has seen it.
  tools.goTo('18:10');
  expect(await tools.listNotices(worker, 'visit_claimed')).toHaveLength(1);
  await tools.runTimers();
  expect((await tools.read(jobId)).claim?.until).toBe(today('20:10'));
  tools.goTo('20:09');
  await tools.runTimers();
  expect(await tools.readState(jobId)).toBe('claimed');
  expect((await tools.cancel(poster, jobId)).message).toContain('claim about the visit');
  tools.goTo('20:10');
  await tools.runTimers();
  expect(await tools.readState(jobId)).toBe('unanswered');
  expect(await tools.listNotices(worker, 'visit_unanswered')).toHaveLength(1);
  expect(await readFunds(jobId)).toEqual(['funded', 'funded']);
  tools.goTo('20:09', 1);
  await tools.runTimers();
  expect(await tools.readState(jobId)).toBe('unanswered');
  tools.goTo('20:10', 1);
  await tools.runTimers();
  expect(await tools.readState(jobId)).toBe('missed');
  expect(await readRefunds(jobId)).toEqual([
    { amount_paise: 250_00, refunded: 250_00 },
    { amount_paise: 1850_00, refunded: 1850_00 },
  ]);
  const job = await world.db.selectFrom('job').select('state').where('id', '=', jobId).executeTakeFirst();
  expect(job?.state).toBe('cancelled');
});

test('during the 24 hours after silence the other side can still contest', async () => {
  const { jobId, milestoneId } = await claimAsPoster();
  await tools.listNotices(worker, 'visit_claimed');
  await tools.runTimers();
  tools.goTo('20:30');
  // The timer has not run: what time has decided counts all the same.
  const details = 'I rang twice';
  await worker.done(answerNoShow, { milestoneId, answer: 'contest', details });
  expect(await tools.readState(jobId)).toBe('contested');
  expect(await readFunds(jobId)).toEqual(['funded, held', 'funded, held']);
  const dispute = await world.db
    .selectFrom('dispute')
    .select(['raised_by', 'against', 'issue', 'origin', 'details'])
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  expect(dispute).toEqual({
    raised_by: poster.id,
    against: worker.id,
    issue: 'provider_absent',
    origin: 'visit',
    details: '',
  });
  // What the worker says is their own.
  expect(await world.db.selectFrom('dispute_comment').select(['user_id', 'body']).execute()).toContainEqual({
    user_id: worker.id,
    body: details,
  });
  for (const user of [poster, worker])
    expect(await tools.listNotices(user, 'visit_contested')).toHaveLength(1);
});

test('a contested claim of the worker holds the fee alone', async () => {
  const { jobId, milestoneId } = await claimAsWorker();
  await poster.done(answerNoShow, { milestoneId, answer: 'excuse', excuse: 'hindered' });
  expect(await tools.readState(jobId)).toBe('contested');
  expect(await readFunds(jobId)).toEqual(['funded, held', 'funded']);
});

test('the side that claims withdraws its dispute, and the money is free again', async () => {
  const { jobId, milestoneId } = await claimAsWorker();
  await poster.done(answerNoShow, { milestoneId, answer: 'contest' });
  const [issue] = (await worker.done(openIssues, {})).items;
  const issueId = String(issue?.id);
  expect((await poster.call(withdrawIssue, { issueId })).status).toBe(403);
  await worker.done(withdrawIssue, { issueId });
  expect(await readFunds(jobId)).toEqual(['funded', 'funded']);
  expect(await tools.readState(jobId)).toBe('contested');
  // Another one about the same money waits for FWS.
  const again = { jobId: String(jobId), issue: 'poster_silent' as const, details: 'Still nobody' };
  await worker.done(raiseIssue, { ...again, milestoneIds: milestoneId });
  expect(await readFunds(jobId)).toEqual(['funded', 'funded']);
});

test('who could not be told is not decided against', async () => {
  const { jobId } = await claimAsPoster();
  tools.goTo('18:04', 1);
  await tools.runTimers();
  expect(await tools.readState(jobId)).toBe('claimed');
  tools.goTo('18:05', 1);
  await tools.runTimers();
  expect(await tools.readState(jobId)).toBe('contested');
});

test('an arrival that was kept on the device ends the claim', async () => {
  const { jobId, milestoneId } = await claimAsPoster();
  tools.goTo('18:40');
  const kept = {
    device: 'phone-1',
    counter: '1',
    deviceTime: today('17:20'),
    serverTimeSeen: today('15:00'),
  };
  await worker.done(arrived, { milestoneId, ...kept });
  expect(await tools.read(jobId)).toMatchObject({ state: 'arrived', arrival: 'in_time', claim: null });
  expect(await tools.listNotices(poster, 'visit_claim_ended')).toHaveLength(1);
  expect((await poster.call(claimNoShow, { milestoneId })).status).toBe(409);
});

test('a start with the code ends the claim, a tap of the poster does not', async () => {
  const { jobId, milestoneId } = await claimAsWorker();
  expect(await poster.call(startVisit, { milestoneId })).toMatchObject({
    status: 409,
    message: expect.stringContaining('Answer that first') as string,
  });
  expect((await tools.read(jobId)).state).toBe('claimed');
  await worker.done(startVisit, { milestoneId, code: await tools.sayCode(jobId) });
  expect(await tools.read(jobId)).toMatchObject({ state: 'started', claim: null });
  expect((await tools.readContract(jobId)).milestones[0]?.work).toBe('started');
  // The worker has ended their own claim, and the poster made none.
  for (const user of [poster, worker]) expect(await tools.listNotices(user, 'visit_claim_ended')).toEqual([]);
  expect(await tools.listNotices(poster, 'work_started')).toHaveLength(1);
});

test('a start of the worker tells the poster who claimed', async () => {
  const { jobId, milestoneId } = await claimAsPoster();
  await worker.done(startVisit, { milestoneId, code: await tools.sayCode(jobId) });
  expect(await tools.listNotices(poster, 'visit_claim_ended')).toMatchObject([
    { text: expect.stringContaining('Farhan') as string },
  ]);
  expect(await tools.listNotices(worker, 'visit_started')).toEqual([]);
});

test('a tap of the poster tells the worker', async () => {
  const { jobId, milestoneId } = await tools.agree();
  await poster.done(startVisit, { milestoneId });
  expect(await tools.listNotices(worker, 'visit_started')).toMatchObject([
    { path: `/visit/${jobId}`, text: expect.stringContaining('Kavita') as string },
  ]);
  // Who tapped knows it.
  expect(await tools.listNotices(poster, 'work_started')).toEqual([]);
});

test('a claim about no money ends when it is contested, and who made it is told', async () => {
  const { jobId, milestoneId } = await claimAsWorker('0');
  await poster.done(answerNoShow, { milestoneId, answer: 'contest' });
  expect(await tools.readState(jobId)).toBe('contested');
  expect(await readFunds(jobId)).toEqual(['funded']);
  expect(await world.db.selectFrom('dispute').select('id').where('job_id', '=', jobId).execute()).toEqual([]);
  expect(await tools.listNotices(worker, 'visit_claim_ended')).toMatchObject([
    { text: expect.stringContaining('Kavita') as string },
  ]);
  expect(await tools.listNotices(poster, 'visit_claim_ended')).toEqual([]);
});

test('a claim without a fee decides about no money of the worker', async () => {
  const { jobId, milestoneId } = await claimAsWorker('0');
  await poster.done(answerNoShow, { milestoneId, answer: 'agree' });
  expect(await tools.readState(jobId)).toBe('missed');
  expect(await readFunds(jobId)).toEqual(['funded']);
});

test('repeating a claim changes nothing', async () => {
  const { jobId, milestoneId } = await claimAsWorker();
  await worker.done(claimNoShow, { milestoneId });
  expect((await poster.call(claimNoShow, { milestoneId })).status).toBe(409);
  expect((await tools.read(jobId)).state).toBe('claimed');
});

test('a visit ends with its job', async () => {
  const { jobId } = await tools.agree('0', 0);
  await setJobState(world, jobId, 'cancel');
  await tools.runTimers();
  expect(await tools.readState(jobId)).toBe('cancelled');
});

test('a claim and the cancellation of the poster race: one of them happens', async () => {
  const { jobId, milestoneId } = await tools.agree();
  tools.goTo('16:30');
  await worker.done(arrived, { milestoneId });
  const [claimed, cancelled] = await Promise.all([
    worker.call(claimNoShow, { milestoneId }),
    tools.cancel(poster, jobId),
  ]);
  expect([claimed.status, cancelled.status].filter((status) => status === 200)).toHaveLength(1);
});
