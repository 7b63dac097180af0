import type { LedgerEntry } from '@fws/contract/admin/disputes/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Icon } from '../../../ui/index.ts';
import { Journal, formatJournalAmount } from './Journal.tsx';

const sumSide = (entries: readonly LedgerEntry[], side: 1 | -1): number =>
  entries
    .flatMap((entry) => entry.lines)
    .filter((line) => Math.sign(line.amountPaise) === side)
    .reduce((sum, line) => sum + Math.abs(line.amountPaise), 0);

/** A journal with the sum of each side under a double rule. */
export function LedgerTable({ title, entries }: { title: string; entries: readonly LedgerEntry[] }) {
  const t = useT();
  const [debits, credits] = [sumSide(entries, 1), sumSide(entries, -1)];
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
        <Journal
          txns={entries}
          foot={
            <tfoot>
              <tr>
                <td aria-hidden="true" />
                <td className="en" aria-hidden="true" />
                <td>{t('web.admin.total')}</td>
                <td className="n">{formatJournalAmount(debits)}</td>
                <td className="n">{formatJournalAmount(credits)}</td>
              </tr>
            </tfoot>
          }
        />
      </div>
    </>
  );
}
