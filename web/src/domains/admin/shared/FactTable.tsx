import type { ReactNode } from 'react';
import { useT } from '../../../platform/i18n/index.ts';

/** The facts of a case, as a table of two columns. */
export function FactTable({ rows }: { rows: readonly (readonly [label: ReactNode, value: ReactNode])[] }) {
  const t = useT();
  return (
    <table className="dt fx">
      <caption className="vh">{t('web.admin.facts')}</caption>
      <tbody>
        {rows.map(([label, value], index) => (
          <tr key={index}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
