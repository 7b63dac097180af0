import { useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import type { Call } from '@fws/contract/platform/call';
import { callApi, CallError, noteForbidden } from '../client/index.ts';
import { hasNetwork } from '../offline/index.ts';
import { refresh, type Topic } from '../queries/index.ts';
import { getUser, loadSession } from '../session/index.ts';
import { isQueuedCall, OUTBOX_SYNC, QUEUED_CALLS, type QueuedCall, type WaitingAction } from './actions.ts';
import { sendWaiting, type Sending, type SentListener } from './send.ts';
import { addAction, CHANNEL, deleteActions, hasAction, listActions } from './store.ts';

export type { Refusal, WaitingAction } from './actions.ts';
export { getReason } from './reason.ts';
export { isMessage, isVisitStep } from './rules.ts';
export { deleteActions, deleteActionsByUser, listActions } from './store.ts';

/** An admin who impersonates a user changes nothing, now or later. */
export const isImpersonation = (): boolean => document.querySelector('.impersonation') !== null;

/** What the outbox holds beside the values of the call. */
type ActionNames = Pick<WaitingAction, 'object' | 'title' | 'photos'>;

/** Undefined when it cannot be kept on this device. */
async function keep<S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  values: z.input<S>,
  names: ActionNames & Pick<WaitingAction, 'idempotencyKey'>,
): Promise<{ id: number; userId: number } | undefined> {
  const userId = getUser()?.id;
  if (userId === undefined || isImpersonation() || !isQueuedCall(call.name)) return undefined;
  const body = JSON.stringify(values);
  const id = await addAction({ userId, call: call.name, body, at: Date.now(), ...names });
  return id === undefined ? undefined : { id, userId };
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
  const idempotencyKey = crypto.randomUUID();
  const kept = await keep(call, values, { ...names, idempotencyKey });
  if (!kept) {
    await callApi(call, values, { idempotencyKey });
    return 'done';
  }
  const { id, userId } = kept;
  void requestSync();
  if (!hasNetwork()) return 'waits';
  const sending = await sendWaiting(userId, notifySent);
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

/** What is sent while its user looks on: nobody needs to be told that it was sent. */
const sentAtOnce = new Set<number>();

/**
 * Keeps something on the device and returns, so that its user can go on; it is sent from there. What the server refuses stays
 * there with the reason. False when it cannot be kept: nothing is sent then. `idempotencyKey`: the same for the same thing.
 */
export async function enqueue<S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  values: z.input<S>,
  names: ActionNames & Pick<WaitingAction, 'idempotencyKey'>,
): Promise<boolean> {
  const kept = await keep(call, values, names);
  if (!kept) return false;
  await readWaiting();
  void requestSync();
  if (hasNetwork()) void sendEnqueued(kept);
  return true;
}

async function sendEnqueued({ id, userId }: { id: number; userId: number }): Promise<void> {
  sentAtOnce.add(id);
  const sending = await sendWaiting(userId, notifySent);
  await finish(sending);
  const isOwn = (action: WaitingAction) => action.id === id;
  if (sending.refused.find(isOwn)?.refusal?.status === 403) noteForbidden();
  if (sending.left.some(isOwn)) void loadSession();
}

const sentListeners = new Set<SentListener>();
const notifySent: SentListener = (action, reply) => {
  for (const listener of sentListeners) listener(action, reply);
};

/** Calls the listener with what the server answers to what this page sends. Returns how to stop it. */
export function onSent(listener: SentListener): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
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
const MAX_RETRY_MS = 60_000;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let retries = 0;

/** Sends what waits for the signed-in user. */
export async function sendAllWaiting(): Promise<Sending | undefined> {
  const userId = getUser()?.id;
  if (userId === undefined || !hasNetwork() || isImpersonation()) return undefined;
  const waiting = await listActions(userId);
  if (!waiting.some(({ refusal }) => refusal === null)) return undefined;
  const sending = await sendWaiting(userId, notifySent);
  await finish(sending);
  return sending;
}

async function finish({ sent, refused, left }: Sending): Promise<void> {
  leftIds = new Set(left.map(({ id }) => id));
  for (const id of leftIds) sentAtOnce.delete(id);
  notify();
  const hadWaited = sent.filter(({ id }) => !sentAtOnce.delete(id));
  const calls = [...sent, ...refused].map(({ call }) => call);
  if (calls.length > 0) await showSent(hadWaited.length, calls);
  clearTimeout(retryTimer);
  if (left.length === 0) retries = 0;
  else if (hasNetwork())
    retryTimer = setTimeout(() => void sendAllWaiting(), Math.min(RETRY_MS * 2 ** retries++, MAX_RETRY_MS));
}

/** What shows the effects of a call. */
const TOPICS: Record<QueuedCall, readonly Topic[]> = {
  save_job: ['saved', 'job'],
  unsave_job: ['saved', 'job'],
  mark_notifications_read: ['notifications'],
  conversation_send: ['conversations'],
  on_my_way: ['contract'],
  arrived: ['contract'],
  start_visit: ['contract'],
};

async function showSent(count: number, calls: readonly QueuedCall[] = QUEUED_CALLS): Promise<void> {
  if (count > 0) setSentCount(sentCount + count);
  await refresh(...new Set(calls.flatMap((call) => TOPICS[call])));
}

/** Lets the worker send what waits when the app is closed. Few browsers can. */
async function requestSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } };
  await sync?.register(OUTBOX_SYNC).catch(() => undefined);
}

// What the screen shows of it.

const SENT_SHOWN_MS = 5_000;
const NONE: readonly WaitingAction[] = [];
let waitingActions = NONE;
/** Those that the last attempt of this page has left. */
let leftIds: ReadonlySet<number> = new Set();
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

let channel: BroadcastChannel | undefined;

/** Follows the outbox, whoever changes it: this tab, another one, or the worker. */
export function watchOutbox(): () => Promise<void> {
  if (channel) return readWaiting;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data: sentByWorker }: MessageEvent<number>) => {
    void readWaiting();
    if (sentByWorker > 0) void showSent(sentByWorker);
  });
  return readWaiting;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What waits for the signed-in user, in the order of the taps. */
export const useWaitingActions = (): readonly WaitingAction[] =>
  useSyncExternalStore(
    subscribe,
    () => waitingActions,
    () => NONE,
  );

/** The ids of what could not be sent at the last attempt. */
export const useLeftIds = (): ReadonlySet<number> => useSyncExternalStore(subscribe, getLeftIds, getLeftIds);
const getLeftIds = () => leftIds;

/** How many actions that had waited were sent just now. */
export const useSentCount = (): number => useSyncExternalStore(subscribe, () => sentCount);
