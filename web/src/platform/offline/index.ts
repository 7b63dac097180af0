import { useEffect, useRef, useSyncExternalStore } from 'react';
import { onlineManager } from '@tanstack/react-query';

// The server, which draws the first page, has no such word.
const hasNetwork = (): boolean => (globalThis.navigator as Partial<Navigator> | undefined)?.onLine ?? true;

// It assumes a network until it hears otherwise, and a page may open without one.
onlineManager.setOnline(hasNetwork());

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** False when the device has no network. True does not promise that the server answers. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, hasNetwork, () => true);
}

/** Does it each time the device gets its network back. */
export function useWhenBack(action: () => unknown): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    const back = () => void latest.current();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);
}

/** Tries what waits for a network at once: a device may be wrong about having none. */
export function tryNow(): void {
  onlineManager.setOnline(true);
  setTimeout(() => onlineManager.setOnline(hasNetwork()));
}

/** Loads a part of the app. Without a network it waits for one; then the page begins anew, whole. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (hasNetwork()) throw error;
      await untilTried();
      if (!hasNetwork()) continue;
      window.location.reload();
      // The part may come before the new page does: nothing more is shown on the old one.
      await new Promise(() => undefined);
    }
  }
}

/** The network is back, or somebody wants it tried. */
const untilTried = () =>
  new Promise<void>((resolve) => {
    const stop = onlineManager.subscribe((online) => {
      if (!online) return;
      stop();
      resolve();
    });
  });
