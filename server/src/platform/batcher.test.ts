import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Batcher } from './batcher.ts';

function createBatcher() {
  const batches: { keys: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const batcher = new Batcher<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        batches.push({ keys, finish: () => resolve((key) => `value ${key}`), fail: reject });
      }),
  );
  return { batcher, batches };
}

test('loads the keys of one moment together and returns to each its own value', async () => {
  const { batcher, batches } = createBatcher();
  const values = [batcher.load(1), batcher.load(2), batcher.load(1)];
  await setImmediate();
  expect(batches.map(({ keys }) => keys)).toEqual([[1, 2, 1]]);
  batches[0]?.finish();
  expect(await Promise.all(values)).toEqual(['value 1', 'value 2', 'value 1']);
});

test('loads a key again that was loaded before, also while it is loading', async () => {
  const { batcher, batches } = createBatcher();
  const first = batcher.load(1);
  await setImmediate();
  const second = batcher.load(1);
  batches[0]?.finish();
  expect(await first).toBe('value 1');
  await expect.poll(() => batches.length).toBe(2);
  batches[1]?.finish();
  expect(await second).toBe('value 1');
});

test('does not wait for a batch that hangs', async () => {
  const { batcher, batches } = createBatcher();
  const hanging = batcher.load(1);
  await setImmediate();
  const value = batcher.load(2);
  await expect.poll(() => batches.length).toBe(2);
  batches[1]?.finish();
  expect(await value).toBe('value 2');
  batches[0]?.finish();
  expect(await hanging).toBe('value 1');
});

test('fails only the requests of a failed batch', async () => {
  const { batcher, batches } = createBatcher();
  const failed = Promise.allSettled([batcher.load(1), batcher.load(2)]);
  await setImmediate();
  batches[0]?.fail(new Error('no database'));
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const value = batcher.load(3);
  await expect.poll(() => batches.length).toBe(2);
  batches[1]?.finish();
  expect(await value).toBe('value 3');
});

test('splits more keys than one statement takes', async () => {
  const { batcher, batches } = createBatcher();
  const values = Array.from({ length: 250 }, (_, key) => batcher.load(key));
  await expect.poll(() => batches.length).toBe(3);
  for (const { finish } of batches) finish();
  expect(new Set(await Promise.all(values)).size).toBe(250);
  expect(batches.map(({ keys }) => keys.length)).toEqual([100, 100, 50]);
  await sleep(10);
  expect(batches).toHaveLength(3);
});
