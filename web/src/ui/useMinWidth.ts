import { useCallback, useSyncExternalStore } from 'react';

/** The width from which an aside is beside the main column. */
export const DESKTOP_PX = 1024;

/** True when the window is at least that wide. For parts that phones should not even load. */
export function useMinWidth(px: number): boolean {
  const query = `(min-width: ${px}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
