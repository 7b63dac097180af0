import { useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import type { Call } from '@fws/contract/platform/call';
import { callApi, CallError, noteForbidden } from '../client/index.ts';
import { hasNetwork } from '../offline/index.ts';
import { refresh } from '../queries/index.ts';
import { getUser, loadSession } from '../session/index.ts';
import { isQueuedCall, OUTBOX_SYNC, type WaitingAction } from './actions.ts';
import { sendWaiting, type Sending } from './send.ts';
import { addAction, CHANNEL, deleteActions, hasAction, listActions } from './store.ts';

export type { WaitingAction } from './actions.ts';
export { deleteActions, deleteActionsByUser, listActions } from './store.ts';

/** An admin who impersonates a user changes nothing, now or later. */
export const isImpersonation = (): boolean => document.querySelector('.impersonation') !== null;

/** `object`: what the action changes. `title`: how the list of what waits names it. */
interface ActionNames {
  object: string;
  title: string;
}

/**
 * Does something that may wait for a network: keeps it on the device, then sends it. `waits`: it goes out by itself later.
 * Throws when the server refuses.
 */
export async function act<S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  values: z.input<S>,
  names: ActionNames,
): Promise<'done' | 'waits'> {
  const userId = getUser()?.id;
  const idempotencyKey = crypto.randomUUID();
  const body = JSON.stringify(values);
  const id =
    userId === undefined || isImpersonation() || !isQueuedCall(call.name)
      ? undefined
      : await addAction({ userId, call: call.name, body, idempotencyKey, at: Date.now(), ...names });
  if (id === undefined || userId === undefined) {
    await callApi(call, values, { idempotencyKey });
    return 'done';
  }
  void requestSync();
  if (!hasNetwork()) return 'waits';
  const sending = await sendWaiting(userId);
  const own = sending.refused.find((action) => action.id === id);
  await finish({
    ...sending,
    sent: sending.sent.filter((action) => action.id !== id),
    refused: sending.refused.filter((action) => action.id !== id),
  });
  if (own?.refusal) {
    await deleteActions([id]);
    if (own.refusal.status === 403) noteForbidden();
    throw new CallError(own.refusal.status, own.refusal.message);
  }
  if (!(await hasAction(id))) return 'done';
  // The server may have answered that the session has ended.
  void loadSession();
  return 'waits';
}

/** Keeps a call that got no answer, if it is one that may wait. */
export async function queueCall(name: string, body: FormData | string): Promise<void> {
  const userId = getUser()?.id;
  if (name !== 'mark_notifications_read' || typeof body !== 'string' || userId === undefined) return;
  if (isImpersonation()) return;
  const idempotencyKey = crypto.randomUUID();
  await addAction({
    userId,
    call: name,
    body,
    idempotencyKey,
    at: Date.now(),
    object: `notifications:${body}`,
    title: '',
  });
  void requestSync();
}

const RETRY_MS = 15_000;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits for the signed-in user. */
export async function sendAllWaiting(): Promise<Sending | undefined> {
  const userId = getUser()?.id;
  if (userId === undefined || !hasNetwork() || isImpersonation()) return undefined;
  const waiting = await listActions(userId);
  if (!waiting.some(({ refusal }) => refusal === null)) return undefined;
  const sending = await sendWaiting(userId);
  await finish(sending);
  return sending;
}

async function finish({ sent, refused, isLeft }: Sending): Promise<void> {
  if (sent.length + refused.length > 0) await showSent(sent.length);
  clearTimeout(retryTimer);
  if (isLeft && hasNetwork()) retryTimer = setTimeout(() => void sendAllWaiting(), RETRY_MS);
}

async function showSent(count: number): Promise<void> {
  if (count > 0) setSentCount(sentCount + count);
  await refresh('saved', 'job', 'notifications');
}

/** Lets the worker send what waits when the app is closed. Few browsers can. */
async function requestSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } };
  await sync?.register(OUTBOX_SYNC).catch(() => undefined);
}

// What the screen shows of it.

const SENT_SHOWN_MS = 5_000;
let waitingActions: readonly WaitingAction[] = [];
let sentCount = 0;
let sentTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function setSentCount(count: number): void {
  sentCount = count;
  clearTimeout(sentTimer);
  if (count > 0) sentTimer = setTimeout(() => setSentCount(0), SENT_SHOWN_MS);
  notify();
}

async function readWaiting(): Promise<void> {
  const userId = getUser()?.id;
  waitingActions = userId === undefined ? [] : await listActions(userId);
  notify();
}

/** Follows the outbox, whoever changes it: this tab, another one, or the worker. */
export function watchOutbox(): () => Promise<void> {
  new BroadcastChannel(CHANNEL).addEventListener(
    'message',
    ({ data: sentByWorker }: MessageEvent<number>) => {
      void readWaiting();
      if (sentByWorker > 0) void showSent(sentByWorker);
    },
  );
  return readWaiting;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What waits for the signed-in user, in the order of the taps. */
export const useWaitingActions = (): readonly WaitingAction[] =>
  useSyncExternalStore(subscribe, () => waitingActions);

/** How many actions that had waited were sent just now. */
export const useSentCount = (): number => useSyncExternalStore(subscribe, () => sentCount);
