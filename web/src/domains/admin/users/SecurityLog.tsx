import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { LoadError, LoadMore, Skeleton } from '../../../ui/index.ts';
import { securityPages } from '../api.ts';
import { getSecurityEventLabel } from '../labels.ts';
import { At } from '../shared/At.tsx';
import { Scroll } from '../shared/Scroll.tsx';

/** Security events of an account, newest first, each with device and address. */
export function SecurityLog({ userId }: { userId: string }) {
  const t = useT();
  const pages = useInfiniteQuery(securityPages(userId));
  const events = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <h2 className="adm-history">{t('web.admin.securityLog')}</h2>
      {pages.isPending && <Skeleton />}
      {pages.error && events.length === 0 && <LoadError error={pages.error} onRetry={pages.refetch} />}
      {pages.data && events.length === 0 && <p className="mut adm-lead">{t('web.admin.noSecurityEvents')}</p>}
      {events.length > 0 && (
        <Scroll label={t('web.admin.securityLog')}>
          <table className="dt fold adm-security">
            <thead>
              <tr>
                <th>{t('web.admin.date')}</th>
                <th>{t('web.admin.what')}</th>
                <th>{t('web.admin.device')}</th>
                <th>{t('web.admin.address')}</th>
              </tr>
            </thead>
            <tbody>
              {events.map((event) => (
                <tr key={event.id}>
                  <td className="tab-num at">
                    <At at={event.at} />
                  </td>
                  <td>
                    {getSecurityEventLabel(event.kind)}
                    {event.actorId !== null && <span className="mut"> · {t('web.admin.byAdmin')}</span>}
                  </td>
                  <td>{event.device || '–'}</td>
                  <td className="tab-num">{event.address || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <LoadMore list={pages} />
    </>
  );
}
