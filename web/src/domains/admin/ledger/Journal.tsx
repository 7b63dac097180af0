import type { ReactNode } from 'react';
import type { LedgerEntry } from '@fws/contract/admin/disputes/schemas';
import { formatDate, formatRupees, formatTime, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { adminPaths } from '../paths.ts';
import { getAccountLabel, getPostingLabel } from './labels.ts';

export const formatJournalAmount = (paise: number): string =>
  formatRupees(paise, { paise: true, sign: false });

type Txn = LedgerEntry & { key?: string };

type Props = {
  txns: readonly Txn[];
  /** For a list of all transactions: shows the year, id and key, and links to the accounts. */
  detailed?: boolean;
  /** Rendered below the entries. */
  foot?: ReactNode;
};

/** Transactions with debits on the left and credits indented. */
export function Journal({ txns, detailed = false, foot }: Props) {
  const t = useT();
  return (
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
          <Lines key={txn.txnId} txn={txn} detailed={detailed} />
        ))}
      </tbody>
      {foot}
    </table>
  );
}

function Lines({ txn, detailed }: { txn: Txn; detailed: boolean }) {
  const t = useT();
  return txn.lines.map(({ account, amountPaise }, index) => (
    <tr key={index} className={index === txn.lines.length - 1 ? 'e2' : 'e1'}>
      <td className="d">
        {index === 0 && (
          <>
            {formatDate(t, txn.at, { year: detailed })}
            <small>{formatTime(t, txn.at)}</small>
          </>
        )}
      </td>
      <td className="en">
        {index === 0 && getPostingLabel(txn.kind)}
        {index === 0 && detailed && (
          <>
            <br />
            <small className="mut">
              {txn.txnId} · {txn.key}
            </small>
          </>
        )}
      </td>
      <td className={amountPaise > 0 ? 'dr' : 'cr'}>
        {detailed ? (
          <Link to={adminPaths.account(account)}>{getAccountLabel(account)}</Link>
        ) : (
          getAccountLabel(account)
        )}
      </td>
      <td className="n">{amountPaise > 0 && formatJournalAmount(amountPaise)}</td>
      <td className="n">{amountPaise < 0 && formatJournalAmount(-amountPaise)}</td>
    </tr>
  ));
}
