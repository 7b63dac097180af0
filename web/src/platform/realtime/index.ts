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

function connect(): EventSource {
  const events = new EventSource('/api/events');
  let missed = false;
  events.addEventListener('error', () => {
    missed = true;
  });
  events.addEventListener('open', () => {
    // What happened while we were away was not told.
    if (missed)
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
    missed = false;
  });
  events.addEventListener('message', (event: MessageEvent<string>) => {
    const change = JSON.parse(event.data) as Change;
    void refresh(change.topic);
    for (const listener of listeners) listener(change);
  });
  return events;
}
