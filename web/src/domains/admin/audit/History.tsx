import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { LoadError, LoadMore, Skeleton } from '../../../ui/index.ts';
import { auditPages } from '../api.ts';
import { getAuditActionLabel } from '../labels.ts';
import { At } from '../shared/At.tsx';
import { Scroll } from '../shared/Scroll.tsx';

/** What staff did, newest first: to one subject, or to all. */
export function History({ subject = '', subjectId = '' }: { subject?: string; subjectId?: string }) {
  const t = useT();
  const pages = useInfiniteQuery(auditPages({ subject, subjectId }));
  const entries = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.isPending) return <Skeleton />;
  if (pages.error && entries.length === 0) return <LoadError error={pages.error} onRetry={pages.refetch} />;
  if (entries.length === 0) return <p className="mut adm-lead">{t('web.admin.noActs')}</p>;
  return (
    <>
      <Scroll label={t('web.admin.history')}>
        <table className="dt">
          <thead>
            <tr>
              <th>{t('web.admin.date')}</th>
              <th>{t('web.admin.who')}</th>
              <th>{t('web.admin.what')}</th>
              <th>{t('web.admin.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td className="tab-num at">
                  <At at={entry.at} />
                </td>
                <td>{entry.adminName || t('web.admin.commandLine')}</td>
                <td>
                  {getAuditActionLabel(entry.act)}
                  {subject === '' && (
                    <span className="mut">
                      {' '}
                      · {entry.subject.replaceAll('_', ' ')} {entry.subjectId}
                    </span>
                  )}
                </td>
                <td>{entry.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <LoadMore list={pages} />
    </>
  );
}
