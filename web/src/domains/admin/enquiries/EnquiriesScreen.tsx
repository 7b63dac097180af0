import '../backoffice.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Badge } from '../../../ui/index.ts';
import { formatMoment } from '../shared/format.ts';
import { ListScreen } from '../shared/lists.tsx';
import { adminPaths } from '../paths.ts';
import { enquiryPages } from './api.ts';

/** All enquiries from companies, answered or not. */
export function EnquiriesScreen() {
  const t = useT();
  const pages = useInfiniteQuery(enquiryPages());
  return (
    <ListScreen
      title={t('web.backoffice.content.enquiries')}
      pages={pages}
      emptyText={t('web.backoffice.content.noEnquiries')}
    >
      {(rows) => (
        <table className="dt fold of-enquiries">
          <thead>
            <tr>
              <th>{t('web.admin.company')}</th>
              <th>{t('web.admin.person')}</th>
              <th>{t('web.admin.purpose')}</th>
              <th>{t('web.admin.date')}</th>
              <th>{t('web.backoffice.settings.state')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Link to={adminPaths.case('enquiry', row.id)}>{row.company}</Link>
                </td>
                <td>{row.name}</td>
                <td>{row.purpose}</td>
                <td className="tab-num">{formatMoment(row.at)}</td>
                <td>
                  {row.answeredAt === null ? (
                    <Badge tone="held">{t('web.backoffice.content.open')}</Badge>
                  ) : (
                    t('web.backoffice.content.answered', { date: formatDate(t, row.answeredAt) })
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ListScreen>
  );
}
