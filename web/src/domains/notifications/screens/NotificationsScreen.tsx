import '../notifications.css';
import { useEffect, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, ButtonLink, Empty, LoadMore, Screen, Sheet } from '../../../ui/index.ts';
import { clearAll, refreshUnreadCount, notificationPages, useStopSearch } from '../api.ts';
import { NotificationRow } from '../components/NotificationRow.tsx';

export default function NotificationsScreen() {
  const t = useT();
  const list = useInfiniteQuery(notificationPages());
  const stop = useStopSearch();
  const [clearing, setClearing] = useState(false);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const { isSuccess } = list;
  useEffect(() => {
    if (isSuccess) refreshUnreadCount();
  }, [isSuccess]);

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
      busyText={t('notifications.clearing')}
      onClick={() => void clear()}
    >
      {t('notifications.clearAll')}
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
  return (
    <Screen title={t('notifications.title')} data={list} action={clearButton} empty={empty}>
      <Sheet>
        <ul className="notices">
          {items.map((item) => (
            <NotificationRow
              key={item.id}
              item={item}
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
      </Sheet>
    </Screen>
  );
}

NotificationsScreen.firstQueries = () => [notificationPages()];
