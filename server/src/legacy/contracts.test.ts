import type * as z from 'zod/mini';
import { expect, test } from 'vitest';
import * as calls from '@fws/contract/contracts/calls';
import { leaveRating } from '@fws/contract/reviews/calls';
import { workLifecycle } from '@fws/contract/contracts/lifecycle';
import type { Side } from '@fws/contract/contracts/model';
import type { Contract, ContractSummary, Milestone } from '@fws/contract/contracts/schemas';
import type { Job } from '@fws/contract/jobs/schemas';
import { encodeLegacyReply } from '../../test/legacy.ts';
import {
  sampleAward,
  sampleAwardReply,
  sampleJob,
  sampleJobReply,
  sampleMilestone,
} from '../../test/legacy-samples.ts';

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
  suspended: null,
} satisfies Partial<Contract>;

const job: Job = { ...sampleJob, state: 'completed' };
const contract: Contract = {
  ...awarded,
  description: '<script>alert(1)</script>',
  refundChargeBps: 200,
  finishBy: '2026-12-20',
  change: {
    planVersion: 3,
    nextPosition: 5,
    propose: { allowed: false, reason: 'contracts.change_open' },
    open: { id: 8, side: 'worker', totalPaise: 1_234_50, dueAt: '2026-12-09T10:00:00.000Z' },
    hasEarlier: true,
  },
  cancel: {
    ability: { allowed: false, reason: 'contracts.cancel_nothing' },
    plan: {
      parts: [
        {
          milestoneId: 7,
          position: 2,
          outcome: 'refunded',
          amountPaise: 799_00,
          refundPaise: 783_02,
          chargePaise: 15_98,
          releasePaise: 201_00,
        },
      ],
      refundPaise: 783_03,
      chargePaise: 15_99,
      releasePaise: 201_01,
      releasedPaise: 400_00,
      waitingPaise: 350_00,
      goesToFws: true,
    },
    ending: { side: 'worker', comment: 'Plans changed', at: '2026-12-03T10:00:00.000Z' },
    foreseen: { counts: true, isAbsence: false, feePaise: 250_50 },
    counts: false,
  },
  rating: { given: 4.5, ability: { allowed: false, reason: 'contracts.already_rated' } },
  review: { own: 'sealed', isOtherGiven: false, opensAt: null, write: { allowed: true } },
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

const previewReply = {
  milestones: [
    {
      milestone_id: 7,
      position: 2,
      outcome: 'refunded',
      amount: '799',
      refund_amount: '783.02',
      charge_amount: '15.98',
      release_amount: '201',
    },
  ],
  refund_amount: '783.03',
  charge_amount: '15.99',
  release_amount: '201.01',
  released_amount: '400',
  waiting_amount: '350',
  goes_to_fws: true,
};

test('writes every field of a contract', async () => {
  const reply = {
    data: [
      {
        ...awardedReply,
        refund_charge_bps: 200,
        finish_by: '2026-12-20',
        plan_version: 3,
        can_propose_change: { allowed: false, reason: 'contracts.change_open' },
        open_change: { change_id: 8, side: 'worker', total: '1234.50', due_at: '2026-12-09T10:00:00.000Z' },
        can_cancel: { allowed: false, reason: 'contracts.cancel_nothing' },
        cancel_preview: previewReply,
        cancelled_by: {
          side: 'worker',
          cancel_comment: 'Plans changed',
          created_at: '2026-12-03T10:00:00.000Z',
        },
        cancel_foreseen: { counts: 1, is_absence: 0, visit_fee: '250.50' },
        my_rating: 4.5,
        can_rate: { allowed: false, reason: 'contracts.already_rated' },
      },
    ],
  };
  for (const call of [calls.awardedJob, calls.moveWork, calls.requestChange, calls.answerSplit])
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
    cancel: { ability: { allowed: true }, plan: null, ending: null, foreseen: null, counts: true },
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
        cancel_preview: null,
        cancelled_by: null,
        cancel_foreseen: null,
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
  const { plan } = contract.cancel;
  expect(await encodeLegacyReply(calls.cancelJob, { outcome: 'ending' as const, plan })).toEqual({
    data: null,
    outcome: 'ending',
    cancellation: previewReply,
  });
  expect(await encodeLegacyReply(calls.cancelJob, { outcome: 'cancelled' as const, plan: null })).toEqual({
    data: null,
    outcome: 'cancelled',
    cancellation: null,
  });
  expect(await encodeLegacyReply(leaveRating, null)).toEqual({ data: null });
});
