import '../backoffice.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ACCOUNT_KINDS } from '@fws/contract/admin/ledger/model';
import type { ExplorerAccount } from '@fws/contract/admin/ledger/schemas';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { useDebounced } from '../../../platform/queries/useDebounced.ts';
import { Link, useSearchParams } from '../../../platform/router/index.ts';
import { Field, SearchInput, Select } from '../../../ui/index.ts';
import { formatMoment } from '../shared/format.ts';
import { ListScreen } from '../shared/lists.tsx';
import { adminPaths } from '../paths.ts';
import { getAccountLabel } from './labels.ts';
import { accountPages } from './api.ts';

/** All accounts of the ledger, newest first, or those that match a search. */
export function AccountsScreen() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind') ?? '';
  const search = params.get('search') ?? '';
  const pages = useInfiniteQuery(accountPages({ kind, search: useDebounced(search) }));
  const change = (changes: { kind?: string; search?: string }) => {
    const next = { kind, search, ...changes };
    setParams(Object.fromEntries(Object.entries(next).filter(([, text]) => text !== '')), {
      replace: true,
    });
  };
  return (
    <ListScreen
      title={t('web.backoffice.ledger.accounts')}
      pages={pages}
      tabs={
        <div className="of-ask">
          <Field label={t('web.backoffice.ledger.find')} hint={t('web.backoffice.ledger.findHint')}>
            <SearchInput
              value={search}
              autoComplete="off"
              onChange={(event) => change({ search: event.currentTarget.value })}
            />
          </Field>
          <Field label={t('web.backoffice.ledger.kind')}>
            <Select
              value={kind}
              onChange={(event) => change({ kind: event.currentTarget.value })}
              options={[
                { value: '', label: t('web.admin.all') },
                ...ACCOUNT_KINDS.map((option) => ({
                  value: option,
                  label: t(`web.backoffice.ledger.kind.${option}`),
                })),
              ]}
            />
          </Field>
        </div>
      }
      emptyText={t('web.backoffice.ledger.noAccount')}
    >
      {(accounts) => (
        <table className="dt fold of-accounts">
          <thead>
            <tr>
              <th>{t('web.admin.accountColumn')}</th>
              <th>{t('web.backoffice.ledger.owner')}</th>
              <th className="n">{t('web.backoffice.ledger.balance')}</th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <tr key={account.code}>
                <td>
                  <Link to={adminPaths.account(account.code)}>{getAccountLabel(account.code)}</Link>
                </td>
                <td>{account.owner || '–'}</td>
                <td className="n tab-num">
                  <Balance account={account} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ListScreen>
  );
}

/** For the platform's own accounts, the balance is the one that the last trial balance summed. */
export function Balance({ account: { balancePaise, balanceAt } }: { account: ExplorerAccount }) {
  const t = useT();
  if (balancePaise === null) return <span className="mut">{t('web.backoffice.ledger.notSummed')}</span>;
  return (
    <>
      {formatRupees(balancePaise, { paise: true })}
      {balanceAt !== null && (
        <>
          <br />
          <small className="mut">{formatMoment(balanceAt)}</small>
        </>
      )}
    </>
  );
}
