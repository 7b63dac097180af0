import '../identity.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Session } from '@fws/contract/identity/model';
import { formatDate, translate, useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import {
  Badge,
  Button,
  LoadError,
  LoadMore,
  OfflineNote,
  Sheet,
  Skeleton,
  SkeletonList,
} from '../../../ui/index.ts';
import { sessions, useEndOtherSessions, useEndSession } from '../api.ts';

/** Where the user is logged in, and the way to end it there. */
export function SessionsPanel() {
  const t = useT();
  const online = useOnline();
  const list = useInfiniteQuery(sessions());
  const endOthers = useEndOtherSessions();
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];

  const logOutOthers = () =>
    endOthers.mutateAsync().then(
      () => toast.success(translate('identity.sessions_ended')),
      (error: Error) => toast.error(error.message),
    );

  return (
    <Sheet title={t('identity.devices')}>
      <p className="t2 mut">{rows.length === 1 ? t('identity.onlyDevice') : t('identity.devicesText')}</p>
      {!online && rows.length > 0 && <OfflineNote dataAt={list.dataUpdatedAt} />}
      {list.isPending && (
        <Skeleton>
          <SkeletonList rows={2} />
        </Skeleton>
      )}
      {list.error && rows.length === 0 && (
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
      )}
      <ul className="id-rows">
        {rows.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <LoadMore list={list} />
      {rows.length > 1 && (
        <Button
          variant="danger"
          disabled={!online}
          busy={endOthers.isPending}
          busyText={t('identity.loggingOut')}
          onClick={() => void logOutOthers()}
        >
          {t('identity.logOutOthers')}
        </Button>
      )}
    </Sheet>
  );
}

function SessionRow({ session }: { session: Session }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const online = useOnline();
  const end = useEndSession();
  const device = session.device || t('identity.unknownDevice');
  const when = t('identity.loggedInAt', { date: formatDate(session.createdAt) });

  // Said even when the live event has taken this row away before the answer came.
  const logOut = () =>
    end.mutateAsync(session.id).then(
      () => toast.success(translate('identity.session_ended')),
      (error: Error) => toast.error(error.message),
    );

  return (
    <li>
      <div className="id-what">
        <b>{device}</b>
        <span className="t2 mut">
          {when} · {t('identity.lastUsed', { ago: timeAgo(session.seenAt) })}
        </span>
      </div>
      {session.current ? (
        <Badge tone="released" icon="check">
          {t('identity.thisDevice')}
        </Badge>
      ) : (
        <Button
          aria-label={t('identity.logOutNamed', { device, when })}
          disabled={!online}
          busy={end.isPending}
          busyText={t('identity.loggingOut')}
          onClick={() => void logOut()}
        >
          {t('identity.logOutDevice')}
        </Button>
      )}
    </li>
  );
}
