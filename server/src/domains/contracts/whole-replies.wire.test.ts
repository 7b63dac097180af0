import { afterAll, beforeAll, expect, test } from 'vitest';
import { friendsSearch, connect, shareJob, sharedJobs } from '@fws/contract/connections/calls';
import { awardedJob, exploreMyJobs, paymentReceipts } from '@fws/contract/contracts/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { commentIssue, issueDetail, raiseIssue } from '@fws/contract/disputes/calls';
import { updateProfile } from '@fws/contract/profile/calls';
import { buildIssue, createDoneJob } from '../../../test/disputes/issues.ts';
import { award, fund, getMilestoneAt, post, sendWorkStep } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { DOCUMENT_DAYS, REVIEW_DAYS } from '@fws/contract/disputes/model';
import { toIstDate } from '@fws/contract/platform/dates';
import { buildPhotoUrl } from '../../platform/files.ts';

// Every field of the replies that people decide by, with its value.

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user({ firstName: 'Meera', lastName: 'Shah', skills: ['Design'] });
  worker = await world.user({
    firstName: 'Asha',
    lastName: 'Rao',
    skills: ['Painting', 'Putty'],
    identity: 'verified',
  });
  await worker.done(updateProfile, {}, { files: { photo: createPhoto() } });
});
afterAll(() => world.close());

const DAY_MS = 24 * 3600_000;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const createPhoto = () => new File([Buffer.from(PIXEL, 'base64')], 'me.png', { type: 'image/png' });

const readTimes = async (jobId: number) => {
  const row = await world.db
    .selectFrom('contract')
    .innerJoin('milestone', 'milestone.job_id', 'contract.job_id')
    .select(['contract.awarded_at', 'milestone.changed_at'])
    .where('contract.job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  return { awardedAt: row.awarded_at.toISOString(), changedAt: row.changed_at.toISOString() };
};
const readPhotoUrl = async () => {
  const { photo_id } = await world.db
    .selectFrom('user_account')
    .select('photo_id')
    .where('id', '=', worker.id)
    .executeTakeFirstOrThrow();
  return buildPhotoUrl(photo_id);
};

test('shows both sides every field of a contract', async () => {
  const at = getMilestoneAt(await award(world, { poster, worker }, { rupees: '9600', term: 'completion' }));
  const { jobId } = at;
  await fund(world, poster, at);
  await sendWorkStep(worker, at, 'started');
  const job = await poster.done(jobDetail, { jobId: String(jobId) });
  const { awardedAt, changedAt } = await readTimes(jobId);
  const [payment] = (await poster.done(paymentReceipts, {})).items;
  const receipts = [{ number: payment?.number, kind: 'paid', pdfUrl: payment?.pdfUrl }];
  const shared = {
    jobId,
    jobNumber: job.number,
    title: 'Paint a flat',
    location: 'Kothrud, Pune',
    latitude: 18.5074,
    longitude: 73.8077,
    skills: ['Painting'],
    state: 'in_progress',
    awardedAt,
    closesOn: job.closesOn,
    term: 'completion',
    totalPaise: 9_600_00,
    suspended: null,
    poster: {
      id: poster.id,
      name: 'Meera Shah',
      image: '',
      skills: ['Design'],
      rating: null,
      completedProjects: 0,
      verified: false,
      mobile: poster.mobile,
    },
    worker: {
      id: worker.id,
      name: 'Asha Rao',
      image: await readPhotoUrl(),
      skills: ['Painting', 'Putty'],
      rating: null,
      completedProjects: 0,
      verified: true,
      mobile: worker.mobile,
    },
  };
  expect(await poster.done(awardedJob, { jobId: String(jobId) })).toEqual({
    ...shared,
    side: 'poster',
    description: 'Two rooms and a kitchen',
    milestones: [
      {
        id: at.milestoneId,
        position: 1,
        name: 'On completion',
        amountPaise: 9_600_00,
        comment: '',
        fund: 'funded',
        work: 'started',
        onHold: false,
        inBankPaise: 0,
        changedAt,
        completions: [],
        receipts,
        releasesAt: null,
        askChange: null,
        split: null,
        division: null,
        changesLeft: 2,
        openOrderId: null,
        next: null,
        waitingFor: 'contracts.waiting_for_worker',
        whileSuspended: null,
      },
    ],
    refundChargeBps: 200,
    finishBy: null,
    change: { planVersion: 1, nextPosition: 2, propose: { allowed: true }, open: null, hasEarlier: false },
    cancel: {
      ability: { allowed: true },
      plan: {
        parts: [
          {
            milestoneId: at.milestoneId,
            position: 1,
            outcome: 'split',
            amountPaise: 9_600_00,
            refundPaise: 0,
            chargePaise: 0,
            releasePaise: 0,
          },
        ],
        refundPaise: 0,
        chargePaise: 0,
        releasePaise: 0,
        releasedPaise: 0,
        waitingPaise: 9_600_00,
        goesToFws: false,
      },
      ending: null,
      foreseen: null,
      counts: true,
    },
    rating: { given: null, ability: { allowed: false, reason: 'contracts.rate_after_release' } },
    review: {
      own: null,
      isOtherGiven: false,
      opensAt: null,
      write: { allowed: false, reason: 'reviews.not_ended' },
    },
  });
  expect(await worker.done(exploreMyJobs, { scope: 'ongoing', filter: 'all' })).toEqual({
    items: [
      {
        ...shared,
        side: 'worker',
        milestoneCount: 1,
        releasedCount: 0,
        heldPaise: 9_600_00,
        releasedPaise: 0,
        status: { kind: 'your_turn', task: 'completed', amountPaise: 9_600_00, releasesAt: null },
      },
    ],
    nextCursor: null,
  });
});

test('shows every field of a shared job and of the friend to share it with', async () => {
  const { id: jobId } = await post(world, poster);
  await poster.done(connect, { userId: String(worker.id) });
  expect(await poster.done(friendsSearch, { search: 'ash' })).toEqual({
    items: [
      {
        id: worker.id,
        firstName: 'Asha',
        lastName: 'Rao',
        image: await readPhotoUrl(),
        skills: ['Painting', 'Putty'],
        verified: true,
      },
    ],
    nextCursor: null,
  });
  await poster.done(shareJob, { jobId: String(jobId), friendId: String(worker.id) });
  const row = await world.db
    .selectFrom('shared_job')
    .select(['id', 'shared_at'])
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  const {
    photos: _photos,
    poster: _poster,
    unlisted: _unlisted,
    version: _version,
    hides: _hides,
    heldBack: _held,
    ...job
  } = await worker.done(jobDetail, { jobId: String(jobId) });
  expect(await worker.done(sharedJobs, {})).toEqual({
    items: [
      {
        id: row.id,
        thumbsUp: false,
        sharedBy: 'Meera Shah',
        sharedById: poster.id,
        sharedAt: row.shared_at.toISOString(),
        job,
      },
    ],
    nextCursor: null,
  });
});

const readDocument = async (disputeId: number) => {
  const row = await world.db
    .selectFrom('dispute_document')
    .select(['file_id', 'added_at'])
    .where('dispute_id', '=', disputeId)
    .executeTakeFirstOrThrow();
  return { url: `/api/files/${row.file_id}/bill.pdf`, at: row.added_at.toISOString() };
};
const readComment = async (disputeId: number) => {
  const row = await world.db
    .selectFrom('dispute_comment')
    .select(['id', 'added_at'])
    .where('dispute_id', '=', disputeId)
    .executeTakeFirstOrThrow();
  return { id: row.id, at: row.added_at.toISOString() };
};

test('shows every field of an issue with a document and a comment', async () => {
  const at = await createDoneJob(world, { poster, worker });
  const bill = new File(
    ['%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n'],
    'bill.pdf',
  );
  const { id } = await poster.done(raiseIssue, buildIssue(at.jobId), { files: { document: bill } });
  await worker.done(commentIssue, { issueId: String(id), text: 'The pipe is on order' });
  const { url, at: addedAt } = await readDocument(id);
  const { id: commentId, at: commentedAt } = await readComment(id);
  const { jobNumber } = await poster.done(awardedJob, { jobId: String(at.jobId) });
  const today = world.clock.now().getTime();
  expect(await poster.done(issueDetail, { issueId: String(id) })).toEqual({
    id,
    ticket: 'FWS-D-000001',
    jobId: at.jobId,
    jobNumber,
    jobTitle: 'Paint a flat',
    issue: 'not_completed',
    details: 'Old tiles removed, pipe not changed.',
    state: 'open',
    ending: null,
    raisedAt: addedAt,
    closedAt: null,
    side: 'poster',
    raisedByMe: true,
    origin: 'party',
    waitsForFws: false,
    withId: worker.id,
    withName: 'Asha Rao',
    workerName: 'Asha Rao',
    heldPaise: 9_600_00,
    milestoneCount: 1,
    milestoneIds: [at.milestoneId],
    held: [{ milestoneId: at.milestoneId, position: 1, amountPaise: 9_600_00 }],
    documentsDueOn: toIstDate(new Date(today + DOCUMENT_DAYS * DAY_MS)),
    reviewDueOn: toIstDate(new Date(today + (DOCUMENT_DAYS + REVIEW_DAYS) * DAY_MS)),
    documents: [
      { url, name: 'bill.pdf', bytes: bill.size, image: false, mine: true, byName: 'Meera Shah', addedAt },
    ],
    comments: [
      {
        id: commentId,
        mine: false,
        byName: 'Asha Rao',
        text: 'The pipe is on order',
        cited: null,
        addedAt: commentedAt,
      },
    ],
    settlement: null,
    abilities: {
      comment: { allowed: true },
      addDocument: { allowed: true },
      withdraw: { allowed: true },
    },
  });
  expect(await worker.done(issueDetail, { issueId: String(id) })).toMatchObject({
    abilities: { withdraw: { allowed: false, reason: 'disputes.only_raiser' } },
  });
});
