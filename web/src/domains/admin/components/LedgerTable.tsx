import { Fragment } from 'react';
import type { LedgerEntry } from '@fws/contract/admin/disputes/model';
import { formatDate, formatRupees, formatTime, useT } from '../../../platform/i18n/index.ts';
import { Icon } from '../../../ui/index.ts';
import { accountName, postingName } from '../words.ts';

const amount = (paise: number): string => formatRupees(paise, { paise: true, sign: false });
const totalOf = (entries: readonly LedgerEntry[], side: 1 | -1): number =>
  entries
    .flatMap((entry) => entry.lines)
    .filter((line) => Math.sign(line.amountPaise) === side)
    .reduce((sum, line) => sum + Math.abs(line.amountPaise), 0);

/** A journal: each transaction with its debits to the left, its credits indented, both sums under a double rule. */
export function LedgerTable({ title, entries }: { title: string; entries: readonly LedgerEntry[] }) {
  const t = useT();
  const [debits, credits] = [totalOf(entries, 1), totalOf(entries, -1)];
  return (
    <>
      <div className="lg-h">
        <h3>{title}</h3>
        {debits === credits && (
          <span className="t2 ok">
            <Icon name="check" />
            {t('web.admin.balanced')}
          </span>
        )}
      </div>
      <div className="scrollx">
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
            {entries.map((entry) => (
              <Fragment key={entry.txnId}>
                {entry.lines.map(({ account, amountPaise }, index) => (
                  <tr key={index} className={index === entry.lines.length - 1 ? 'e2' : 'e1'}>
                    <td className="d">
                      {index === 0 && (
                        <>
                          {formatDate(entry.at, { year: false })}
                          <small>{formatTime(entry.at)}</small>
                        </>
                      )}
                    </td>
                    <td className="en">{index === 0 && postingName(entry.kind)}</td>
                    <td className={amountPaise > 0 ? 'dr' : 'cr'}>{accountName(account)}</td>
                    <td className="n">{amountPaise > 0 && amount(amountPaise)}</td>
                    <td className="n">{amountPaise < 0 && amount(-amountPaise)}</td>
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td aria-hidden="true" />
              <td className="en" aria-hidden="true" />
              <td>{t('web.admin.total')}</td>
              <td className="n">{amount(debits)}</td>
              <td className="n">{amount(credits)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
}
