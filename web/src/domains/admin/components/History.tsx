import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { LoadError, LoadMore, Skeleton } from '../../../ui/index.ts';
import { auditPages } from '../api.ts';
import { actName } from '../words.ts';
import { At } from './At.tsx';
import { Scroll } from './Scroll.tsx';

/** What staff did, newest first: to one subject, or to all. */
export function History({ subject = '', subjectId = '' }: { subject?: string; subjectId?: string }) {
  const t = useT();
  const pages = useInfiniteQuery(auditPages({ subject, subjectId }));
  const acts = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.isPending) return <Skeleton />;
  if (pages.error && acts.length === 0) return <LoadError error={pages.error} onRetry={pages.refetch} />;
  if (acts.length === 0) return <p className="mut adm-lead">{t('web.admin.noActs')}</p>;
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
            {acts.map((act) => (
              <tr key={act.id}>
                <td className="tab-num at">
                  <At at={act.at} />
                </td>
                <td>{act.adminName || t('web.admin.commandLine')}</td>
                <td>
                  {actName(act.act)}
                  {subject === '' && (
                    <span className="mut">
                      {' '}
                      · {act.subject.replaceAll('_', ' ')} {act.subjectId}
                    </span>
                  )}
                </td>
                <td>{act.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <LoadMore list={pages} />
    </>
  );
}
