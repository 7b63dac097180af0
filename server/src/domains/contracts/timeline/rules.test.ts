import { expect, test } from 'vitest';
import { mergeEvents, toEventKind, type ChangeFacts, type ContractEvent } from './rules.ts';

const fund = (from: string, to: string, byRole: string) =>
  ({ track: 'fund', from, to, byRole }) as ChangeFacts;
const work = (from: string, to: string) => ({ track: 'work', from, to, byRole: 'worker' }) as ChangeFacts;
const job = (to: string) => ({ track: 'job', to, byRole: 'system' }) as ChangeFacts;

test.each([
  [job('awarded'), 'awarded'],
  [job('in_progress'), null],
  [job('ending'), 'cancelling'],
  [job('cancelled'), 'job_cancelled'],
  [job('completed'), 'job_completed'],
  [fund('unfunded', 'funding_pending', 'poster'), null],
  [fund('funding_pending', 'unfunded', 'system'), null],
  [fund('funding_pending', 'funded', 'provider'), 'funded'],
  [fund('funded', 'accepted', 'poster'), 'accepted'],
  [fund('accepted', 'released', 'poster'), 'released'],
  [fund('accepted', 'released', 'worker'), 'released'],
  [fund('accepted', 'released', 'system'), 'released_unanswered'],
  [fund('funded', 'refund_pending', 'worker'), 'refund_started'],
  [fund('refund_pending', 'refunded', 'provider'), 'refunded'],
  [fund('accepted', 'refunded', 'provider'), 'charged_back'],
  [work('not_started', 'started'), 'started'],
  [work('started', 'completed'), 'completed'],
  [work('completed', 'payment_requested'), 'payment_requested'],
  [work('payment_requested', 'started'), 'change_requested'],
  [work('completed', 'started'), 'change_requested'],
  [{ track: 'dispute', to: 'closed', byRole: 'worker' } as const, 'dispute_withdrawn'],
  [{ track: 'dispute', to: 'closed', byRole: 'admin' } as const, 'dispute_settled'],
])('says of %o: %s', (change, kind) => {
  expect(toEventKind(change)).toBe(kind);
});

test.each([
  ['what an admin releases', fund('accepted', 'released', 'admin')],
  ['what an admin divides', fund('funded', 'released', 'admin')],
  ['what an admin gives back', fund('accepted', 'refund_pending', 'admin')],
  ['what both sides divide', fund('funded', 'released', 'worker')],
  ['what leaves nothing to send back', fund('funded', 'refunded', 'poster')],
])('leaves out %s, because another line says it', (_, change) => {
  expect(toEventKind(change)).toBe(null);
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 6, minute));
const event = (kind: ContractEvent['kind'], minute: number, milestoneId: number | null = 1) => ({
  kind,
  milestoneId,
  amountPaise: null,
  at: at(minute),
});
const merge = (events: ContractEvent[]) => mergeEvents(events).map(({ kind }) => kind);

test('puts events in the order of time, and those of one moment in their own', () => {
  const events = [
    event('split_agreed', 3),
    event('dispute_raised', 1, null),
    event('funded', 0),
    event('job_cancelled', 3, null),
  ];
  expect(merge(events)).toEqual(['funded', 'dispute_raised', 'split_agreed', 'job_cancelled']);
});

test.each([
  ['a release that accepts the work', 'accepted', 'released'],
  ['a release without an answer', 'accepted', 'released_unanswered'],
  ['a split that gives everything back', 'refund_started', 'split_agreed'],
] as const)('says %s once', (_, part, whole) => {
  expect(merge([event(part, 0), event(whole, 0)])).toEqual([whole]);
  // Of another time or milestone, it is something else.
  expect(merge([event(part, 0), event(whole, 1)])).toEqual([part, whole]);
  expect(merge([event(part, 0), event(whole, 0, 2)])).toEqual([part, whole]);
});
