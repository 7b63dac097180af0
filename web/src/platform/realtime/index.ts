import { noteMissedEvents, notePosition } from '../client/index.ts';
import { refresh, refreshAfter, type Change } from '../queries/index.ts';

type Listener = (change: Change) => void;

const listeners = new Set<Listener>();
let source: EventSource | undefined;

/** Server-sent events say what changed; queries of it that are on screen are refetched. */
export function startRealtime(): void {
  source ??= connect();
}

export function stopRealtime(): void {
  source?.close();
  source = undefined;
  document.removeEventListener('visibilitychange', connectWhenVisible);
}

/**
 * A newer tab has replaced this one, because the server limits the number of streams. Reconnecting at once would only
 * replace another tab, which would replace the next. This tab reconnects when it becomes visible again.
 */
function waitUntilVisible(): void {
  source?.close();
  document.addEventListener('visibilitychange', connectWhenVisible);
}

function connectWhenVisible(): void {
  if (document.visibilityState !== 'visible') return;
  document.removeEventListener('visibilitychange', connectWhenVisible);
  source = connect({ missed: true });
}

export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A browser reconnects by itself when the connection breaks, but not after an error reply. */
const FIRST_RETRY_MS = 3_000;
const MAX_RETRY_MS = 60_000;

function connect({ retryMs = FIRST_RETRY_MS, missed = false } = {}): EventSource {
  // What is shown is not older than the page. The server says so at once if it has changed before the stream was open.
  const events = new EventSource(`/api/events?age=${Math.round(performance.now())}`);
  events.addEventListener('error', () => {
    missed = true;
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(() => {
      if (source === events) source = connect({ retryMs: Math.min(2 * retryMs, MAX_RETRY_MS), missed: true });
    }, retryMs);
  });
  events.addEventListener('open', () => {
    if (missed) refreshAll();
    missed = false;
  });
  // The server itself missed events.
  events.addEventListener('missed', refreshAll);
  events.addEventListener('replaced', waitUntilVisible);
  events.addEventListener('message', (event: MessageEvent<string>) => {
    const { position, ...change } = JSON.parse(event.data) as Change & { position?: string };
    notePosition(position);
    void refreshAfter(change);
    for (const listener of listeners) listener(change);
  });
  return events;
}

/** Refetches everything that may have changed while no events arrived. */
function refreshAll(): void {
  noteMissedEvents();
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
    'conversations',
  );
}
