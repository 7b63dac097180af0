import { expect, test } from 'vitest';
import { TODAY_MAX } from '@fws/contract/today/model';
import {
  decideToday,
  type TodayDispute,
  type TodayFacts,
  type TodayMilestone,
  type TodayQuote,
} from './rules.ts';

const NOW = new Date('2026-11-20T06:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 24 * 3600_000);

let lastId = 0;
const milestone = (change: Partial<TodayMilestone> = {}): TodayMilestone => ({
  id: ++lastId,
  jobId: ++lastId,
  position: 1,
  jobNumber: '4821',
  side: 'poster',
  otherName: 'Imran',
  fund: 'funded',
  work: 'not_started',
  onHold: false,
  isPayable: true,
  amountPaise: 100_00,
  changeAsked: false,
  releasesAt: null,
  ...change,
});
const dispute = (change: Partial<TodayDispute> = {}): TodayDispute => ({
  id: 3,
  jobId: 12,
  jobNumber: '4698',
  side: 'worker',
  otherName: 'Meera',
  isRaisedByReader: false,
  hasAnswered: false,
  documentsDueAt: inDays(5),
  reviewDueAt: inDays(10),
  heldPaise: 9_600_00,
  position: 2,
  ...change,
});
const quote = (change: Partial<TodayQuote> = {}): TodayQuote => ({
  kind: 'received',
  jobId: 12,
  jobNumber: '4836',
  quoteId: null,
  otherName: 'Asha',
  count: 1,
  amountPaise: 500_00,
  sentAt: inDays(-1),
  ...change,
});
const invitation = (sentInDays: number) => ({
  jobId: 12,
  jobNumber: '4840',
  posterName: 'Rohan',
  sentAt: inDays(sentInDays),
  closesOn: inDays(30).toISOString().slice(0, 10),
});
const decide = (facts: Partial<TodayFacts>) =>
  decideToday(
    {
      milestones: [],
      disputes: [],
      changes: [],
      quotes: [],
      invitations: [],
      repeats: [],
      reviews: [],
      visits: [],
      wallet: { balancePaise: 0, freePaise: 0, identity: 'none', isStopped: false },
      ...facts,
    },
    NOW,
  );
const listKinds = (facts: Partial<TodayFacts>) => decide(facts).items.map(({ kind }) => kind);

test('nothing waits for somebody who has nothing', () => {
  expect(decide({})).toEqual({ items: [], waiting: null, waitingMore: 0 });
});

test('orders by what is at stake', () => {
  const facts: Partial<TodayFacts> = {
    milestones: [
      milestone({ side: 'worker', work: 'started' }),
      milestone({ side: 'worker' }),
      milestone({ fund: 'unfunded' }),
      milestone({ fund: 'accepted', work: 'payment_requested', amountPaise: 1_00 }),
      milestone({ side: 'worker', work: 'completed', amountPaise: 2_00 }),
    ],
    disputes: [dispute()],
    quotes: [quote(), quote({ kind: 'sent', quoteId: 5, sentAt: inDays(-6) })],
    invitations: [invitation(-6.5)],
    wallet: { balancePaise: 18_450_00, freePaise: 18_450_00, identity: 'verified', isStopped: false },
  };
  expect(listKinds(facts)).toEqual([
    'payment_requested',
    'released',
    'answer_dispute',
    'answer_quotes',
    'funded',
    'withdraw',
    'started',
    'completed',
    'answer_invitation',
    'quote_lapses',
  ]);
});

test('puts what is due within two days first, the earliest on top', () => {
  const facts: Partial<TodayFacts> = {
    milestones: [milestone({ fund: 'accepted', work: 'payment_requested', releasesAt: inDays(9) })],
    disputes: [dispute({ documentsDueAt: inDays(2) })],
    quotes: [quote({ sentAt: inDays(-6) })],
  };
  expect(listKinds(facts)).toEqual(['answer_quotes', 'answer_dispute', 'released']);
});

test('an invitation has a date and no amount, and is never urgent', () => {
  const facts = {
    invitations: [invitation(-6)],
    milestones: [milestone({ side: 'worker', work: 'started' })],
  };
  expect(listKinds(facts)).toEqual(['completed', 'answer_invitation']);
  expect(decide(facts).items[1]).toEqual({
    kind: 'answer_invitation',
    side: 'worker',
    jobId: 12,
    jobNumber: '4840',
    milestoneId: null,
    position: null,
    quoteId: null,
    disputeId: null,
    amountPaise: null,
    count: null,
    dueAt: inDays(1).toISOString(),
    name: 'Rohan',
  });
});

test('puts the larger of two equal things first, and what has a date before what has none', () => {
  const items = decide({
    milestones: [
      milestone({ fund: 'accepted', amountPaise: 1_00, position: 1 }),
      milestone({ fund: 'accepted', amountPaise: 3_00, position: 2 }),
      milestone({ fund: 'accepted', amountPaise: 2_00, position: 3, releasesAt: inDays(9) }),
    ],
  }).items;
  expect(items.map(({ position }) => position)).toEqual([3, 2, 1]);
});

test('says whose answer a job waits for when it is not the reader’s', () => {
  const releasesAt = inDays(3);
  const shared = { jobNumber: '4821', amountPaise: 100_00, name: 'Imran', dueAt: null };
  expect(decide({ milestones: [milestone()] }).waiting).toEqual({ kind: 'work', ...shared });
  expect(decide({ milestones: [milestone({ side: 'worker', fund: 'unfunded' })] }).waiting).toEqual({
    kind: 'funding',
    ...shared,
  });
  const asked = milestone({ side: 'worker', work: 'payment_requested', releasesAt });
  expect(decide({ milestones: [asked] }).waiting).toEqual({
    kind: 'payment',
    ...shared,
    dueAt: releasesAt.toISOString(),
  });
});

test('names what matters most of what waits for others, and counts the rest', () => {
  const today = decide({
    milestones: [milestone({ side: 'worker', fund: 'unfunded' })],
    disputes: [dispute({ hasAnswered: true })],
    quotes: [quote({ kind: 'sent', quoteId: 7 })],
  });
  expect(today).toEqual({
    items: [],
    waiting: {
      kind: 'dispute',
      jobNumber: '4698',
      amountPaise: 9_600_00,
      dueAt: inDays(10).toISOString(),
      name: null,
    },
    waitingMore: 2,
  });
});

test('a split waits for the side whose turn it is, until it ends', () => {
  const milestones = (side: 'poster' | 'worker', turn: 'worker' | null) => [
    milestone({ side, jobId: 1, work: 'started', split: { turn, dueAt: inDays(3) }, amountPaise: 40_00 }),
  ];
  const dueAt = inDays(3).toISOString();
  expect(decide({ milestones: milestones('worker', 'worker') }).items[0]).toMatchObject({
    kind: 'answer_split',
    amountPaise: 40_00,
    dueAt,
    name: 'Imran',
  });
  expect(decide({ milestones: milestones('poster', 'worker') })).toMatchObject({
    items: [],
    waiting: { kind: 'split', amountPaise: 40_00, dueAt },
  });
  expect(decide({ milestones: milestones('poster', null) }).items).toMatchObject([
    { kind: 'propose_split', dueAt },
  ]);
});

test('a change of the plan waits for the side that did not propose it', () => {
  const change = (isOwn: boolean) => ({
    jobId: 12,
    jobNumber: '4821',
    side: 'worker' as const,
    otherName: 'Meera',
    isOwn,
    totalPaise: 67_500_00,
    dueAt: inDays(7),
  });
  const dueAt = inDays(7).toISOString();
  expect(decide({ changes: [change(false)] })).toMatchObject({
    items: [
      { kind: 'answer_change', jobId: 12, side: 'worker', amountPaise: 67_500_00, dueAt, name: 'Meera' },
    ],
    waiting: null,
  });
  expect(decide({ changes: [change(true)] })).toEqual({
    items: [],
    waiting: { kind: 'change', jobNumber: '4821', amountPaise: 67_500_00, dueAt, name: 'Meera' },
    waitingMore: 0,
  });
});

test('asks the raiser of a dispute for documents and the other side for an answer, until the day is over', () => {
  expect(listKinds({ disputes: [dispute()] })).toEqual(['answer_dispute']);
  expect(listKinds({ disputes: [dispute({ isRaisedByReader: true })] })).toEqual(['send_documents']);
  expect(listKinds({ disputes: [dispute({ hasAnswered: true })] })).toEqual([]);
  const late = decide({ disputes: [dispute({ documentsDueAt: inDays(-1) })] });
  expect(late).toMatchObject({ items: [], waiting: { kind: 'dispute', dueAt: inDays(10).toISOString() } });
});

test('an own quote waits for its poster for five days, and then is about to lapse', () => {
  const sent = (days: number) =>
    decide({ quotes: [quote({ kind: 'sent', quoteId: 7, sentAt: inDays(-days) })] });
  expect(sent(4.9)).toMatchObject({ items: [], waiting: { kind: 'quote', name: 'Asha' } });
  expect(sent(5)).toMatchObject({
    items: [{ kind: 'quote_lapses', quoteId: 7, dueAt: inDays(2).toISOString() }],
    waiting: null,
  });
});

test('a poster who asks for another quote waits for its worker', () => {
  expect(decide({ quotes: [quote({ kind: 'asked', quoteId: 7, sentAt: inDays(-1) })] })).toMatchObject({
    items: [
      { kind: 'revise_quote', side: 'worker', quoteId: 7, dueAt: inDays(6).toISOString(), name: 'Asha' },
    ],
    waiting: null,
  });
});

test('names the worker of a single quote, and counts several', () => {
  expect(decide({ quotes: [quote()] }).items[0]).toMatchObject({ name: 'Asha', count: 1 });
  expect(decide({ quotes: [quote({ count: 3 })] }).items[0]).toMatchObject({ name: null, count: 3 });
});

test.each([
  ['verified', false, ['withdraw'], null],
  ['none', false, ['verify_identity'], null],
  ['refused', false, ['verify_identity'], null],
  ['pending', false, [], 'identity'],
  ['verified', true, [], null],
] as const)(
  'money in the wallet of a user who is %s (withdrawals stopped: %s)',
  (identity, isStopped, kinds, waits) => {
    const today = decide({ wallet: { balancePaise: 1_00, freePaise: 1_00, identity, isStopped } });
    expect(today.items.map(({ kind }) => kind)).toEqual(kinds);
    expect(today.waiting?.kind ?? null).toBe(waits);
  },
);

test('less than can be withdrawn does not wait', () => {
  const resting = { balancePaise: 9_000_00, freePaise: 0, isStopped: false };
  expect(listKinds({ wallet: { ...resting, identity: 'verified' } })).toEqual([]);
  expect(listKinds({ wallet: { ...resting, identity: 'none' } })).toEqual(['verify_identity']);
  expect(
    listKinds({ wallet: { balancePaise: 99, freePaise: 99, identity: 'verified', isStopped: false } }),
  ).toEqual([]);
});

test('lists no more than the limit', () => {
  const milestones = Array.from({ length: TODAY_MAX + 1 }, () => milestone({ fund: 'accepted' }));
  expect(decide({ milestones }).items).toHaveLength(TODAY_MAX);
});

test('asks for the review of an ended job last, until it opens', () => {
  const reviews = [
    { jobId: 9, jobNumber: '4836', side: 'worker' as const, otherName: 'Meera', dueAt: inDays(1) },
  ];
  const milestones = [milestone({ fund: 'accepted' })];
  expect(decide({ reviews, milestones }).items.map(({ kind }) => kind)).toEqual(['released', 'write_review']);
  expect(decide({ reviews }).items).toEqual([
    {
      kind: 'write_review',
      side: 'worker',
      jobId: 9,
      jobNumber: '4836',
      milestoneId: null,
      position: null,
      quoteId: null,
      disputeId: null,
      amountPaise: null,
      count: null,
      dueAt: inDays(1).toISOString(),
      name: 'Meera',
    },
  ]);
});

test('a worker who is asked to repeat a job answers within a week', () => {
  const repeats = [
    {
      jobId: 9,
      jobNumber: '4836',
      otherName: 'Meera',
      count: 12,
      amountPaise: 800_00,
      proposedAt: inDays(-1),
    },
  ];
  expect(decide({ repeats })).toEqual({
    items: [
      {
        kind: 'answer_repeat',
        side: 'worker',
        jobId: 9,
        jobNumber: '4836',
        milestoneId: null,
        position: null,
        quoteId: null,
        disputeId: null,
        amountPaise: 800_00,
        count: 12,
        dueAt: inDays(6).toISOString(),
        name: 'Meera',
      },
    ],
    waiting: null,
    waitingMore: 0,
  });
});
