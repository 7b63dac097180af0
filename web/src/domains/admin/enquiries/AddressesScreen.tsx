import '../backoffice.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { Icon } from '../../../ui/index.ts';
import { formatMoment } from '../shared/format.ts';
import { buildExportUrl } from '../shared/buildExportUrl.ts';
import { ListScreen } from '../shared/lists.tsx';
import { addressPages } from './api.ts';

/** People who left an e-mail address to receive news. */
export function AddressesScreen() {
  const t = useT();
  const pages = useInfiniteQuery(addressPages());
  return (
    <ListScreen
      title={t('web.backoffice.content.addresses')}
      lead={t('web.backoffice.content.addressesLead')}
      pages={pages}
      action={
        <a className="btn second" href={buildExportUrl('addresses')} download>
          <Icon name="download" />
          CSV
        </a>
      }
      emptyText={t('web.backoffice.content.noAddresses')}
    >
      {(rows) => (
        <table className="dt fold">
          <thead>
            <tr>
              <th>{t('web.admin.email')}</th>
              <th>{t('web.backoffice.content.language')}</th>
              <th>{t('web.admin.date')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.email}>
                <td>{row.email}</td>
                <td>{row.locale}</td>
                <td className="tab-num">{formatMoment(row.leftAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ListScreen>
  );
}
