import '../backoffice.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { TXN_KEYS } from '@fws/contract/admin/ledger/model';
import { useT } from '../../../platform/i18n/index.ts';
import { useDebounced } from '../../../platform/queries/useDebounced.ts';
import { useSearchParams } from '../../../platform/router/index.ts';
import { Empty, Field, LoadMore, Screen, SearchInput, Select } from '../../../ui/index.ts';
import { Journal } from './Journal.tsx';
import { Scroll } from '../shared/Scroll.tsx';
import { txnPages } from './api.ts';
import { JournalExport } from './JournalExport.tsx';

/** Transactions, newest first, with debits and credits. */
export function TransactionsScreen() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const by = params.get('by') ?? 'milestone';
  const value = params.get('value') ?? '';
  const pages = useInfiniteQuery(txnPages({ by, value: useDebounced(value) }));
  const txns = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const change = (changes: { by?: string; value?: string }) => {
    setParams({ by, value, ...changes }, { replace: true });
  };
  return (
    <Screen
      title={t('web.backoffice.ledger.txns')}
      data={pages}
      action={<JournalExport />}
      tabs={
        <div className="of-ask">
          <Field label={t('web.backoffice.ledger.find')}>
            <SearchInput
              value={value}
              autoComplete="off"
              onChange={(event) => change({ value: event.currentTarget.value })}
            />
          </Field>
          <Field label={t('web.backoffice.ledger.by')}>
            <Select
              value={by}
              onChange={(event) => change({ by: event.currentTarget.value })}
              options={TXN_KEYS.map((key) => ({ value: key, label: t(`web.backoffice.ledger.by.${key}`) }))}
            />
          </Field>
        </div>
      }
      empty={pages.data && txns.length === 0 && <Empty title={t('web.backoffice.ledger.noTxn')} />}
    >
      <Scroll label={t('web.backoffice.ledger.txns')}>
        <Journal txns={txns} detailed />
      </Scroll>
      <LoadMore list={pages} />
    </Screen>
  );
}
