import { expect, test } from 'vitest';
import { FairTurns, NoTurnError, type TurnOwner } from './fair-turns.ts';

const LIMITS = { atOnce: 2, waiting: 4, ofOwner: { atOnce: 1, waiting: 3 } };

/** Turns whose work ends when the test says so, in the order in which it began. */
function openTurns() {
  const turns = new FairTurns(LIMITS);
  const begun: string[] = [];
  const running: (() => void)[] = [];
  return {
    begun,
    ask: (owner: TurnOwner, name: string) =>
      turns.run(owner, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => running.push(resolve));
        return name;
      }),
    finishFirst: async () => {
      running.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('an owner with much work has one turn at once, and the others are served in rotation', async () => {
  const { ask, begun, finishFirst } = openTurns();
  const all = [1, 2, 3].map((n) => ask('user 1', `greedy ${n}`));
  expect(begun).toEqual(['greedy 1']);
  all.push(ask('user 2', 'second'), ask('address 1.2.3.4', 'third'));
  expect(begun).toEqual(['greedy 1', 'second']);
  await finishFirst();
  expect(begun.at(-1)).toBe('greedy 2');
  await finishFirst();
  expect(begun.at(-1)).toBe('third');
  await finishFirst();
  await finishFirst();
  await finishFirst();
  expect(await Promise.all(all)).toEqual(['greedy 1', 'greedy 2', 'greedy 3', 'second', 'third']);
});

test('refuses what has no place to wait, of one owner and of all, and has places again afterwards', async () => {
  const { ask, begun, finishFirst } = openTurns();
  const own = [1, 2, 3, 4].map((n) => ask('user 1', `${n}`));
  await expect(ask('user 1', 'fifth')).rejects.toThrow(NoTurnError);
  const others = [ask('user 2', 'a'), ask('user 3', 'b')];
  await expect(ask('user 4', 'of all')).rejects.toThrow(NoTurnError);
  for (let count = 0; count < 6; count += 1) await finishFirst();
  await Promise.all([...own, ...others]);
  expect(begun).not.toContain('fifth');
  const later = ask('user 4', 'later');
  await finishFirst();
  expect(await later).toBe('later');
});

test('gives the turn back when the work fails', async () => {
  const turns = new FairTurns({ atOnce: 1, waiting: 0, ofOwner: { atOnce: 1, waiting: 0 } });
  await expect(turns.run('user 1', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.run('user 1', async () => 'next')).toBe('next');
});
