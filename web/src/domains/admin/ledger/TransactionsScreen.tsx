import '../backoffice.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { TXN_KEYS } from '@fws/contract/admin/ledger/model';
import { useT } from '../../../platform/i18n/index.ts';
import { useDebounced } from '../../../platform/queries/useDebounced.ts';
import { useSearchParams } from '../../../platform/router/index.ts';
import { Field, SearchInput, Select } from '../../../ui/index.ts';
import { Journal } from './Journal.tsx';
import { ListScreen } from '../shared/lists.tsx';
import { txnPages } from './api.ts';
import { JournalExport } from './JournalExport.tsx';

/** Transactions, newest first, with debits and credits. */
export function TransactionsScreen() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const by = params.get('by') ?? 'milestone';
  const value = params.get('value') ?? '';
  const pages = useInfiniteQuery(txnPages({ by, value: useDebounced(value) }));
  const change = (changes: { by?: string; value?: string }) => {
    setParams({ by, value, ...changes }, { replace: true });
  };
  return (
    <ListScreen
      title={t('web.backoffice.ledger.txns')}
      pages={pages}
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
      emptyText={t('web.backoffice.ledger.noTxn')}
    >
      {(txns) => <Journal txns={txns} detailed />}
    </ListScreen>
  );
}
