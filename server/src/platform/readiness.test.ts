import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FileStore } from '../ports/file-store.ts';
import { silentLog } from './log.ts';
import { watchFileStore } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createWatched() {
  const findFault = vi.fn<FileStore['findFault']>().mockResolvedValue(null);
  const error = vi.fn<typeof silentLog.error>();
  const files = { findFault } as unknown as FileStore;
  return { findFault, error, getState: watchFileStore(files, { ...silentLog, error }) };
}

/** Asks, and lets the answer of the store arrive. */
async function read(getState: () => Record<string, string>) {
  getState();
  await vi.advanceTimersByTimeAsync(0);
  return getState();
}

test('names what is wrong with the file store, logs it once, and notices that it is over', async () => {
  const { findFault, error, getState } = createWatched();
  expect(await read(getState)).toEqual({ files: 'ok' });
  findFault.mockResolvedValue('The bucket does not answer');
  for (let round = 0; round < 3; round++) {
    vi.advanceTimersByTime(11_000);
    expect(await read(getState)).toEqual({ files: 'The bucket does not answer' });
  }
  expect(error.mock.calls).toEqual([['the file store cannot be used', 'The bucket does not answer']]);
  findFault.mockResolvedValue(null);
  vi.advanceTimersByTime(11_000);
  expect(await read(getState)).toEqual({ files: 'ok' });
  findFault.mockRejectedValue(new Error('no such module'));
  vi.advanceTimersByTime(11_000);
  expect(await read(getState)).toEqual({ files: 'The file store cannot be asked: Error: no such module' });
});

test('asks at most every ten seconds, and never waits for the answer', async () => {
  const { findFault, getState } = createWatched();
  for (let second = 0; second < 10; second++) {
    await read(getState);
    vi.advanceTimersByTime(1000);
  }
  expect(findFault).toHaveBeenCalledTimes(1);
  findFault.mockReturnValue(new Promise(() => {}));
  vi.advanceTimersByTime(1000);
  expect(getState()).toEqual({ files: 'ok' });
  expect(findFault).toHaveBeenCalledTimes(2);
});
