import { createContext, useContext, useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
/** Rounds down, so that the value is stable for a minute. */
const roundToMinute = (time: number): number => time - (time % MINUTE_MS);
const getCurrentMinute = (): number => roundToMinute(Date.now());

/**
 * When the server rendered the page. The server provides it, because it does not know the clock of the user's device; the
 * browser reads it from the page.
 */
export const RenderedAt = createContext(
  Number(globalThis.document?.getElementById('answers')?.dataset['at']),
);

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
 * The current minute, for relative times. Components that use it render again each minute. Hydration of a server-rendered
 * page uses the server's minute, whatever this device's clock says.
 */
export function useNow(): number {
  const renderedAt = useContext(RenderedAt);
  return useSyncExternalStore(subscribe, getCurrentMinute, () => roundToMinute(renderedAt));
}
