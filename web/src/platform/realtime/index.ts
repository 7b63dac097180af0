import { noteMissedEvents, notePosition } from '../client/index.ts';
import { refresh, refreshAfter, refreshAgain, type Change } from '../queries/index.ts';

type Listener = (change: Change) => void;

/** What an event carries beside the change. */
interface Received {
  position: string;
  eventId: string;
}

const listeners = new Set<Listener>();
let source: EventSource | undefined;
/** A stream is opened again at that time. */
let reopening: ReturnType<typeof setTimeout> | undefined;

/** When what is shown was known to be current, on the clock of `performance`. At first, when the page was loaded. */
let currentAt = 0;
/** The last event since then. */
let lastEventId = '';

function noteCurrent(eventId = lastEventId): void {
  currentAt = performance.now();
  lastEventId = eventId;
}

/** Server-sent events say what changed; queries of it that are on screen are refetched. */
export function startRealtime(): void {
  source ??= connect();
}

export function stopRealtime(): void {
  source?.close();
  source = undefined;
  lastEventId = '';
  retryMs = FIRST_RETRY_MS;
  stopWaiting();
}

/**
 * A newer tab has replaced this one, because the server limits the number of streams. Reconnecting at once would only
 * replace another tab, which would replace the next. This tab reconnects when it becomes visible again.
 */
function waitUntilVisible(): void {
  source?.close();
  document.addEventListener('visibilitychange', reopenWhenVisible);
}

function reopenWhenVisible(): void {
  if (document.visibilityState === 'visible') reopen();
}

export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The streams of a process that ended do not all come back at the same moment. */
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;
let retryMs = FIRST_RETRY_MS;

/** A browser would reconnect by itself, but with the same address, and not after an error reply. */
function reopenLater(): void {
  source?.close();
  reopening = setTimeout(reopen, retryMs * (0.25 + 0.75 * Math.random()));
  retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
  globalThis.addEventListener?.('online', reopen);
  document.addEventListener('visibilitychange', reopenWhenVisible);
}

function stopWaiting(): void {
  clearTimeout(reopening);
  globalThis.removeEventListener?.('online', reopen);
  document.removeEventListener('visibilitychange', reopenWhenVisible);
}

function reopen(): void {
  stopWaiting();
  source = connect();
}

function connect(): EventSource {
  const known = new URLSearchParams({ age: String(Math.round(performance.now() - currentAt)) });
  if (lastEventId !== '') known.set('event', lastEventId);
  // The server says at once if something may have changed that is not shown.
  const events = new EventSource(`/api/events?${known}`);
  events.addEventListener('error', () => {
    if (source === events) reopenLater();
  });
  events.addEventListener('open', () => {
    retryMs = FIRST_RETRY_MS;
    // The network may have been lost after an event and before the answer that it asked for.
    void refreshAgain();
  });
  events.addEventListener('alive', () => noteCurrent());
  // The server itself missed events, or the page did.
  events.addEventListener('missed', refreshAll);
  events.addEventListener('replaced', waitUntilVisible);
  events.addEventListener('message', (event: MessageEvent<string>) => {
    const { position, eventId, ...change } = JSON.parse(event.data) as Change & Partial<Received>;
    noteCurrent(eventId);
    notePosition(position);
    void refreshAfter(change);
    for (const listener of listeners) listener(change);
  });
  return events;
}

/** Refetches everything that may have changed while no events arrived. */
function refreshAll(): void {
  noteCurrent('');
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
    'safety',
    'invitations',
  );
}
