import type * as z from 'zod/mini';
import { expect, test } from 'vitest';
import * as calls from '@fws/contract/disputes/calls';
import type { Issue, IssueSummary } from '@fws/contract/disputes/schemas';
import { decodeLegacyForm, encodeLegacyReply, getPartName } from '../../test/legacy.ts';

test('reads an issue, its comment and the lists by their names', async () => {
  const issue = { job_id: '12', complaint: 'not completed', details: 'The pipe was not changed' };
  expect(await decodeLegacyForm(calls.raiseIssue, issue)).toEqual({
    ok: true,
    value: { jobId: 12, issue: 'not_completed', details: 'The pipe was not changed', milestoneIds: null },
  });
  expect(await decodeLegacyForm(calls.commentIssue, { dispute_id: '3', comment: 'Please look' })).toEqual({
    ok: true,
    value: { issueId: 3, text: 'Please look' },
  });
  for (const call of [calls.issueDetail, calls.addIssueDocument, calls.withdrawIssue])
    expect(await decodeLegacyForm(call, { dispute_id: '3' })).toEqual({ ok: true, value: { issueId: 3 } });
  const page = { ok: true, value: { limit: 5, cursor: 'abc' } };
  const list = { limit: '5', cursor: 'abc' };
  for (const call of [calls.openIssues, calls.closedIssues])
    expect(await decodeLegacyForm(call, list)).toEqual(page);
  expect(await decodeLegacyForm(calls.issueJobs, list)).toEqual(page);
});

test('takes a document as attach_file', () => {
  for (const call of [calls.raiseIssue, calls.addIssueDocument])
    expect(getPartName(call, 'document')).toBe('attach_file');
});

const issueFields = {
  id: 3,
  ticket: 'FWS-D-000003',
  jobId: 12,
  jobNumber: '4836',
  jobTitle: 'Paint, twice',
  issue: 'provider_absent',
  details: '<script>alert(1)</script>',
  state: 'closed',
  ending: 'settled',
  raisedAt: '2026-12-02T10:00:00.000Z',
  closedAt: '2026-12-09T10:00:00.000Z',
  side: 'worker',
  raisedByMe: true,
  origin: 'late_split' as const,
  waitsForFws: true,
  withId: 5,
  withName: 'Meera Shah',
  workerName: 'Ravi Kumar',
  heldPaise: 9_600_50,
} satisfies Partial<Issue>;

const listed = {
  dispute_id: 3,
  ticket_number: 'FWS-D-000003',
  job_id: 12,
  job_unique_id: 'FWS 4836',
  job_title: 'Paint, twice',
  complaint: "Job provider didn't turn up",
  details: '<script>alert(1)</script>',
  status: 'Closed',
  ending: 'settled',
  created_at: '2026-12-02T10:00:00.000Z',
  closed_at: '2026-12-09T10:00:00.000Z',
  side: 'worker',
  raised_by_me: true,
  origin: 'late_split',
  waits_for_fws: true,
  with_user_id: 5,
  with_user_name: 'Meera Shah',
  awarded_to_user_name: 'Ravi Kumar',
  amount_on_hold: '9600.50',
};

const issue: Issue = {
  ...issueFields,
  milestoneCount: 2,
  milestoneIds: [7, 8],
  held: [{ milestoneId: 8, position: 2, amountPaise: 9_600_50 }],
  documentsDueOn: '2026-12-09',
  reviewDueOn: '2026-12-14',
  documents: [
    {
      url: '/api/files/7/pipe.png',
      name: 'pipe.png',
      bytes: 90,
      image: true,
      mine: true,
      byName: 'Ravi Kumar',
      addedAt: '2026-12-03T10:00:00.000Z',
    },
    {
      url: '/api/files/8/bill.pdf',
      name: 'bill.pdf',
      bytes: 91,
      image: false,
      mine: false,
      byName: 'Meera Shah',
      addedAt: '2026-12-04T10:00:00.000Z',
    },
  ],
  comments: [
    {
      id: 4,
      mine: true,
      byName: 'Ravi Kumar',
      text: 'Please',
      cited: {
        number: 3,
        mine: false,
        byName: 'Meera Shah',
        text: 'I come on Monday',
        photos: 2,
        fileName: 'bill.pdf',
        sentAt: '2026-11-30T10:00:00.000Z',
      },
      addedAt: '2026-12-05T10:00:00.000Z',
    },
  ],
  settlement: { toWorkerPaise: 5_000_25, toPosterPaise: 4_600_25, reason: 'Half was done' },
  abilities: {
    comment: { allowed: false, reason: 'disputes.closed' },
    addDocument: { allowed: false, reason: 'disputes.documents_over' },
    withdraw: { allowed: false, reason: 'disputes.only_raiser' },
  },
};

test('writes every field of an issue', async () => {
  const reply = {
    data: [
      {
        ...listed,
        attach_file: '/api/files/7/pipe.png',
        milestone_count: 2,
        milestone_ids: [7, 8],
        held_milestones: [{ milestone_id: 8, position: 2, amount: '9600.50' }],
        documents_due: '2026-12-09',
        review_due: '2026-12-14',
        documents: [
          {
            url: '/api/files/7/pipe.png',
            name: 'pipe.png',
            bytes: 90,
            image: true,
            mine: true,
            user_name: 'Ravi Kumar',
            created_at: '2026-12-03T10:00:00.000Z',
          },
          {
            url: '/api/files/8/bill.pdf',
            name: 'bill.pdf',
            bytes: 91,
            image: false,
            mine: false,
            user_name: 'Meera Shah',
            created_at: '2026-12-04T10:00:00.000Z',
          },
        ],
        comments: [
          {
            id: 4,
            mine: true,
            user_name: 'Ravi Kumar',
            comment: 'Please',
            cited_message: {
              number: 3,
              mine: false,
              user_name: 'Meera Shah',
              text: 'I come on Monday',
              photo_count: 2,
              file_name: 'bill.pdf',
              sent_at: '2026-11-30T10:00:00.000Z',
            },
            created_at: '2026-12-05T10:00:00.000Z',
          },
        ],
        settlement: { to_worker: '5000.25', to_poster: '4600.25', reason: 'Half was done' },
        can_comment: { allowed: false, reason: 'disputes.closed' },
        can_add_document: { allowed: false, reason: 'disputes.documents_over' },
        can_withdraw: { allowed: false, reason: 'disputes.only_raiser' },
      },
    ],
  };
  for (const call of [
    calls.issueDetail,
    calls.raiseIssue,
    calls.commentIssue,
    calls.addIssueDocument,
    calls.withdrawIssue,
  ])
    expect(await encodeLegacyReply<z.ZodMiniType, Issue>(call, issue)).toEqual(reply);
});

test('writes an open issue without documents', async () => {
  const open: Issue = {
    ...issue,
    state: 'open',
    ending: null,
    closedAt: null,
    documents: [],
    settlement: null,
    abilities: { comment: { allowed: true }, addDocument: { allowed: true }, withdraw: { allowed: true } },
  };
  expect(await encodeLegacyReply(calls.raiseIssue, open)).toMatchObject({
    data: [
      {
        status: 'Open',
        ending: null,
        closed_at: null,
        attach_file: '',
        documents: [],
        settlement: null,
        can_comment: { allowed: true, reason: null },
        can_add_document: { allowed: true, reason: null },
        can_withdraw: { allowed: true, reason: null },
      },
    ],
  });
});

test.each([
  ['cancel_project', 'Cancel Project / Service'],
  ['not_satisfactory', 'Not satisfactory'],
  ['not_completed', 'Not Completed'],
  ['not_available', 'Not Available'],
  ['provider_absent', "Job provider didn't turn up"],
  ['poster_silent', "Job poster didn't respond"],
  ['payment', 'Payment related'],
] as const)('writes the type %s as "%s"', async (type, text) => {
  expect(await encodeLegacyReply(calls.issueDetail, { ...issue, issue: type })).toMatchObject({
    data: [{ complaint: text }],
  });
});

test('writes every field of a row in a list', async () => {
  const summary: IssueSummary = { ...issueFields, attachmentUrl: '/api/files/7/pipe.png' };
  const reply = { data: [{ ...listed, attach_file: '/api/files/7/pipe.png' }], next_cursor: 'abc' };
  const page = { items: [summary], nextCursor: 'abc' };
  expect(await encodeLegacyReply(calls.openIssues, page)).toEqual(reply);
  expect(await encodeLegacyReply(calls.closedIssues, page)).toEqual(reply);
});

test('writes the jobs that an issue can be about', async () => {
  const job = {
    jobId: 12,
    jobNumber: '4836',
    title: 'Paint, twice',
    withName: 'Meera Shah',
    side: 'worker' as const,
  };
  expect(await encodeLegacyReply(calls.issueJobs, { items: [job], nextCursor: null })).toEqual({
    data: [
      {
        job_id: 12,
        job_unique_id: 'FWS 4836',
        job_title: 'Paint, twice',
        with_user_name: 'Meera Shah',
        side: 'worker',
      },
    ],
    next_cursor: null,
  });
});
