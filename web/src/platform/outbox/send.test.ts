import { beforeEach, expect, test, vi } from 'vitest';
import type { WaitingAction } from './actions.ts';
import { sendWaiting } from './send.ts';

const outbox = new Map<number, WaitingAction>();

vi.mock('./store.ts', () => ({
  announce: () => undefined,
  listActions: () => Promise.resolve([...outbox.values()]),
  hasAction: (id: number) => Promise.resolve(outbox.has(id)),
  deleteActions: (ids: number[]) => Promise.resolve(ids.forEach((id) => outbox.delete(id))),
  updateAction: (action: WaitingAction) => Promise.resolve(void outbox.set(action.id, action)),
}));

/** What the server was sent, and what it answers by text; 200 where nothing is said. `null`: no answer arrives. */
let received: string[];
let answers: Record<string, number | null>;

beforeEach(() => {
  outbox.clear();
  received = [];
  answers = {};
  // Without locks.
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    received.push(body);
    const status = body in answers ? answers[body] : 200;
    if (status == null) return Promise.reject(new TypeError('no network'));
    return Promise.resolve(
      Response.json({ message: `answer ${status}`, data: `stored ${body}` }, { status }),
    );
  });
  return () => vi.unstubAllGlobals();
});

function put(conversation: string, ...texts: string[]): void {
  for (const body of texts) {
    const id = outbox.size + 1;
    outbox.set(id, {
      id,
      userId: 7,
      call: 'conversation_send',
      body,
      idempotencyKey: `key-${id}`,
      object: conversation,
      title: '',
      at: Date.now(),
      failures: 0,
      refusal: null,
    });
  }
}

const listTexts = (actions: readonly WaitingAction[]) => actions.map(({ body }) => body);

test('sends in the order of the taps, and says each answer before the action is gone', async () => {
  put('a', 'a1', 'a2');
  put('b', 'b1');
  const replies: unknown[] = [];
  const sending = await sendWaiting(7, ({ id }, reply) => replies.push([outbox.has(id), reply]));
  expect(received).toEqual(['a1', 'a2', 'b1']);
  expect(replies).toEqual([
    [true, 'stored a1'],
    [true, 'stored a2'],
    [true, 'stored b1'],
  ]);
  expect(listTexts(sending.sent)).toEqual(['a1', 'a2', 'b1']);
  expect(outbox.size).toBe(0);
});

test.each([null, 429, 500, 503])(
  'an answer %s keeps back what follows in its conversation, and no other',
  async (status) => {
    put('a', 'a1', 'a2');
    put('b', 'b1');
    answers = { a1: status };
    const sending = await sendWaiting(7);
    expect(received).toEqual(['a1', 'b1']);
    expect(listTexts(sending.left)).toEqual(['a1', 'a2']);
    answers = {};
    await sendWaiting(7);
    expect(received).toEqual(['a1', 'b1', 'a1', 'a2']);
  },
);

test('two attempts in vain in a row end it, because the network or the server is gone', async () => {
  put('a', 'a1');
  put('b', 'b1');
  put('c', 'c1');
  answers = { a1: null, b1: null };
  expect(listTexts((await sendWaiting(7)).left)).toEqual(['a1', 'b1', 'c1']);
  expect(received).toEqual(['a1', 'b1']);
});

test.each([401, 412])('an answer %d ends it: it is not the session of this user', async (status) => {
  put('a', 'a1');
  put('b', 'b1');
  answers = { a1: status };
  expect(listTexts((await sendWaiting(7)).left)).toEqual(['a1', 'b1']);
  expect(received).toEqual(['a1']);
});

test('a refusal stays with its reason, is not sent again, and holds nothing up', async () => {
  put('a', 'a1', 'a2');
  answers = { a1: 409 };
  const sending = await sendWaiting(7);
  expect(listTexts(sending.refused)).toEqual(['a1']);
  expect(listTexts(sending.sent)).toEqual(['a2']);
  expect(outbox.get(1)?.refusal).toEqual({ status: 409, message: 'answer 409' });
  await sendWaiting(7);
  expect(received).toEqual(['a1', 'a2']);
});
