import { clearNotifications, notificationList } from '@fws/contract/notifications/calls';
import { callApi } from '../../platform/client/index.ts';
import { callPages, queryClient, refresh } from '../../platform/queries/index.ts';

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
