import { getServerTime } from '../../../platform/client/index.ts';
import { withDatabase, type StepCounter } from '../../../platform/storage/index.ts';

const RECORD = 'steps';

/** What is said with a step, so that the server knows when it can have been taken. */
export interface Stamp {
  device?: string;
  counter?: string;
  deviceTime?: string;
  serverTimeSeen?: string;
}

const change = (update: (before: StepCounter) => StepCounter): Promise<StepCounter | undefined> =>
  withDatabase(async (database) => {
    const transaction = database.transaction('steps', 'readwrite', { durability: 'strict' });
    const before = await transaction.store.get(RECORD);
    const after = update(before ?? { device: crypto.randomUUID(), counter: 0, serverMs: null });
    void transaction.store.put(after, RECORD);
    await transaction.done;
    return after;
  });

const findLatest = (...times: (number | null)[]): number | null => {
  const latest = Math.max(...times.map((ms) => ms ?? 0));
  return latest === 0 ? null : latest;
};

/** Keeps the last time of the server that was seen, for a step that is taken later without a network. */
export async function keepServerTime(seen: number | null): Promise<void> {
  if (seen !== null) await change((before) => ({ ...before, serverMs: findLatest(before.serverMs, seen) }));
}

/** Of a step that is taken now. Empty where this browser keeps nothing: the step then counts when it is received. */
export async function stampStep(now: Date): Promise<Stamp> {
  const state = await change((before) => ({
    ...before,
    counter: before.counter + 1,
    serverMs: findLatest(before.serverMs, getServerTime()),
  }));
  if (!state) return {};
  return {
    device: state.device,
    counter: String(state.counter),
    deviceTime: now.toISOString(),
    serverTimeSeen: state.serverMs === null ? '' : new Date(state.serverMs).toISOString(),
  };
}
