import { useEffect, useRef, useSyncExternalStore } from 'react';
import { onlineManager } from '@tanstack/react-query';

/** False while the app shows what is kept on the device because the server did not answer at its start. */
let isServerReached = true;
const listeners = new Set<() => void>();

// The server, which renders the first page, has no `navigator`.
export const hasNetwork = (): boolean =>
  isServerReached && ((globalThis.navigator as Partial<Navigator> | undefined)?.onLine ?? true);

export function setServerReached(reached: boolean): void {
  isServerReached = reached;
  onlineManager.setOnline(hasNetwork());
  for (const listener of listeners) listener();
}

// From the start: the manager's own listeners assume a network, and begin with the first component. A network that
// returned before that would not be noticed.
onlineManager.setEventListener((setOnline) => {
  const update = () => setOnline(hasNetwork());
  update();
  return listenToNetwork(update);
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = listenToNetwork(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** Does nothing on the server. */
function listenToNetwork(listener: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) globalThis.addEventListener?.(event, listener);
  return () => {
    for (const event of events) globalThis.removeEventListener(event, listener);
  };
}

/** False when the device has no network. True does not promise that the server answers. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, hasNetwork, () => true);
}

/** Runs the action each time the device gets its network back. */
export function useOnReconnect(action: () => unknown): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    const handleOnline = () => void latest.current();
    window.addEventListener('online', handleOnline);
    return () => window.removeEventListener('online', handleOnline);
  }, []);
}

/** Retries at once what waits for a network: a device may be wrong about having none. */
export function retryNow(): void {
  onlineManager.setOnline(true);
  setTimeout(() => onlineManager.setOnline(hasNetwork()));
}

/** Loads a part of the app. Without a network it waits for one and then reloads the whole page. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (hasNetwork()) throw error;
      await waitForRetry();
      if (hasNetwork()) return reloadPage();
    }
  }
}

/** When this tab last loaded its page again because a part was missing. */
const RELOADED_AT = 'fws-part-missing';
const RELOADED_LATELY_MS = 60_000;

/**
 * Loads a part that is shown now. A browser keeps the failure of a module until the page is loaded again, so this loads the
 * page again, though not twice in a row.
 */
export async function loadShownPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await loadPart(load);
  } catch (error) {
    if (!noteReload()) throw error;
    return reloadPage();
  }
}

/** False where it was done lately, or cannot be noted. */
function noteReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT));
    if (Math.abs(Date.now() - last) < RELOADED_LATELY_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

function reloadPage(): Promise<never> {
  window.location.reload();
  // Never resolves, because the old page must show nothing more before the reload.
  return new Promise<never>(() => undefined);
}

/** Resolves when the network is back or the user retries. */
const waitForRetry = () =>
  new Promise<void>((resolve) => {
    const unsubscribe = onlineManager.subscribe((online) => {
      if (!online) return;
      unsubscribe();
      resolve();
    });
  });
