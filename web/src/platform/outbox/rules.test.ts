import { expect, test } from 'vitest';
import type { WaitingAction } from './actions.ts';
import { expire, judge, replaces } from './rules.ts';

const HOUR_MS = 3600_000;

const action = (changes: Partial<WaitingAction>): WaitingAction => ({
  id: 1,
  userId: 7,
  call: 'save_job',
  body: '{}',
  idempotencyKey: 'key-1',
  object: 'job:1:saved',
  title: '',
  at: 0,
  failures: 0,
  refusal: null,
  ...changes,
});
const message = (changes: Partial<WaitingAction>) =>
  action({ call: 'conversation_send', object: 'conversation:1-2', ...changes });

test('a later tap on the same object replaces one that waits', () => {
  expect(replaces(action({ call: 'unsave_job', idempotencyKey: 'key-2' }), action({}))).toBe(true);
  expect(replaces(action({ object: 'job:2:saved' }), action({}))).toBe(false);
});

test('each kind of step of a visit counts, and of codes the last one', () => {
  const step = (call: WaitingAction['call'], idempotencyKey: string) =>
    action({ call, object: 'visit:1', idempotencyKey });
  expect(replaces(step('arrived', 'key-2'), step('on_my_way', 'key-1'))).toBe(false);
  expect(replaces(step('start_visit', 'key-2'), step('start_visit', 'key-1'))).toBe(true);
});

test('each message of a conversation counts, and the same one counts once', () => {
  expect(replaces(message({ idempotencyKey: 'key-2' }), message({}))).toBe(false);
  expect(replaces(message({}), message({}))).toBe(true);
});

test('a message that waits for more than a day is not sent any more and keeps its text', () => {
  const waiting = message({ body: '{"text":"At ten?"}' });
  expect(expire(waiting, 24 * HOUR_MS)).toBe(waiting);
  expect(expire(waiting, 24 * HOUR_MS + 1)).toEqual({ ...waiting, refusal: { status: 0, message: '' } });
});

test('a message that was refused is kept with its reason until it is removed', () => {
  const refused = message({ refusal: { status: 409, message: 'ended' } });
  expect(expire(refused, 1000 * HOUR_MS)).toBe(refused);
});

test('a tap that waits for more than a week is dropped', () => {
  const tap = action({});
  expect(expire(tap, 7 * 24 * HOUR_MS)).toBe(tap);
  expect(expire(tap, 7 * 24 * HOUR_MS + 1)).toBeUndefined();
});

test.each([
  [undefined, 'later'],
  [200, 'sent'],
  [401, 'stop'],
  [412, 'stop'],
  [429, 'later'],
  [502, 'later'],
  [503, 'later'],
  [504, 'later'],
] as const)('an answer %s means %s', (status, verdict) => {
  expect(judge({ failures: 4 }, status, '')).toBe(verdict);
});

test.each([400, 403, 404, 409, 410, 422])('an answer %d refuses at once', (status) => {
  expect(judge({ failures: 0 }, status, 'no')).toEqual({ failures: 1, refusal: { status, message: 'no' } });
});

test('the fifth server error counts as a refusal', () => {
  expect(judge({ failures: 3 }, 500, 'oops')).toEqual({ failures: 4, refusal: null });
  expect(judge({ failures: 4 }, 500, 'oops')).toEqual({
    failures: 5,
    refusal: { status: 500, message: 'oops' },
  });
});
