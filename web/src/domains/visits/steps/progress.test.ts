import { expect, test } from 'vitest';
import type { Visit } from '@fws/contract/visits/schemas';
import type { WaitingAction } from '../../../platform/outbox/index.ts';
import { getStepObject, readProgress } from './progress.ts';

const AT = '2026-12-18T10:36:00.000Z';

const visit = (changes: Partial<Visit> = {}): Visit => ({
  jobId: 1,
  milestoneId: 9,
  side: 'worker',
  workerId: 3,
  startsAt: '2026-12-18T10:30:00.000Z',
  endsAt: '2026-12-18T12:30:00.000Z',
  feePaise: 250_00,
  state: 'agreed',
  onTheWayAt: null,
  arrivedAt: null,
  arrival: null,
  startedAt: null,
  endedAt: null,
  claim: null,
  claiming: { allowed: true },
  cause: null,
  codesLeft: 5,
  secret: null,
  doorKey: null,
  ...changes,
});

const waiting = (call: WaitingAction['call'], body: object, changes: Partial<WaitingAction> = {}) => ({
  id: 1,
  userId: 3,
  call,
  body: JSON.stringify({ milestoneId: '9', deviceTime: AT, ...body }),
  idempotencyKey: 'key',
  object: getStepObject(9),
  title: '',
  at: 0,
  failures: 0,
  refusal: null,
  ...changes,
});

test('a step that the server knows counts before one that waits', () => {
  const { left, arrived } = readProgress(visit({ onTheWayAt: AT }), [
    waiting('on_my_way', { deviceTime: '2026-12-18T09:00:00.000Z' }),
    waiting('arrived', {}),
  ]);
  expect(left).toEqual({ at: AT, waits: false });
  expect(arrived).toEqual({ at: AT, waits: true });
});

test('an arrival that waits counts after an early one, and after no other', () => {
  const early = '2026-12-18T10:20:00.000Z';
  const again = [waiting('arrived', {})];
  expect(readProgress(visit({ arrivedAt: early, arrival: 'early' }), again).arrived).toEqual({
    at: AT,
    waits: true,
  });
  expect(readProgress(visit({ arrivedAt: early, arrival: 'unclear' }), again).arrived).toEqual({
    at: early,
    waits: false,
  });
});

test('steps of another visit, and refused ones, are none', () => {
  const refusal = { status: 409, message: 'closed' };
  const { left, arrived } = readProgress(visit(), [
    waiting('on_my_way', {}, { object: getStepObject(8) }),
    waiting('arrived', {}, { refusal }),
  ]);
  expect([left, arrived]).toEqual([null, null]);
});

test('digits wait to be judged, while a verified scan starts the work', () => {
  expect(readProgress(visit(), [waiting('start_visit', { code: '4729', signed: '' })]).start).toEqual({
    kind: 'judged',
    at: AT,
    code: '4729',
  });
  expect(readProgress(visit(), [waiting('start_visit', { code: '', signed: 'FWS1.1' })]).start).toEqual({
    kind: 'here',
    at: AT,
  });
});

test('a refused code leaves the door open, with the reason', () => {
  const refusal = { status: 409, message: 'This is not the code' };
  const refused = waiting('start_visit', { code: '0000' }, { refusal });
  expect(readProgress(visit(), [refused]).start).toEqual({ kind: 'open', refusal });
});

test.each([
  ['started', { kind: 'started', at: AT }],
  ['ended', { kind: 'started', at: AT }],
  ['claimed', { kind: 'open', refusal: null }],
  ['unanswered', { kind: 'open', refusal: null }],
  ['missed', { kind: 'over' }],
  ['contested', { kind: 'over' }],
  ['cancelled', { kind: 'over' }],
] as const)('in the state %s the start is as the server says', (state, start) => {
  const startedAt = state === 'started' || state === 'ended' ? AT : null;
  expect(readProgress(visit({ state, startedAt }), []).start).toEqual(start);
});
