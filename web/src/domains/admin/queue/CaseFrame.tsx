import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Icon, LoadError, Skeleton } from '../../../ui/index.ts';
import { adminPaths } from '../paths.ts';

type CaseContent = {
  overline: ReactNode;
  title: string;
  badge?: ReactNode;
  facts: ReactNode;
  decide: ReactNode;
};
type Props<T> = { query: UseQueryResult<T>; children: (data: T) => CaseContent };

/** The frame of a case: its title, its facts, and the possible decisions beside them. */
export function CaseFrame<T>({ query, children }: Props<T>) {
  const t = useT();
  const back = (
    <Link className="back only-p" to={adminPaths.queue()}>
      <Icon name="back" />
      {t('web.admin.queue')}
    </Link>
  );
  if (query.data === undefined)
    return (
      <div className="c-h">
        {back}
        {query.error ? <LoadError error={query.error} onRetry={query.refetch} /> : <Skeleton />}
      </div>
    );
  const { overline, title, badge, facts, decide } = children(query.data);
  return (
    <>
      <div className="c-h">
        {back}
        <div className="c-hd">
          <div>
            <p className="t2 mut tab-num">{overline}</p>
            <h2>{title}</h2>
          </div>
          {badge}
        </div>
      </div>
      <div className="c-g">
        <div className="c-a">{facts}</div>
        <div className="c-d">{decide}</div>
      </div>
    </>
  );
}

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
