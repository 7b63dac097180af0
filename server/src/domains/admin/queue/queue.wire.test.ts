import { adminEnquiry, adminEnquiryAnswered } from '@fws/contract/admin/enquiries/calls';
import { adminIdentity, adminIdentityReview } from '@fws/contract/admin/identity/calls';
import { adminJob, adminJobVerify } from '@fws/contract/admin/jobs/calls';
import * as calls from '@fws/contract/admin/queue/calls';
import { QUEUE_STAKES } from '@fws/contract/admin/queue/model';
import type { QueueItem } from '@fws/contract/admin/queue/schemas';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { identityStatus } from '@fws/contract/kyc/calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { award, earn, fund, getMilestoneAt, post } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { findNewestCheck, submit } from '../../../../test/kyc/identity-checks.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';

let world: World;
let boss: TestAdmin;
let support: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ env: { IDENTITY_REVIEW: 'after' } });
});
beforeEach(async () => {
  boss = await createAdmin(world, 'admin');
  support = await createAdmin(world, 'support');
});
afterAll(() => world.close());

const PAN = 'ABCPE1234F';

/** Reads the whole queue, page by page. */
async function readWholeQueue(user: TestUser, kind = '', limit = '2'): Promise<QueueItem[]> {
  const items: QueueItem[] = [];
  for (let cursor = ''; ;) {
    const page = await user.done(calls.adminQueue, { kind, limit, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}
const encodeCursor = (key: string) => Buffer.from(JSON.stringify([key, 1])).toString('base64url');
const isInQueue = async (kind: string, id: number) =>
  (await readWholeQueue(boss.user, kind, '100')).some((item) => item.id === id);

/** Creates a user whose PAN the provider has just verified. */
async function createVerifiedUser(): Promise<{ user: TestUser; checkId: number }> {
  const user = await world.user({ firstName: 'Lakshmi', lastName: 'Pillai' });
  expect((await submit(user, 'pan', PAN)).status).toBe(200);
  return { user, checkId: (await findNewestCheck(world, user)).id };
}

test('lists all kinds, page by page, those of one stake by due time, and counts each kind', async () => {
  const poster = await world.user();
  const worker = await world.user({ identity: 'verified' });
  const contract = await award(world, { poster, worker }, { rupees: '1000' });
  await fund(world, poster, getMilestoneAt(contract));
  const { id: disputeId } = await worker.done(raiseIssue, {
    jobId: String(contract.jobId),
    issue: 'payment',
    details: 'Nobody answers',
  });
  const { checkId } = await createVerifiedUser();
  const jobs = [await post(world, poster), await post(world, poster), await post(world, poster)];

  const items = await readWholeQueue(boss.user);
  for (const stake of [1, 2, 3]) {
    const dueTimes = items.filter(({ kind }) => QUEUE_STAKES[kind] === stake).map(({ dueAt }) => dueAt);
    expect(dueTimes).toEqual(dueTimes.toSorted());
  }
  expect(new Set(items.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(items.length);
  const findItem = (kind: string, id: number) => items.find((item) => item.kind === kind && item.id === id);
  expect(findItem('dispute', disputeId)).toMatchObject({
    title: 'Paint a flat',
    reference: `FWS-D-${String(disputeId).padStart(6, '0')}`,
    amountPaise: 200_00,
  });
  expect(findItem('identity', checkId)).toMatchObject({ title: 'Lakshmi Pillai', reference: 'PAN' });
  for (const job of jobs) expect(findItem('job', job.id)).toMatchObject({ reference: job.number });

  const { counts } = await boss.user.done(calls.adminQueueCounts, {});
  for (const { kind, waiting } of counts) expect(await readWholeQueue(boss.user, kind)).toHaveLength(waiting);
});

test('shows each role only the kinds it has permission for', async () => {
  await createVerifiedUser();
  const finance = await createAdmin(world, 'finance');
  const listKinds = async ({ user }: TestAdmin) =>
    (await user.done(calls.adminQueueCounts, {})).counts.map(({ kind }) => kind);
  const money = ['withdrawal', 'unapplied', 'refund', 'chargeback', 'books'];
  const reports = ['report', 'appeal', 'contest'];
  const others = ['identity', 'name', 'job', 'enquiry'];
  expect(await listKinds(boss)).toEqual([
    'dispute',
    'approval',
    ...reports,
    ...others,
    ...money,
    'webhook',
    'task',
  ]);
  expect(await listKinds(support)).toEqual(['dispute', ...reports, ...others]);
  expect(await listKinds(finance)).toEqual(['dispute', 'approval', ...money]);
  expect(await readWholeQueue(finance.user, 'identity')).toEqual([]);
});

test.each(['x', encodeCursor('no time job'), encodeCursor('2026-01-01T00:00:00.000Z nothing')])(
  'returns 400 for a cursor that the server did not create: %s',
  async (cursor) => {
    expect((await boss.user.call(calls.adminQueue, { cursor })).status).toBe(400);
  },
);

test('shows an identity check with its video and code, and writes an audit entry for each read', async () => {
  const { user, checkId } = await createVerifiedUser();
  const identityCase = await support.user.done(adminIdentity, { checkId: String(checkId) });
  expect(identityCase).toMatchObject({
    kind: 'pan',
    last4: '234F',
    state: 'verified',
    person: { id: user.id, name: 'Lakshmi Pillai' },
    providerName: 'LAKSHMI PILLAI',
    code: expect.stringMatching(/^[0-9A-Z]{6}$/) as string,
    reviewed: null,
  });
  const open = (by: TestUser) =>
    fetch(`${world.url}${identityCase.video?.url}`, { headers: { authorization: `Bearer ${by.token}` } });
  expect((await open(support.user)).headers.get('content-type')).toBe('video/webm');
  expect((await open(await world.user())).status).toBe(404);
  expect((await open((await createAdmin(world, 'finance')).user)).status).toBe(404);
  const recordedReads = await world.db
    .selectFrom('audit_log')
    .select(['subject'])
    .where('admin_id', '=', support.user.id)
    .where('act', '=', 'viewed')
    .execute();
  expect(recordedReads.map(({ subject }) => subject)).toEqual(['identity_check', 'identity_video']);
});

test('removes a confirmed identity from the queue and keeps it verified', async () => {
  const { user, checkId } = await createVerifiedUser();
  expect(await isInQueue('identity', checkId)).toBe(true);
  await support.user.done(adminIdentityReview, { checkId: String(checkId), decision: 'confirm' });
  expect(await isInQueue('identity', checkId)).toBe(false);
  expect(await user.done(identityStatus, { referenceId: '' })).toMatchObject({ state: 'verified' });
});

test('removes the verification of a refused identity, notifies the user of the reason, and allows a new attempt', async () => {
  const { user, checkId } = await createVerifiedUser();
  const refusal = { checkId: String(checkId), decision: 'refuse' as const };
  expect(await support.user.call(adminIdentityReview, refusal)).toMatchObject({
    status: 422,
    errors: { reason: 'Please write the reason' },
  });
  await support.user.done(adminIdentityReview, {
    ...refusal,
    reason: 'The code is not heard',
  });
  expect(await user.done(identityStatus, { referenceId: '' })).toMatchObject({
    state: 'refused',
    reason: 'The code is not heard',
  });
  await world.drain();
  const notification = await world.db
    .selectFrom('notification')
    .select(['type', 'values'])
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(notification).toEqual({
    type: 'identity_refused',
    values: { reason: 'The code is not heard' },
  });
  expect((await support.user.call(adminIdentityReview, { ...refusal, decision: 'confirm' })).status).toBe(
    409,
  );
  expect((await submit(user, 'pan', PAN)).status).toBe(200);
});

test('keeps an identity pending until a review when IDENTITY_REVIEW is first', async () => {
  const reviewFirstWorld = await startWorld({ env: { IDENTITY_REVIEW: 'first' } });
  try {
    const helper = await createAdmin(reviewFirstWorld, 'support');
    const user = await reviewFirstWorld.user({ firstName: 'Asha', lastName: 'Kale' });
    await submit(user, 'pan', PAN);
    expect(await user.done(identityStatus, { referenceId: '' })).toMatchObject({ state: 'pending' });
    const [waiting] = (await helper.user.done(calls.adminQueue, { kind: 'identity' })).items;
    const checkId = String(waiting?.id);
    expect(await helper.user.done(adminIdentity, { checkId })).toMatchObject({
      state: 'pending',
      providerName: 'ASHA KALE',
    });
    await helper.user.done(adminIdentityReview, { checkId, decision: 'confirm' });
    expect(await user.done(identityStatus, { referenceId: '' })).toMatchObject({ state: 'verified' });
  } finally {
    await reviewFirstWorld.close();
  }
});

test('removes a job from the queue after it is verified or declined', async () => {
  const poster = await world.user();
  const [good, doubtful] = [await post(world, poster), await post(world, poster)];
  await support.user.done(adminJobVerify, { jobId: String(good.id), decision: 'verify' });
  const decline = { jobId: String(doubtful.id), decision: 'decline' as const };
  expect((await support.user.call(adminJobVerify, decline)).status).toBe(422);
  await support.user.done(adminJobVerify, { ...decline, reason: 'The address does not exist' });
  for (const job of [good, doubtful]) expect(await isInQueue('job', job.id)).toBe(false);
  expect(await poster.done(jobDetail, { jobId: String(good.id) })).toMatchObject({ verified: true });
  expect(await poster.done(jobDetail, { jobId: String(doubtful.id) })).toMatchObject({ verified: false });
  expect(await support.user.done(adminJob, { jobId: String(good.id) })).toMatchObject({
    verified: true,
    poster: { id: poster.id, jobsPosted: 2 },
    reviewed: { by: `${support.user.firstName} Kumar` },
  });
  expect((await support.user.call(adminJob, { jobId: '999999' })).status).toBe(404);
});

test('shows an enquiry and marks it as answered once', async () => {
  const fields = {
    name: 'Arun Shah',
    purpose: 'Repairs',
    fws_known: 'A friend',
    company: 'Deccan Agro Traders',
    phone: '9876543210',
    email: 'arun@deccan.example',
    address1: '14, Sample Road',
    address2: '',
    address3: 'Pune',
    post_requirement: 'Plumbing twice a year',
  };
  expect((await world.guest.post('fws_business', fields)).status).toBe(200);
  const [waiting] = await readWholeQueue(support.user, 'enquiry');
  const enquiryId = String(waiting?.id);
  expect(waiting).toMatchObject({ title: 'Deccan Agro Traders', reference: `B-${enquiryId}` });
  expect(await support.user.done(adminEnquiry, { enquiryId })).toMatchObject({
    name: 'Arun Shah',
    address: '14, Sample Road, Pune',
    answered: null,
  });
  const answers = await Promise.all(
    [boss, support].map(({ user }) => user.call(adminEnquiryAnswered, { enquiryId })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await readWholeQueue(support.user, 'enquiry')).toEqual([]);
  expect((await support.user.call(adminEnquiry, { enquiryId: '999999' })).status).toBe(404);
});

test('puts money before people and people before jobs, page by page, whatever is due first', async () => {
  const poster = await world.user();
  const worker = await world.user({ identity: 'verified' });
  await post(world, poster);
  await createVerifiedUser();
  const contract = await award(world, { poster, worker }, { rupees: '1000' });
  await fund(world, poster, getMilestoneAt(contract));
  await worker.done(raiseIssue, { jobId: String(contract.jobId), issue: 'payment', details: 'Late' });
  const items = await readWholeQueue(boss.user, '', '3');
  const stakes = items.map(({ kind }) => QUEUE_STAKES[kind]);
  expect(stakes).toEqual(stakes.toSorted((a, b) => a - b));
  expect(new Set(stakes)).toEqual(new Set([1, 2, 3]));
});

test('shows the money in the wallet that waits for an identity', async () => {
  const { user, checkId } = await createVerifiedUser();
  const findAmount = async () =>
    (await readWholeQueue(boss.user, 'identity', '100')).find(({ id }) => id === checkId)?.amountPaise;
  expect(await findAmount()).toBeNull();
  await earn(world, { poster: await world.user(), worker: user }, '1500');
  expect(await findAmount()).toBe(1_500_00);
});
