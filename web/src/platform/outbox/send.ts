import { withDatabase } from '../storage/index.ts';
import type { WaitingAction } from './actions.ts';
import { judge, type Verdict } from './rules.ts';
import { announce, deleteActions, hasAction, listActions, updateAction } from './store.ts';

const LOCK = 'fws-outbox';
const ANSWERS_WITHIN_MS = 30_000;
/** After so many actions in a row that could not be sent, the others wait, too. */
const MAX_IN_VAIN = 2;

export interface Sending {
  sent: WaitingAction[];
  refused: WaitingAction[];
  /** What still waits: the network, the session or the server is missing. */
  left: WaitingAction[];
}

/** Called with what the server answered, before the action leaves the outbox. */
export type SentListener = (action: WaitingAction, reply: unknown) => void;

/**
 * Sends what a user's outbox holds, in the order of the taps, one at a time and in one tab or worker at a time. An answer
 * that is lost leaves the action, which is sent again with the same key: on the server it has one effect.
 */
export async function sendWaiting(userId: number, onSent: SentListener = () => {}): Promise<Sending> {
  // Without locks, which every browser has on https, two tabs may send the same action. It still has one effect.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request(LOCK, () => sendAll(userId, onSent)) : sendAll(userId, onSent);
}

async function sendAll(userId: number, onSent: SentListener): Promise<Sending> {
  const result: Sending = { sent: [], refused: [], left: [] };
  const heldObjects = new Set<string>();
  let inVain = 0;
  for (const action of await listActions(userId)) {
    if (action.refusal !== null) continue;
    // What failed keeps back what follows on the same object, and nothing else.
    if (inVain >= MAX_IN_VAIN || heldObjects.has(action.object)) {
      result.left.push(action);
      continue;
    }
    // A later tap may have replaced it since.
    if (!(await hasAction(action.id))) continue;
    const { verdict, reply } = await sendAction(action);
    if (verdict === 'sent') {
      onSent(action, reply);
      await deleteActions([action.id]);
      result.sent.push(action);
      inVain = 0;
      continue;
    }
    const updated = typeof verdict === 'object' ? { ...action, ...verdict } : action;
    if (updated !== action) await updateAction(updated);
    if (updated.refusal !== null) {
      result.refused.push(updated);
      inVain = 0;
      continue;
    }
    result.left.push(updated);
    heldObjects.add(action.object);
    inVain = verdict === 'stop' ? MAX_IN_VAIN : inVain + 1;
  }
  return result;
}

interface Envelope {
  message?: string;
  data?: unknown;
  errors?: Record<string, string>;
}

/** `reply`: what the server says, once it is sent. */
async function sendAction(action: WaitingAction): Promise<{ verdict: Verdict; reply: unknown }> {
  const response = await post(action);
  const envelope = ((await response?.json().catch(() => null)) ?? {}) as Envelope;
  // What is wrong with a field says more than that something is.
  const [message = envelope.message ?? ''] = Object.values(envelope.errors ?? {});
  return { verdict: judge(action, response?.status, message), reply: envelope.data };
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
  const { sent, left } = await sendWaiting(session.user.id);
  announce(sent.length);
  if (left.length > 0) throw new Error('something still waits');
}
