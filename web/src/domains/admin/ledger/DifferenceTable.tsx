import { useT } from '../../../platform/i18n/index.ts';
import { Scroll } from '../shared/Scroll.tsx';

type Row = { what: string; ours: string; theirs: string };

/** Differences between the books and a provider. The texts of the rows are English in every language. */
export function DifferenceTable({ label, rows }: { label: string; rows: readonly Row[] }) {
  const t = useT();
  return (
    <Scroll bare label={label}>
      <table className="dt of-differs">
        <thead>
          <tr>
            <th>{t('web.admin.what')}</th>
            <th>{t('web.backoffice.ledger.ours')}</th>
            <th>{t('web.backoffice.ledger.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, ours, theirs }, index) => (
            // The index is the key: two rows may be equal, and rows never move.
            <tr key={index} lang="en">
              <td>{what}</td>
              <td data-label={t('web.backoffice.ledger.ours')}>{ours}</td>
              <td data-label={t('web.backoffice.ledger.theirs')}>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
