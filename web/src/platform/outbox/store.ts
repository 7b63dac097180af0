import { withDatabase } from '../storage/index.ts';
import type { WaitingAction } from './actions.ts';
import { expire, replaces } from './rules.ts';

const MAX_WAITING = 200;

export const CHANNEL = 'fws-outbox';

/** Tells every page that the outbox has changed, and how many actions the worker has sent. */
export function announce(sentByWorker = 0): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel.postMessage(sentByWorker);
  channel.close();
}

/** Adds an action and returns its id; undefined when it cannot be kept. Deletes what it takes the place of. */
export async function addAction(
  action: Omit<WaitingAction, 'id' | 'failures' | 'refusal'>,
): Promise<number | undefined> {
  const id = await withDatabase(async (database) => {
    const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
    const waiting = await transaction.store.index('userId').getAll(action.userId);
    if (waiting.length >= MAX_WAITING) throw new Error('too much waits');
    for (const other of waiting) if (replaces(action, other)) void transaction.store.delete(other.id);
    const added = await transaction.store.add({ ...action, failures: 0, refusal: null } as WaitingAction);
    await transaction.done;
    return added;
  });
  if (id !== undefined) announce();
  return id;
}

/** The actions of a user, in the order of the taps. */
export async function listActions(userId: number): Promise<WaitingAction[]> {
  const actions =
    (await withDatabase((database) => database.getAllFromIndex('outbox', 'userId', userId))) ?? [];
  const now = Date.now();
  const current = actions.map((action) => ({ action, expired: expire(action, now) }));
  const dropped = current.filter(({ expired }) => expired === undefined);
  if (dropped.length > 0) await deleteActions(dropped.map(({ action }) => action.id));
  // Written down, so that a clock that is set back does not send them after all.
  for (const { action, expired } of current) if (expired && expired !== action) await updateAction(expired);
  return current.flatMap(({ expired }) => expired ?? []);
}

export async function deleteActions(ids: readonly number[]): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction('outbox', 'readwrite');
    for (const id of ids) void transaction.store.delete(id);
    await transaction.done;
  });
  announce();
}

/** Does nothing when a later action has replaced this one meanwhile. */
export async function updateAction(action: WaitingAction): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction('outbox', 'readwrite');
    if (await transaction.store.get(action.id)) await transaction.store.put(action);
    await transaction.done;
  });
  announce();
}

/** Whether an action is still in the outbox. */
export const hasAction = async (id: number): Promise<boolean> =>
  (await withDatabase((database) => database.get('outbox', id))) !== undefined;

export const deleteActionsByUser = async (userId: number): Promise<void> =>
  deleteActions((await listActions(userId)).map(({ id }) => id));
