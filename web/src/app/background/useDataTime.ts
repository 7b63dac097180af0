import { useCallback, useSyncExternalStore } from 'react';
import { queryClient } from '../../platform/queries/index.ts';

/** Parts of every screen, or lists that hardly change: they do not say how old a screen is. */
const NOT_CONTENT = new Set([
  'notification_read_status',
  'conversation_counts',
  'category_list',
  'current_user',
]);

/** When the oldest data on the screen was read, in ms; undefined on a screen without data. */
export function useDataTime(): number | undefined {
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [],
  );
  return useSyncExternalStore(subscribe, readDataTime);
}

function readDataTime(): number | undefined {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ meta }) => !NOT_CONTENT.has(String(meta?.['call'])) })
    .map(({ state }) => state.dataUpdatedAt)
    .filter((time) => time > 0);
  return times.length > 0 ? Math.min(...times) : undefined;
}
