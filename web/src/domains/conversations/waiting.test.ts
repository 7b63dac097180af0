import type { InfiniteData } from '@tanstack/react-query';
import type { Message, MessagePage } from '@fws/contract/conversations/schemas';
import { expect, test } from 'vitest';
import type { WaitingAction } from '../../platform/outbox/index.ts';
import { addSent, listWaiting } from './waiting.ts';

const action = (id: number, changes: Partial<WaitingAction> = {}) =>
  ({
    id,
    body: JSON.stringify({ text: `text ${id}`, clientId: `client-${id}` }),
    idempotencyKey: `client-${id}`,
    refusal: null,
    ...changes,
  }) as WaitingAction;

const seen = { messages: [], leftIds: new Set<number>(), online: true };
const listStates = (...input: Parameters<typeof listWaiting>) =>
  listWaiting(...input).waiting.map(({ text, state }) => [text, state]);

test('says what is on its way, waits for a network or the server, or was not sent', () => {
  const actions = [action(1, { refusal: { status: 409, message: 'ended' } }), action(2), action(3)];
  expect(listStates(actions, { ...seen, leftIds: new Set([2]) })).toEqual([
    ['text 1', 'notSent'],
    ['text 2', 'retrying'],
    ['text 3', 'sending'],
  ]);
  expect(listStates(actions, { ...seen, online: false })).toEqual([
    ['text 1', 'notSent'],
    ['text 2', 'waiting'],
    ['text 3', 'waiting'],
  ]);
});

test('does not show what the server has, although its answer was lost', () => {
  const { waiting, confirmedIds } = listWaiting([action(1), action(2)], {
    ...seen,
    messages: [{ clientId: 'client-1' }],
  });
  expect(waiting.map(({ id }) => id)).toEqual([2]);
  expect(confirmedIds).toEqual([1]);
});

const pages = (...numbers: number[][]) =>
  ({
    pages: numbers.map((items) => ({ items: items.map((number) => ({ number })) })),
    pageParams: numbers.map(() => null),
  }) as unknown as InfiniteData<MessagePage>;

test('a message that was sent just now is the newest of the first page, once', () => {
  const sent = addSent(pages([4, 3], [2, 1]), { number: 5 } as Message);
  expect(sent).toEqual(pages([5, 4, 3], [2, 1]));
  expect(addSent(sent, { number: 5 } as Message)).toBe(sent);
  expect(addSent(undefined, { number: 5 } as Message)).toBeUndefined();
  expect(addSent(pages([]), { number: 1 } as Message)).toEqual(pages([1]));
});

test('a message is not shown before one that came between', () => {
  const before = pages([4, 3]);
  expect(addSent(before, { number: 6 } as Message)).toBe(before);
});
