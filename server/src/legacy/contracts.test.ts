import type * as z from 'zod/mini';
import { expect, test } from 'vitest';
import * as calls from '@fws/contract/contracts/calls';
import { workLifecycle } from '@fws/contract/contracts/lifecycle';
import type { Side } from '@fws/contract/contracts/model';
import type { Contract, ContractSummary, Milestone, Receipt } from '@fws/contract/contracts/schemas';
import type { Job } from '@fws/contract/jobs/schemas';
import { decodeLegacyForm, encodeLegacyReply } from '../../test/legacy.ts';
import {
  sampleAward,
  sampleAwardReply,
  sampleJob,
  sampleJobReply,
  sampleMilestone,
} from '../../test/legacy-samples.ts';

test('reads the steps of a milestone by their names', async () => {
  const at = { job_id: '12', milestone: '7' };
  expect(
    await decodeLegacyForm(calls.moveFund, { ...at, milestone_status: 'release fund', amount: '15000.50' }),
  ).toEqual({
    ok: true,
    value: { jobId: 12, milestoneId: 7, step: 'accepted', amountPaise: 15_000_50, acceptsWork: false },
  });
  expect(await decodeLegacyForm(calls.moveFund, { ...at, milestone_status: 'Completed' })).toEqual({
    ok: true,
    value: { jobId: 12, milestoneId: 7, step: 'funded', amountPaise: null, acceptsWork: false },
  });
  const acceptAndRelease = { ...at, milestone_status: 'Payment Funded', accepts_work: '1' };
  expect(await decodeLegacyForm(calls.moveFund, acceptAndRelease)).toEqual({
    ok: true,
    value: { jobId: 12, milestoneId: 7, step: 'released', amountPaise: null, acceptsWork: true },
  });
  expect(await decodeLegacyForm(calls.moveWork, { ...at, milestone_status: 'Payment Requested' })).toEqual({
    ok: true,
    value: { jobId: 12, milestoneId: 7, step: 'payment_requested', note: '', photoIds: null },
  });
  const photoIds = ['0b8f6a5e-11aa-4c55-9d10-2f6f0a7e5c01', '0b8f6a5e-11aa-4c55-9d10-2f6f0a7e5c02'];
  const completed = { milestone_status: 'Request To Pay', completion_note: ' Two coats ' };
  expect(
    await decodeLegacyForm(calls.moveWork, { ...at, ...completed, 'photo_ids[]': photoIds.join(',') }),
  ).toEqual({
    ok: true,
    value: { jobId: 12, milestoneId: 7, step: 'completed', note: 'Two coats', photoIds },
  });
  expect(await decodeLegacyForm(calls.moveWork, { ...at, milestone_status: 'Release Fund' })).toEqual({
    ok: false,
    errors: { step: { code: 'contracts.step_unknown' } },
  });
  expect(await decodeLegacyForm(calls.requestChange, { ...at, milestone_comment: 'Sand it again' })).toEqual({
    ok: true,
    value: { jobId: 12, milestoneId: 7, comment: 'Sand it again' },
  });
});

test('reads a cancellation and its answer', async () => {
  const cancellation = { job_id: '12', cancel_comment: 'Plans changed', refund_amount: '784' };
  expect(await decodeLegacyForm(calls.cancelJob, cancellation)).toEqual({
    ok: true,
    value: { jobId: 12, comment: 'Plans changed', refundPaise: 784_00 },
  });
  expect(await decodeLegacyForm(calls.answerCancellation, { job_id: '12', agree: 'NO' })).toEqual({
    ok: true,
    value: { jobId: 12, agree: 'no' },
  });
});

test('reads a rating, an order and the lists', async () => {
  const rating = { user_id: '5', job_id: '12', user_rating: '4.5', comment: 'Neat work' };
  expect(await decodeLegacyForm(calls.leaveRating, rating)).toEqual({
    ok: true,
    value: { aboutId: 5, jobId: 12, points: 90, comment: 'Neat work' },
  });
  expect(await decodeLegacyForm(calls.leaveRating, { user_id: '5', user_rating: '3' })).toEqual({
    ok: true,
    value: { aboutId: 5, jobId: null, points: 60, comment: '' },
  });
  expect(await decodeLegacyForm(calls.escrowPaymentStatus, { order_id: 'order_1' })).toEqual({
    ok: true,
    value: { orderId: 'order_1' },
  });
  expect(await decodeLegacyForm(calls.awardedJob, { job_id: '12' })).toEqual({
    ok: true,
    value: { jobId: 12 },
  });
  const list = { job_type: '2', filter: 'Completed', limit: '5', cursor: 'abc' };
  expect(await decodeLegacyForm(calls.exploreMyJobs, list)).toEqual({
    ok: true,
    value: { scope: 'all', filter: 'completed', limit: 5, cursor: 'abc' },
  });
  expect(await decodeLegacyForm(calls.awardedProjects, { limit: '5', cursor: 'abc' })).toEqual({
    ok: true,
    value: { limit: 5, cursor: 'abc' },
  });
});

test('lists the ongoing jobs when the type and the filter are missing or unknown', async () => {
  const filter = { scope: 'ongoing', filter: 'all' };
  for (const body of [{}, { job_type: '3', filter: 'Lost' }])
    expect(await decodeLegacyForm(calls.exploreMyJobs, body)).toMatchObject({ ok: true, value: filter });
});

const awarded = {
  ...sampleAward,
  jobId: 12,
  jobNumber: '4836',
  title: 'Paint, twice',
  location: 'पुणे',
  latitude: 18.5,
  longitude: 73.8,
  skills: ['Painting', 'Putty'],
  closesOn: '2026-12-31',
  poster: {
    id: 5,
    name: 'Meera Shah',
    image: '/api/files/1/meera.webp',
    skills: ['Accounts'],
    rating: 4,
    completedProjects: 2,
    verified: false,
    mobile: null,
  },
} satisfies Partial<Contract>;

const job: Job = { ...sampleJob, state: 'completed' };
const contract: Contract = {
  ...awarded,
  description: '<script>alert(1)</script>',
  refundChargeBps: 200,
  cancel: {
    ability: { allowed: false, reason: 'contracts.cancel_needs_dispute' },
    plan: { way: 'consent', refundPaise: 783_02, chargePaise: 15_98, releasePaise: 201_00 },
    asked: { comment: 'Plans changed', at: '2026-12-03T10:00:00.000Z' },
  },
  rating: { given: 4.5, ability: { allowed: false, reason: 'contracts.already_rated' } },
};

const summary: ContractSummary = {
  ...awarded,
  milestoneCount: 3,
  releasedCount: 2,
  heldPaise: 20_000_50,
  releasedPaise: 33_999_51,
  status: { kind: 'none', task: null, amountPaise: null, releasesAt: null },
};

const extra = { jobs: new Map([[12, job]]), awards: new Map([[12, sampleAward]]) };

const awardedReply = {
  ...sampleJobReply,
  ...sampleAwardReply,
  job_status: 'completed',
  completed_status: 1,
  is_completed: 1,
  side: 'poster',
  poster: {
    user_id: 5,
    user_name: 'Meera Shah',
    profile_image: '/api/files/1/meera.webp',
    skills: 'Accounts',
    user_rating: 4,
    projects_completed: 2,
    is_kyc_updated: 0,
    mobile_number: null,
  },
  worker: {
    user_id: 6,
    user_name: 'Ravi Kumar',
    profile_image: '/api/files/2/ravi.webp',
    skills: 'Painting,Tiling',
    user_rating: 4.5,
    projects_completed: 9,
    is_kyc_updated: 1,
    mobile_number: '+919000000002',
  },
};

test('writes every field of a contract', async () => {
  const reply = {
    data: [
      {
        ...awardedReply,
        refund_charge_bps: 200,
        can_cancel: { allowed: false, reason: 'contracts.cancel_needs_dispute' },
        cancel_plan: {
          way: 'consent',
          refund_amount: '783.02',
          charge_amount: '15.98',
          release_amount: '201',
        },
        cancel_asked: { cancel_comment: 'Plans changed', created_at: '2026-12-03T10:00:00.000Z' },
        my_rating: 4.5,
        can_rate: { allowed: false, reason: 'contracts.already_rated' },
      },
    ],
  };
  for (const call of [calls.awardedJob, calls.moveWork, calls.requestChange, calls.answerCancellation])
    expect(await encodeLegacyReply<z.ZodMiniType, Contract>(call, contract, extra)).toEqual(reply);
});

test('writes a contract that the worker has just begun', async () => {
  const begun: Contract = {
    ...contract,
    state: 'in_progress',
    side: 'worker',
    worker: { ...contract.worker, mobile: null },
    milestones: [
      {
        ...sampleMilestone,
        releasesAt: null,
        askChange: null,
        openOrderId: null,
        next: { step: 'completed', ability: { allowed: true } },
        waitingFor: null,
      },
      { ...sampleMilestone, askChange: { allowed: true }, next: null },
    ],
    cancel: { ability: { allowed: true }, plan: null, asked: null },
    rating: { given: null, ability: { allowed: true } },
  };
  expect(
    await encodeLegacyReply(calls.moveWork, begun, { jobs: new Map([[12, { ...job, state: begun.state }]]) }),
  ).toMatchObject({
    data: [
      {
        job_status: 'in_progress',
        completed_status: 0,
        is_completed: 0,
        side: 'worker',
        contact_flag: 0,
        employee_mobile: '',
        worker: { mobile_number: null },
        payment_milestone: [
          {
            status: 'Request To Pay',
            releases_at: null,
            can_ask_change: null,
            order_id: null,
            next_status: 'Request To Pay',
            next_allowed: true,
            next_reason: null,
            waiting_for: null,
          },
          {
            can_ask_change: { allowed: true, reason: null },
            next_status: null,
            next_allowed: false,
            next_reason: null,
          },
        ],
        can_cancel: { allowed: true, reason: null },
        cancel_plan: null,
        cancel_asked: null,
        my_rating: null,
        can_rate: { allowed: true, reason: null },
      },
    ],
  });
});

test.each([
  ['terms', 'By Terms'],
  ['milestone', 'By Milestone'],
  ['completion', 'By Completion'],
] as const)('writes the term %s as "%s"', async (term, text) => {
  expect(await encodeLegacyReply(calls.awardedJob, { ...contract, term }, extra)).toMatchObject({
    data: [{ job_bid_type: text }],
  });
});

/** What one side reads as the status of a milestone. */
const encodeStatus = (
  side: Side,
  change: Partial<Milestone>,
  state: Contract['state'] = 'completed',
): Promise<unknown> =>
  encodeLegacyReply(
    calls.awardedJob,
    {
      ...contract,
      state,
      side,
      milestones: [{ ...sampleMilestone, next: null, ...change }],
    },
    extra,
  );
const withStatus = (status: string) => ({ data: [{ payment_milestone: [{ status }] }] });

test.each([
  ['unfunded', 'Escrow'],
  ['funding_pending', 'Escrow'],
  ['funded', 'Completed'],
  ['accepted', 'Release Fund'],
  ['released', 'Payment Funded'],
  ['refund_pending', 'Refund Pending'],
  ['refunded', 'Refunded'],
] as const)('labels money that is %s "%s" for the poster', async (fund, label) => {
  expect(await encodeStatus('poster', { fund })).toMatchObject(withStatus(label));
});

test.each([
  ['not_started', 'Start'],
  ['started', 'Completed'],
  ['completed', 'Request To Pay'],
  ['payment_requested', 'Payment Requested'],
] as const)('labels work that is %s "%s" for the worker', async (work, label) => {
  expect(await encodeStatus('worker', { work })).toMatchObject(withStatus(label));
});

test.each([
  ['poster', 'unfunded', 'Cancelled'],
  ['poster', 'funding_pending', 'Cancelled'],
  ['poster', 'refund_pending', 'Refund Pending'],
  ['poster', 'refunded', 'Refunded'],
  ['poster', 'released', 'Payment Funded'],
  ['worker', 'unfunded', 'Cancelled'],
  ['worker', 'funding_pending', 'Cancelled'],
  ['worker', 'refund_pending', 'Cancelled'],
  ['worker', 'refunded', 'Cancelled'],
  ['worker', 'released', 'Payment Requested'],
] as const)('after cancelling, the %s reads of money that is %s "%s"', async (side, fund, label) => {
  for (const work of workLifecycle.states)
    expect(await encodeStatus(side, { fund, work }, 'cancelled')).toMatchObject(withStatus(label));
});

test('offers the worker no step of a milestone that is paid or goes back to the poster', async () => {
  for (const work of workLifecycle.states) {
    expect(await encodeStatus('worker', { fund: 'released', work }, 'in_progress')).toMatchObject(
      withStatus('Payment Requested'),
    );
    expect(await encodeStatus('worker', { fund: 'refunded', work }, 'in_progress')).toMatchObject(
      withStatus('Cancelled'),
    );
  }
});

test.each([
  ['poster', 'funded', 'Completed'],
  ['poster', 'accepted', 'Release Fund'],
  ['poster', 'released', 'Payment Funded'],
  ['worker', 'started', 'Completed'],
  ['worker', 'completed', 'Request To Pay'],
  ['worker', 'payment_requested', 'Payment Requested'],
] as const)('writes the next step of the %s, %s, as "%s"', async (side, step, text) => {
  const next: Milestone['next'] = { step, ability: { allowed: true } };
  const value: Contract = { ...contract, side, milestones: [{ ...sampleMilestone, next }] };
  expect(await encodeLegacyReply(calls.awardedJob, value, extra)).toMatchObject({
    data: [{ payment_milestone: [{ next_status: text }] }],
  });
});

test('writes the name of a standard part in words', async () => {
  const value = { ...contract, milestones: [{ ...sampleMilestone, name: 'quotes.part_initial' }] };
  expect(await encodeLegacyReply(calls.awardedJob, value, extra)).toMatchObject({
    data: [{ payment_milestone: [{ name: 'Initial', milestone_descriction: 'Initial' }] }],
  });
});

test('writes every field of a row in a list', async () => {
  const reply = {
    data: [
      {
        ...awardedReply,
        milestone_count: 3,
        released_count: 2,
        held_amount: '20000.50',
        released_amount: '33999.51',
      },
    ],
    next_cursor: 'abc',
  };
  const page = { items: [summary], nextCursor: 'abc' };
  expect(await encodeLegacyReply(calls.awardedProjects, page, extra)).toEqual(reply);
  expect(await encodeLegacyReply(calls.exploreMyJobs, page, extra)).toEqual(reply);
});

test('writes the limits of a payment in rupees', async () => {
  expect(await encodeLegacyReply(calls.paymentLimits, { minPaise: 1_00, maxPaise: 10_00_000_50 })).toEqual({
    data: { min_amount: '1', max_amount: '1000000.50' },
  });
});

test('writes the replies whose values are beside `data`', async () => {
  const opened = { orderId: 'order_1', paymentLink: 'https://fws.example/pay/order_1' };
  expect(await encodeLegacyReply(calls.moveFund, opened)).toEqual({
    data: null,
    order_id: 'order_1',
    payment_link: 'https://fws.example/pay/order_1',
  });
  expect(await encodeLegacyReply(calls.moveFund, { orderId: null, paymentLink: null })).toEqual({
    data: null,
    order_id: null,
    payment_link: null,
  });
  const status = { status: 'FAILED', jobId: 12, amountPaise: 1_500_50, reason: 'Declined' } as const;
  expect(await encodeLegacyReply(calls.escrowPaymentStatus, status)).toEqual({
    data: null,
    payment_status: 'FAILED',
    job_id: 12,
    amount: '1500.50',
    reason: 'Declined',
  });
  expect(await encodeLegacyReply(calls.cancelJob, { outcome: 'asked' as const })).toEqual({
    data: null,
    outcome: 'asked',
  });
  expect(await encodeLegacyReply(calls.leaveRating, null)).toEqual({ data: null });
});

test('writes a receipt of the poster', async () => {
  const receipt: Receipt = {
    id: 12,
    number: 'FWR-000012',
    kind: 'settled',
    at: '2026-12-02T10:00:00.000Z',
    jobId: 7,
    jobNumber: '4836',
    jobTitle: 'Paint, twice',
    milestoneName: 'Second coat',
    workerName: 'Imran Shaikh',
    amountPaise: 900_00,
    releasedPaise: 400_50,
    refundedPaise: 489_50,
    chargePaise: 10_00,
    pdfUrl: '/api/receipts/12/FWR-000012.pdf',
  };
  const page = { items: [receipt], nextCursor: 'abc' };
  expect(await encodeLegacyReply(calls.paymentReceipts, page)).toEqual({
    data: [
      {
        receipt_id: 12,
        receipt_number: 'FWR-000012',
        kind: 'settled',
        created_at: '2026-12-02T10:00:00.000Z',
        job_id: 7,
        job_unique_id: 'FWS 4836',
        job_title: 'Paint, twice',
        milestone: 'Second coat',
        worker_name: 'Imran Shaikh',
        amount: '900',
        released_amount: '400.50',
        refund_amount: '489.50',
        charge_amount: '10',
        pdf: '/api/receipts/12/FWR-000012.pdf',
      },
    ],
    next_cursor: 'abc',
  });
});
