import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
/** What is told by the minute stays as it is for a minute. */
const minuteOf = (time: number): number => time - (time % MINUTE_MS);
const currentMinute = (): number => minuteOf(Date.now());

/** When the server drew the page: it travels with the answers that it was drawn from. */
let drawnAt = Number(globalThis.document?.getElementById('answers')?.dataset['at']);

/** For the server, which draws for somebody whose clock it does not know. */
export function drawAt(time: number): void {
  drawnAt = time;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function waitForNextMinute(): void {
  timer = setTimeout(
    () => {
      for (const listener of listeners) listener();
      waitForNextMinute();
    },
    MINUTE_MS - (Date.now() % MINUTE_MS),
  );
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) waitForNextMinute();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/**
 * The minute that it is, for what is told relative to it; whoever shows it is drawn anew each minute. What the server
 * drew is taken over with the server's minute, whatever this device's clock says.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentMinute, () => minuteOf(drawnAt));
}
