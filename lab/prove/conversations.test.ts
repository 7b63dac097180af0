import { expect, test } from 'vitest';
import { compare } from './conversations/judge.ts';
import { runConversations } from './conversations/run.ts';

test('no message is lost, doubled or out of order when a web process is killed', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { violations, figures } = await runConversations({
    seed,
    pairs: 20,
    rate: 20,
    seconds: 8,
    killEverySeconds: 2,
    signal: new AbortController().signal,
  });
  expect(violations, `prove:conversations --seed ${seed}`).toEqual([]);
  expect(figures['messages']).toBeGreaterThan(20);
  expect(figures['kills']).toBeGreaterThan(0);
}, 300_000);

test.each([
  [['a', 'b'], ['a', 'b'], []],
  [['a', 'b'], ['a'], ['it: lost b']],
  [['a', 'b'], ['a', 'b', 'b'], ['it: doubled b']],
  [['a', 'b'], ['b', 'a'], ['it: in the order b, a']],
])('what was sent, %j, and what came, %j, differ by %j', (expected, found, differences) => {
  expect(compare('it', expected, found)).toEqual(differences);
});
