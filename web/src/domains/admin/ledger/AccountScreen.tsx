import '../backoffice.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Link, useParams } from '../../../platform/router/index.ts';
import { Empty, Facts, Icon, Screen, Sheet } from '../../../ui/index.ts';
import { At } from '../shared/At.tsx';
import { ListPart } from '../shared/lists.tsx';
import { adminPaths } from '../paths.ts';
import { getAccountLabel, getPostingLabel } from './labels.ts';
import { accountQuery, entryPages } from './api.ts';
import { buildExportUrl } from '../shared/buildExportUrl.ts';
import { Balance } from './AccountsScreen.tsx';

const formatAmount = (paise: number) => formatRupees(paise, { paise: true, sign: false });

/** One account: its balance and all of its entries. */
export function AccountScreen() {
  const t = useT();
  const { code } = useParams<{ code: string }>();
  const query = useQuery(accountQuery(code));
  return (
    <Screen
      title={getAccountLabel(code)}
      data={query}
      back={{ to: adminPaths.ledger(), label: t('web.backoffice.ledger.accounts') }}
      action={
        <a className="btn second" href={buildExportUrl('account', { code })} download>
          <Icon name="download" />
          CSV
        </a>
      }
    >
      {() =>
        query.data && (
          <>
            <Sheet>
              <Facts
                items={[
                  { label: t('web.backoffice.ledger.balance'), value: <Balance account={query.data} /> },
                  { label: t('web.backoffice.ledger.owner'), value: query.data.owner || '–' },
                  { label: t('web.backoffice.ledger.code'), value: query.data.code },
                  { label: t('web.backoffice.ledger.opened'), value: formatDate(t, query.data.openedAt) },
                ]}
              />
            </Sheet>
            <h2 className="of-h">{t('web.backoffice.ledger.entries')}</h2>
            <Entries code={code} />
          </>
        )
      }
    </Screen>
  );
}

function Entries({ code }: { code: string }) {
  const t = useT();
  const pages = useInfiniteQuery(entryPages(code));
  return (
    <ListPart
      label={t('web.backoffice.ledger.entries')}
      pages={pages}
      empty={<Empty title={t('web.backoffice.ledger.noEntries')} />}
    >
      {(entries) => (
        <table className="dt fold of-entries">
          <thead>
            <tr>
              <th>{t('web.admin.date')}</th>
              <th>{t('web.admin.entry')}</th>
              <th className="n">{t('web.admin.debit')}</th>
              <th className="n">{t('web.admin.credit')}</th>
              <th className="n">{t('web.backoffice.ledger.balance')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, index) => (
              <tr key={index}>
                <td className="tab-num">
                  <At at={entry.at} />
                </td>
                <td>
                  <Link to={adminPaths.txn(entry.txnId)}>{getPostingLabel(entry.kind)}</Link>
                </td>
                <td className="n tab-num" data-label={t('web.admin.debit')}>
                  {entry.amountPaise > 0 && formatAmount(entry.amountPaise)}
                </td>
                <td className="n tab-num" data-label={t('web.admin.credit')}>
                  {entry.amountPaise < 0 && formatAmount(-entry.amountPaise)}
                </td>
                <td className="n tab-num" data-label={t('web.backoffice.ledger.balance')}>
                  {entry.balanceAfterPaise === null ? '–' : formatAmount(entry.balanceAfterPaise)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ListPart>
  );
}
