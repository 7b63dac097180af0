import { useMutation } from '@tanstack/react-query';
import { clearNotifications, markNotificationsRead, notifications } from '@fws/contract/notifications/calls';
import { PAGE_MAX } from '@fws/contract/platform/limits';
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

export const notificationPages = () => callPages('notifications', notifications, {});

/** Marks notifications as read and refreshes the bell's count. After a failure they are new the next time too. */
export async function markRead(ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += PAGE_MAX) {
    const shownIds = ids.slice(start, start + PAGE_MAX).map(String);
    await callApi(markNotificationsRead, { shownIds }).catch(() => undefined);
  }
  await queryClient.invalidateQueries({ queryKey: ['notifications', 'notification_read_status'] });
}

export async function clearAll(): Promise<void> {
  await callApi(clearNotifications, {});
  await refresh('notifications');
}
