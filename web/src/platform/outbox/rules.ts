import type { Refusal, WaitingAction } from './actions.ts';

const HOUR_MS = 3600_000;
/** A tap that is not sent within this time is not what the user wants any more. */
const TAP_MAX_AGE_MS = 7 * 24 * HOUR_MS;
/** A message that is older would be read as if it were new. */
const MESSAGE_MAX_AGE_MS = 24 * HOUR_MS;
/** After so many server errors an action counts as refused. */
const MAX_FAILURES = 5;

/** At a door. Each carries its own time, so that it may be sent much later. */
export const isVisitStep = ({ call }: Pick<WaitingAction, 'call'>): boolean =>
  call === 'on_my_way' || call === 'arrived' || call === 'start_visit';

export const isMessage = ({ call }: Pick<WaitingAction, 'call'>): boolean => call === 'conversation_send';

/**
 * Whether an action takes the place of one that waits. The last tap on an object counts; of messages each does, and the same
 * message is one, also from two tabs; of a visit each kind of step does, so that another code takes the place of the first.
 */
export function replaces(
  action: Pick<WaitingAction, 'call' | 'object' | 'idempotencyKey'>,
  other: Pick<WaitingAction, 'call' | 'object' | 'idempotencyKey'>,
): boolean {
  if (action.object !== other.object) return false;
  if (isVisitStep(action)) return action.call === other.call;
  return !isMessage(action) || action.idempotencyKey === other.idempotencyKey;
}

/** What an action is by now; undefined once it is dropped. A message is shown as not sent, so that its text is not lost. */
export function expire(action: WaitingAction, nowMs: number): WaitingAction | undefined {
  const ageMs = nowMs - action.at;
  if (!isMessage(action)) return ageMs > TAP_MAX_AGE_MS ? undefined : action;
  if (action.refusal !== null || ageMs <= MESSAGE_MAX_AGE_MS) return action;
  return { ...action, refusal: { status: 0, message: '' } };
}

/**
 * What the answer to an action means. `later`: the next attempt may succeed, others are sent meanwhile. `stop`: nobody or
 * somebody else is signed in, so nothing of this user can be sent.
 */
export type Verdict = 'sent' | 'later' | 'stop' | { failures: number; refusal: Refusal | null };

/** `status`: undefined when no answer arrived. */
export function judge(
  { failures }: Pick<WaitingAction, 'failures'>,
  status: number | undefined,
  message: string,
): Verdict {
  if (status === undefined) return 'later';
  if (status >= 200 && status < 300) return 'sent';
  if (status === 401 || status === 412) return 'stop';
  // Too many requests, or the server is not there for a while.
  if ([429, 502, 503, 504].includes(status)) return 'later';
  const isError = status >= 500;
  const isRefused = !isError || failures + 1 >= MAX_FAILURES;
  return { failures: failures + 1, refusal: isRefused ? { status, message } : null };
}
