import { withDatabase } from '../storage/index.ts';
import type { WaitingAction } from './actions.ts';
import { announce, deleteActions, hasAction, listActions, updateAction } from './store.ts';

const LOCK = 'fws-outbox';
const ANSWERS_WITHIN_MS = 30_000;
/** After so many server errors an action counts as refused, so that the others are sent. */
const MAX_FAILURES = 5;

export interface Sending {
  sent: WaitingAction[];
  refused: WaitingAction[];
  /** True when something still waits: the network, the session or the server is missing. */
  isLeft: boolean;
}

/**
 * Sends what a user's outbox holds, in the order of the taps, one at a time and in one tab or worker at a time. An answer
 * that is lost leaves the action, which is sent again with the same key: on the server it has one effect.
 */
export async function sendWaiting(userId: number): Promise<Sending> {
  // Without locks, which every browser has on https, two tabs may send the same action. It still has one effect.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request(LOCK, () => sendAll(userId)) : sendAll(userId);
}

async function sendAll(userId: number): Promise<Sending> {
  const result: Sending = { sent: [], refused: [], isLeft: false };
  for (const action of await listActions(userId)) {
    if (action.refusal !== null) continue;
    // A later tap may have replaced it since.
    if (!(await hasAction(action.id))) continue;
    const outcome = await sendAction(action);
    if (outcome === 'sent') {
      await deleteActions([action.id]);
      result.sent.push(action);
    } else if (typeof outcome === 'object') {
      await updateAction(outcome);
      if (outcome.refusal !== null) result.refused.push(outcome);
      else return { ...result, isLeft: true };
    } else return { ...result, isLeft: true };
  }
  return result;
}

/** `later`: it may succeed when it is sent again. An action: what the outbox should hold in its place. */
async function sendAction(action: WaitingAction): Promise<'sent' | 'later' | WaitingAction> {
  const response = await post(action);
  if (!response) return 'later';
  if (response.ok) return 'sent';
  // Nobody or somebody else is signed in, or too many requests were sent: it waits for its user, or for a while.
  if ([401, 412, 429, 503].includes(response.status)) return 'later';
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  const failures = action.failures + 1;
  const isRefused = response.status < 500 || failures >= MAX_FAILURES;
  return {
    ...action,
    failures,
    refusal: isRefused ? { status: response.status, message: message ?? '' } : null,
  };
}

/** Undefined when no answer arrives. */
function post({ userId, call, body, idempotencyKey }: WaitingAction): Promise<Response | undefined> {
  return fetch(`/api/${call}`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-FWS-Client': 'web',
      'Idempotency-Key': idempotencyKey,
      // The server refuses when somebody else is signed in by now.
      'X-FWS-User': String(userId),
    },
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  }).catch(() => undefined);
}

/** For the worker: sends what waits for the last user of this browser. Rejects when something is left, for a retry. */
export async function sendWaitingInBackground(): Promise<void> {
  const session = await withDatabase((database) => database.get('session', 'last'));
  if (!session) return;
  const { sent, isLeft } = await sendWaiting(session.user.id);
  announce(sent.length);
  if (isLeft) throw new Error('something still waits');
}
