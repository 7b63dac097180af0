import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { securityPages } from './api.ts';
import { getSecurityEventLabel } from './labels.ts';
import { At } from '../shared/At.tsx';
import { ListPart } from '../shared/lists.tsx';

/** Security events of an account, newest first, each with device and address. */
export function SecurityLog({ userId }: { userId: string }) {
  const t = useT();
  const pages = useInfiniteQuery(securityPages(userId));
  return (
    <>
      <h2 className="adm-history">{t('web.admin.securityLog')}</h2>
      <ListPart
        label={t('web.admin.securityLog')}
        pages={pages}
        empty={<p className="mut adm-lead">{t('web.admin.noSecurityEvents')}</p>}
      >
        {(events) => (
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
        )}
      </ListPart>
    </>
  );
}
