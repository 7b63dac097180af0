import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { auditPages } from './api.ts';
import { getAuditActionLabel } from './labels.ts';
import { At } from '../shared/At.tsx';
import { ListPart } from '../shared/lists.tsx';

/** What staff did, newest first: to one subject, or to all. */
export function History({ subject = '', subjectId = '' }: { subject?: string; subjectId?: string }) {
  const t = useT();
  const pages = useInfiniteQuery(auditPages({ subject, subjectId }));
  return (
    <ListPart
      label={t('web.admin.history')}
      pages={pages}
      empty={<p className="mut adm-lead">{t('web.admin.noActs')}</p>}
    >
      {(entries) => (
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
      )}
    </ListPart>
  );
}
