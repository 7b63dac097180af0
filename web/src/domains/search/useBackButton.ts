import { useEffect } from 'react';

/** What we need of the browser's CloseWatcher, which TypeScript's library does not know. */
declare global {
  interface Window {
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  }
}

/** While `open`, the Back button of a phone calls `close` and leaves no page, where the browser can tell us. */
export function useBackButton(open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open || !window.CloseWatcher) return undefined;
    const watcher = new window.CloseWatcher();
    watcher.addEventListener('close', close);
    return () => watcher.destroy();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one watcher each time it opens
  }, [open]);
}
