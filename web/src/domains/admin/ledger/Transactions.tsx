import '../office.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { TXN_KEYS, type ExplorerTxn } from '@fws/contract/admin/ledger/model';
import { Fragment } from 'react';
import { formatDate, formatRupees, formatTime, useT } from '../../../platform/i18n/index.ts';
import { useSettled } from '../../../platform/queries/settled.ts';
import { Link, useSearchParams } from '../../../platform/router/index.ts';
import { Empty, Field, LoadMore, Screen, SearchInput, Select } from '../../../ui/index.ts';
import { Scroll } from '../components/Scroll.tsx';
import { adminPaths } from '../paths.ts';
import { accountName, postingName } from '../words.ts';
import { txnPages } from './api.ts';
import { JournalExport } from './JournalExport.tsx';

const amount = (paise: number) => formatRupees(paise, { paise: true, sign: false });

/** What moved, newest first, with both sides of it. */
export function Transactions() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const by = params.get('by') ?? 'milestone';
  const value = params.get('value') ?? '';
  const pages = useInfiniteQuery(txnPages({ by, value: useSettled(value) }));
  const txns = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const change = (asked: { by?: string; value?: string }) => {
    setParams({ by, value, ...asked }, { replace: true });
  };
  return (
    <Screen
      title={t('web.office.ledger.txns')}
      data={pages}
      action={<JournalExport />}
      tabs={
        <div className="of-ask">
          <Field label={t('web.office.ledger.find')}>
            <SearchInput
              value={value}
              autoComplete="off"
              onChange={(event) => change({ value: event.currentTarget.value })}
            />
          </Field>
          <Field label={t('web.office.ledger.by')}>
            <Select
              value={by}
              onChange={(event) => change({ by: event.currentTarget.value })}
              options={TXN_KEYS.map((one) => ({ value: one, label: t(`web.office.ledger.by.${one}`) }))}
            />
          </Field>
        </div>
      }
      empty={pages.data && txns.length === 0 && <Empty title={t('web.office.ledger.noTxn')} />}
    >
      <Scroll label={t('web.office.ledger.txns')}>
        <table className="dt lg">
          <thead>
            <tr>
              <th>{t('web.admin.date')}</th>
              <th>{t('web.admin.entry')}</th>
              <th>{t('web.admin.accountColumn')}</th>
              <th className="n">{t('web.admin.debit')}</th>
              <th className="n">{t('web.admin.credit')}</th>
            </tr>
          </thead>
          <tbody>
            {txns.map((txn) => (
              <Fragment key={txn.txnId}>
                <Lines txn={txn} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </Scroll>
      <LoadMore
        hasMore={pages.hasNextPage}
        loading={pages.isFetchingNextPage}
        onMore={() => pages.fetchNextPage()}
      />
    </Screen>
  );
}

function Lines({ txn }: { txn: ExplorerTxn }) {
  return txn.lines.map(({ account, amountPaise }, index) => (
    <tr key={index} className={index === txn.lines.length - 1 ? 'e2' : 'e1'}>
      <td className="d">
        {index === 0 && (
          <>
            {formatDate(txn.at)}
            <small>{formatTime(txn.at)}</small>
          </>
        )}
      </td>
      <td className="en">
        {index === 0 && (
          <>
            {postingName(txn.kind)}
            <br />
            <small className="mut">
              {txn.txnId} · {txn.key}
            </small>
          </>
        )}
      </td>
      <td className={amountPaise > 0 ? 'dr' : 'cr'}>
        <Link to={adminPaths.account(account)}>{accountName(account)}</Link>
      </td>
      <td className="n">{amountPaise > 0 && amount(amountPaise)}</td>
      <td className="n">{amountPaise < 0 && amount(-amountPaise)}</td>
    </tr>
  ));
}
