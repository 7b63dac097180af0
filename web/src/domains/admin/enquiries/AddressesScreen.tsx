import '../backoffice.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { Empty, Icon, LoadMore, Screen } from '../../../ui/index.ts';
import { formatMoment } from '../health/labels.ts';
import { buildExportUrl } from '../ledger/api.ts';
import { Scroll } from '../shared/Scroll.tsx';
import { addressPages } from '../content/api.ts';

/** People who left an e-mail address to receive news. */
export function AddressesScreen() {
  const t = useT();
  const pages = useInfiniteQuery(addressPages());
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Screen
      title={t('web.backoffice.content.addresses')}
      lead={t('web.backoffice.content.addressesLead')}
      data={pages}
      action={
        <a className="btn second" href={buildExportUrl('addresses')} download>
          <Icon name="download" />
          CSV
        </a>
      }
      empty={pages.data && rows.length === 0 && <Empty title={t('web.backoffice.content.noAddresses')} />}
    >
      <Scroll label={t('web.backoffice.content.addresses')}>
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
      </Scroll>
      <LoadMore list={pages} />
    </Screen>
  );
}
