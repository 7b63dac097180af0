import '../notifications.css';
import { useEffect, useRef, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Notification } from '@fws/contract/notifications/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, ButtonLink, Empty, LoadMore, Screen, Sheet } from '../../../ui/index.ts';
import { clearAll, markRead, notificationPages, useStopSearch } from '../api.ts';
import { NotificationRow } from '../components/NotificationRow.tsx';

export default function NotificationsScreen() {
  const t = useT();
  const online = useOnline();
  const list = useInfiniteQuery(notificationPages());
  const stop = useStopSearch();
  const [clearing, setClearing] = useState(false);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isNew = useNewNotifications(items);

  async function clear(): Promise<void> {
    setClearing(true);
    try {
      await clearAll();
      toast.success(t('notifications.cleared'));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : t('common.something_wrong'));
    } finally {
      setClearing(false);
    }
  }

  const clearButton = items.length > 0 && (
    <Button
      variant="quiet"
      busy={clearing}
      disabled={!online}
      busyText={t('notifications.clearing')}
      onClick={() => void clear()}
    >
      {t(online ? 'notifications.clearAll' : 'ui.needsInternet')}
    </Button>
  );
  const empty = items.length === 0 && (
    <Empty
      title={t('notifications.none')}
      action={<ButtonLink to={paths.home()}>{t('shell.findJobs')}</ButtonLink>}
    >
      {t('notifications.noneText')}
    </Empty>
  );
  const actions = (
    <span className="row wrapx">
      <ButtonLink variant="quiet" to={paths.notificationSettings()}>
        {t('notifications.settingsLink')}
      </ButtonLink>
      {clearButton}
    </span>
  );
  return (
    <Screen title={t('notifications.title')} data={list} action={actions} empty={empty}>
      <Sheet>
        <ul className="notices">
          {items.map((item) => (
            <NotificationRow
              key={item.id}
              item={item}
              isNew={isNew(item)}
              isStopping={stop.isPending && stop.variables === item.searchId}
              onStop={(searchId) =>
                stop.mutate(searchId, {
                  onSuccess: () => toast.success(t('notifications.stopped')),
                  onError: (error) => toast.error(error.message),
                })
              }
            />
          ))}
        </ul>
        <LoadMore list={list} />
        {/* Whoever has read to the end of a long list may miss an older one. */}
        {!list.hasNextPage && (list.data?.pages.length ?? 0) > 1 && (
          <p className="notices-end t2 mut">{t('notifications.kept')}</p>
        )}
      </Sheet>
    </Screen>
  );
}

/** Marks what is shown as read. It is shown as new until the screen is opened again. */
function useNewNotifications(items: readonly Notification[]): (item: Notification) => boolean {
  const [newIds, setNewIds] = useState<readonly number[]>([]);
  const markedCount = useRef(0);
  const shownIds = items.filter(({ id, read }) => !read && !newIds.includes(id)).map(({ id }) => id);
  if (shownIds.length > 0) setNewIds([...newIds, ...shownIds]);
  useEffect(() => {
    if (newIds.length === markedCount.current) return;
    void markRead(newIds.slice(markedCount.current));
    markedCount.current = newIds.length;
  }, [newIds]);
  return ({ id, read }) => !read || newIds.includes(id);
}

NotificationsScreen.firstQueries = () => [notificationPages()];
