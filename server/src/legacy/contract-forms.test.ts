import { expect, test } from 'vitest';
import * as calls from '@fws/contract/contracts/calls';
import { leaveRating } from '@fws/contract/reviews/calls';
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
    value: { jobId: 12, milestoneId: 7, step: 'payment_requested', note: '', photoIds: null, code: '' },
  });
  const photoIds = ['0b8f6a5e-11aa-4c55-9d10-2f6f0a7e5c01', '0b8f6a5e-11aa-4c55-9d10-2f6f0a7e5c02'];
  const completed = { milestone_status: 'Request To Pay', completion_note: ' Two coats ' };
  expect(
    await decodeLegacyForm(calls.moveWork, { ...at, ...completed, 'photo_ids[]': photoIds.join(',') }),
  ).toEqual({
    ok: true,
    value: { jobId: 12, milestoneId: 7, step: 'completed', note: 'Two coats', photoIds, code: '' },
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
    value: { jobId: 12, comment: 'Plans changed', refundPaise: 784_00, excuse: null },
  });
  expect(await decodeLegacyForm(calls.cancelJob, { ...cancellation, excuse: 'illness' })).toMatchObject({
    value: { excuse: 'illness' },
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
  expect(await decodeLegacyForm(leaveRating, rating)).toEqual({
    ok: true,
    value: { aboutId: 5, jobId: 12, points: 90, comment: 'Neat work' },
  });
  expect(await decodeLegacyForm(leaveRating, { user_id: '5', user_rating: '3' })).toEqual({
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

const readWanted = async (body: Record<string, unknown>) => {
  const change = await decodeLegacyForm(calls.proposeChange, { job_id: '12', ...body });
  return change.ok ? change.value.wanted : change.errors;
};

test('reads the milestones of a change as repeated fields with commas, as JSON or as joined texts', async () => {
  const parts = [
    { milestoneId: 7, name: 'Kitchen, hall', amountPaise: 1_00_000_00 },
    { milestoneId: null, name: 'Loft', amountPaise: 900_50 },
  ];
  for (const body of [
    {
      'milestone_id[]': ['7', ''],
      'milestone_descriction[]': ['Kitchen, hall', 'Loft'],
      'milestone_amount[]': ['1,00,000', '₹900.50'],
    },
    {
      milestone_id: [7, ''],
      milestone_descriction: ['Kitchen, hall', 'Loft'],
      milestone_amount: [100000, '900.50'],
    },
    {
      'milestone_id[]': '7,',
      'milestone_descriction[]': '["Kitchen, hall","Loft"]',
      'milestone_amount[]': '["1,00,000","900.50"]',
    },
  ])
    expect(await readWanted(body)).toEqual({ parts, removedIds: [], finishBy: null, note: '' });
  expect(
    await readWanted({
      'milestone_id[]': '7,8',
      'milestone_descriction[]': 'Kitchen,Loft',
      'milestone_amount[]': '500,600',
    }),
  ).toMatchObject({
    parts: [
      { milestoneId: 7, name: 'Kitchen', amountPaise: 500_00 },
      { milestoneId: 8, name: 'Loft', amountPaise: 600_00 },
    ],
  });
});

test('reads milestones without ids as new ones, also a single one', async () => {
  const one = { 'milestone_descriction[]': 'Loft', 'milestone_amount[]': '1,00,000' };
  const loft = { milestoneId: null, name: 'Loft', amountPaise: 1_00_000_00 };
  for (const ids of [{}, { 'milestone_id[]': '' }, { 'milestone_id[]': [''] }, { milestone_id: [] }])
    expect(await readWanted({ ...one, ...ids })).toMatchObject({ parts: [loft] });
  const two = { milestone_descriction: ['Loft', 'Attic, door'], milestone_amount: ['1,00,000', '5'] };
  for (const ids of [{}, { 'milestone_id[]': '' }])
    expect(await readWanted({ ...two, ...ids })).toMatchObject({
      parts: [loft, { milestoneId: null, name: 'Attic, door', amountPaise: 5_00 }],
    });
  // One id is of one milestone, so its name is whole.
  expect(
    await readWanted({
      'milestone_id[]': '7',
      'milestone_descriction[]': 'Kitchen, hall',
      'milestone_amount[]': '1,000',
    }),
  ).toMatchObject({ parts: [{ milestoneId: 7, name: 'Kitchen, hall', amountPaise: 1_000_00 }] });
});

test('reads removed milestones and the day of a change in two forms', async () => {
  for (const finishBy of ['2026-12-24', '24-12-2026'])
    expect(await readWanted({ 'removed_milestone_id[]': ['8', '9'], finish_by: finishBy })).toEqual({
      parts: [],
      removedIds: [8, 9],
      finishBy: '2026-12-24',
      note: '',
    });
  expect(await readWanted({ 'removed_milestone_id[]': '8,9', finish_by: '' })).toMatchObject({
    removedIds: [8, 9],
    finishBy: null,
  });
  expect(await readWanted({ finish_by: '31-04-2026' })).toEqual({
    finishBy: { code: 'common.no_such_day' },
  });
  const counter = await decodeLegacyForm(calls.answerChange, {
    change_id: '4',
    answer: 'Counter',
    version: '2',
    'milestone_descriction[]': 'Loft',
    'milestone_amount[]': '1,00,000',
    finish_by: '24-12-2026',
  });
  expect(counter).toEqual({
    ok: true,
    value: {
      changeId: 4,
      answer: 'counter',
      version: 2,
      wanted: {
        parts: [{ milestoneId: null, name: 'Loft', amountPaise: 1_00_000_00 }],
        removedIds: [],
        finishBy: '2026-12-24',
        note: '',
      },
    },
  });
});
