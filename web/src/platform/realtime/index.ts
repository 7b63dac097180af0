import { refresh, type Topic } from '../queries/index.ts';

type Change = { topic: Topic; id: number | string | null };
type Listener = (change: Change) => void;

const listeners = new Set<Listener>();
let source: EventSource | undefined;

/** Server-sent events say what changed; whatever of it is on screen is asked for again. */
export function startRealtime(): void {
  source ??= connect();
}

export function stopRealtime(): void {
  source?.close();
  source = undefined;
}

export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A browser tries again by itself when the line breaks, but not when it was answered an error. */
const FIRST_RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 60_000;

function connect(retryMs = FIRST_RETRY_MS): EventSource {
  const events = new EventSource('/api/events');
  let missed = retryMs > FIRST_RETRY_MS;
  events.addEventListener('error', () => {
    missed = true;
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(() => {
      if (source === events) source = connect(Math.min(2 * retryMs, LONGEST_RETRY_MS));
    }, retryMs);
  });
  events.addEventListener('open', () => {
    if (missed) lookAgain();
    missed = false;
  });
  // The server itself could not listen.
  events.addEventListener('missed', lookAgain);
  events.addEventListener('message', (event: MessageEvent<string>) => {
    const change = JSON.parse(event.data) as Change;
    void refresh(change.topic);
    for (const listener of listeners) listener(change);
  });
  return events;
}

/** What happened while nobody told us. */
function lookAgain(): void {
  void refresh(
    'job',
    'quotes',
    'contract',
    'wallet',
    'notifications',
    'identity',
    'order',
    'connections',
    'disputes',
  );
}
