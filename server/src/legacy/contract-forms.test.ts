import { expect, test } from 'vitest';
import * as calls from '@fws/contract/contracts/calls';
import { decodeLegacyForm } from '../../test/legacy.ts';

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

test('reads a cancellation, a proposed split and its answer', async () => {
  const cancellation = { job_id: '12', cancel_comment: 'Plans changed', refund_amount: '784' };
  expect(await decodeLegacyForm(calls.cancelJob, cancellation)).toEqual({
    ok: true,
    value: { jobId: 12, comment: 'Plans changed', refundPaise: 784_00 },
  });
  const proposal = { milestone_id: '7', worker_amount: '9000.50', comment: 'Two walls', version: '3' };
  expect(await decodeLegacyForm(calls.proposeSplit, proposal)).toEqual({
    ok: true,
    value: { milestoneId: 7, workerPaise: 9_000_50, comment: 'Two walls', version: 3 },
  });
  const answer = { split_id: '4', answer: 'counter', worker_amount: '10', version: '4' };
  expect(await decodeLegacyForm(calls.answerSplit, answer)).toEqual({
    ok: true,
    value: { splitId: 4, answer: 'counter', workerPaise: 10_00, comment: '', version: 4 },
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
