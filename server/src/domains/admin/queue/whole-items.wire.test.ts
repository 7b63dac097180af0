import { adminIdentity, adminIdentityReview } from '@fws/contract/admin/identity/calls';
import { adminJob, adminJobVerify } from '@fws/contract/admin/jobs/calls';
import { adminQueue, adminQueueCounts } from '@fws/contract/admin/queue/calls';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import { postJob } from '@fws/contract/jobs/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { createVideo, requestCode, submit } from '../../../../test/kyc/identity-checks.ts';
import { expectPages } from '../../../../test/pages.ts';
import { readJobNumber } from '../../../../test/rows.ts';
import { award, fund, getMilestoneAt, post } from '../../../../test/story.ts';
import { controlSandbox } from '../../../../test/payouts.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

// Every field of the queue's items, and of the identities and jobs that wait for a review.

let world: World;
let support: TestAdmin;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true, env: { IDENTITY_REVIEW: 'after' } });
  support = await createAdmin(world, 'support');
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Lakshmi', lastName: 'Pillai' });
});
afterAll(() => world.close());

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n';
const addDays = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * DAY_MS));
const openFile = async (url: string) =>
  Buffer.from(
    await (
      await fetch(world.url + url, { headers: { authorization: `Bearer ${support.user.token}` } })
    ).arrayBuffer(),
  );

test('shows every field of an identity check, before and after it is refused', async () => {
  await world.db
    .updateTable('user_account')
    .set({ company_name: 'Pillai Interiors' })
    .where('id', '=', worker.id)
    .execute();
  const code = await requestCode(worker);
  const video = createVideo();
  await controlSandbox(world, 'names', { ending: '6401', name: 'LAKSHMI PILLAI' });
  const submission = { code, file: video, nameOnId: 'Laxmi Pillai' };
  expect((await submit(worker, 'pan', 'ABCPE6401F', submission)).status).toBe(200);
  await world.drain();
  const createdAt = world.clock.format();
  const row = await world.db
    .selectFrom('identity_check')
    .innerJoin('identity_video', 'identity_video.id', 'identity_check.video_id')
    .select(['identity_check.id', 'provider_reference', 'file_id'])
    .where('identity_check.user_id', '=', worker.id)
    .executeTakeFirstOrThrow();
  const url = `/api/files/${row.file_id}/recording.webm`;
  const identity = {
    id: row.id,
    kind: 'pan',
    last4: '401F',
    createdAt,
    person: {
      id: worker.id,
      name: 'Lakshmi Pillai',
      companyName: 'Pillai Interiors',
      location: 'Kothrud, Pune',
    },
    providerName: 'LAKSHMI PILLAI',
    nameOnId: 'Laxmi Pillai',
    names: {
      account: { match: 'same', differences: [] },
      typed: {
        match: 'same',
        differences: [{ kind: 'spelling', left: 'Laxmi', right: 'LAKSHMI' }],
      },
    },
    providerReference: row.provider_reference,
    code,
    video: { url, name: 'recording.webm', bytes: video.size, image: false },
    usedBy: [],
    mayDecide: { allowed: true },
  };
  const params = { checkId: String(row.id) };
  expect(await support.user.done(adminIdentity, params)).toEqual({
    ...identity,
    state: 'verified',
    reason: null,
    decidedAt: createdAt,
    reviewed: null,
  });
  expect(await openFile(url)).toEqual(Buffer.from(await video.arrayBuffer()));

  world.clock.advance(MINUTE_MS);
  const reason = 'The code is not heard';
  await support.user.done(adminIdentityReview, { ...params, decision: 'refuse', reason });
  expect(await support.user.done(adminIdentity, params)).toEqual({
    ...identity,
    state: 'refused',
    reason,
    decidedAt: createdAt,
    reviewed: { by: `${support.user.firstName} Kumar`, at: world.clock.format() },
  });
});

test('shows every field of a job with an attachment, before and after it is verified', async () => {
  const attachment = new File([PDF], 'plan.pdf', { type: 'application/pdf' });
  const job = {
    title: 'Build a wall',
    description: 'Bricks are there',
    location: 'Baner, Pune',
    skills: ['Masonry', 'Plaster'],
    closesOn: addDays(20),
  };
  const { id } = await poster.done(
    postJob,
    {
      ...job,
      categoryId: '1',
      latitude: '',
      longitude: '',
      takeWorkOn: addDays(2),
      budgetKind: 'range',
      amountText: '',
      amountFromText: '8000',
      amountToText: '12000',
      paymentTerm: 'terms',
    },
    { files: { attachment } },
  );
  const postedAt = world.clock.format();
  const { attachment_id: fileId } = await world.db
    .selectFrom('job')
    .select('attachment_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const url = `/api/files/${fileId}/plan.pdf`;
  const number = await readJobNumber(world, id);
  const shown = {
    ...job,
    mayDecide: { allowed: true },
    id,
    number,
    category: 'Painting',
    budgetFromPaise: 8_000_00,
    budgetToPaise: 12_000_00,
    state: 'open',
    postedAt,
    attachment: { url, name: 'plan.pdf', bytes: PDF.length, image: false },
    poster: { id: poster.id, name: 'Meera Kumar', verified: false, jobsPosted: 1 },
  };
  const params = { jobId: String(id) };
  expect(await support.user.done(adminJob, params)).toEqual({ ...shown, verified: false, reviewed: null });
  expect((await openFile(url)).toString()).toBe(PDF);
  const [item] = (await support.user.done(adminQueue, { kind: 'job' })).items;
  expect(item).toEqual({
    kind: 'job',
    id,
    ownCase: false,
    title: 'Build a wall',
    reference: number,
    amountPaise: 12_000_00,
    since: postedAt,
    dueAt: world.clock.format(DAY_MS),
  });

  world.clock.advance(MINUTE_MS);
  await support.user.done(adminJobVerify, { ...params, decision: 'verify' });
  expect(await support.user.done(adminJob, params)).toEqual({
    ...shown,
    verified: true,
    reviewed: { by: `${support.user.firstName} Kumar`, at: world.clock.format() },
  });
});

test('lists what waits, the money in dispute first, page by page, and counts it', async () => {
  const owner = await world.user({ firstName: 'Asha', lastName: 'Kale' });
  expect((await submit(owner, 'pan', 'ABCPE1234F')).status).toBe(200);
  const { id: checkId } = await world.db
    .selectFrom('identity_check')
    .select('id')
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const submittedAt = world.clock.format();
  const identityDueAt = world.clock.format(DAY_MS);

  world.clock.advance(MINUTE_MS);
  const job = await post(world, poster);
  const postedAt = world.clock.format();
  const jobDueAt = world.clock.format(DAY_MS);

  const contract = await award(world, { poster, worker: await world.user() }, { rupees: '1000' });
  await fund(world, poster, getMilestoneAt(contract));
  world.clock.advance(MINUTE_MS);
  const { id: disputeId } = await poster.done(raiseIssue, {
    jobId: String(contract.jobId),
    issue: 'payment',
    details: 'Nobody answers',
  });
  await expectPages(
    (page) => support.user.done(adminQueue, page),
    [
      {
        kind: 'dispute',
        ownCase: false,
        id: disputeId,
        title: 'Paint a flat',
        reference: formatTicketNumber(disputeId),
        amountPaise: 200_00,
        since: world.clock.format(),
        dueAt: new Date(`${addDays(12)}T23:59:59.999+05:30`).toISOString(),
      },
      {
        kind: 'identity',
        ownCase: false,
        id: checkId,
        title: 'Asha Kale',
        reference: 'PAN',
        amountPaise: null,
        since: submittedAt,
        dueAt: identityDueAt,
      },
      {
        kind: 'job',
        ownCase: false,
        id: job.id,
        title: 'Paint a flat',
        reference: await readJobNumber(world, job.id),
        amountPaise: 15_000_00,
        since: postedAt,
        dueAt: jobDueAt,
      },
    ],
  );
  expect(await support.user.done(adminQueueCounts, {})).toEqual({
    counts: [
      { kind: 'dispute', waiting: 1 },
      { kind: 'report', waiting: 0 },
      { kind: 'appeal', waiting: 0 },
      { kind: 'contest', waiting: 0 },
      { kind: 'identity', waiting: 1 },
      { kind: 'name', waiting: 0 },
      { kind: 'job', waiting: 1 },
      { kind: 'enquiry', waiting: 0 },
    ],
  });
});
