import { useMutation } from '@tanstack/react-query';
import { clearNotifications, notificationList } from '@fws/contract/notifications/calls';
import { removeSearch } from '@fws/contract/search/calls';
import { callApi } from '../../platform/client/index.ts';
import { callPages, queryClient, refresh } from '../../platform/queries/index.ts';

/** Ends the alerts of a saved search, for every notification that came from it. */
export function useStopSearch() {
  return useMutation({
    mutationFn: (searchId: number) => callApi(removeSearch, { searchId: String(searchId) }),
    onSuccess: () => refresh('notifications', 'saved'),
  });
}

export const notificationPages = () => callPages('notifications', notificationList, {});

/**
 * Showing the list marks it as read, so refresh the bell's count. The list keeps its marks until it is opened
 * again.
 */
export function refreshUnreadCount(): void {
  void queryClient.invalidateQueries({ queryKey: ['notifications', 'notification_read_status'] });
}

export async function clearAll(): Promise<void> {
  await callApi(clearNotifications, {});
  await refresh('notifications');
}
