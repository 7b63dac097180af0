import type { ReactNode } from 'react';
import type { LedgerEntry } from '@fws/contract/admin/disputes/model';
import { formatDate, formatRupees, formatTime, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { adminPaths } from '../paths.ts';
import { accountName, postingName } from '../words.ts';

export const journalAmount = (paise: number): string => formatRupees(paise, { paise: true, sign: false });

type Txn = LedgerEntry & { key?: string };

type Props = {
  txns: readonly Txn[];
  /** For a list of all transactions: shows the year, id and key, and links to the accounts. */
  explored?: boolean;
  /** Rendered below the entries. */
  foot?: ReactNode;
};

/** Transactions with debits on the left and credits indented. */
export function Journal({ txns, explored = false, foot }: Props) {
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
          <Lines key={txn.txnId} txn={txn} explored={explored} />
        ))}
      </tbody>
      {foot}
    </table>
  );
}

function Lines({ txn, explored }: { txn: Txn; explored: boolean }) {
  return txn.lines.map(({ account, amountPaise }, index) => (
    <tr key={index} className={index === txn.lines.length - 1 ? 'e2' : 'e1'}>
      <td className="d">
        {index === 0 && (
          <>
            {formatDate(txn.at, { year: explored })}
            <small>{formatTime(txn.at)}</small>
          </>
        )}
      </td>
      <td className="en">
        {index === 0 && postingName(txn.kind)}
        {index === 0 && explored && (
          <>
            <br />
            <small className="mut">
              {txn.txnId} · {txn.key}
            </small>
          </>
        )}
      </td>
      <td className={amountPaise > 0 ? 'dr' : 'cr'}>
        {explored ? (
          <Link to={adminPaths.account(account)}>{accountName(account)}</Link>
        ) : (
          accountName(account)
        )}
      </td>
      <td className="n">{amountPaise > 0 && journalAmount(amountPaise)}</td>
      <td className="n">{amountPaise < 0 && journalAmount(-amountPaise)}</td>
    </tr>
  ));
}
