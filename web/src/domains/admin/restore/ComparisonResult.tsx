import type { RestoreCase, RestoreComparison } from '@fws/contract/admin/restore/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Scroll } from '../components/Scroll.tsx';
import { moment, number } from '../health/words.ts';

/** What the last comparison found, by its three kinds of findings. */
export function ComparisonResult({ comparison }: { comparison: RestoreCase['comparison'] }) {
  const t = useT();
  const result = comparison?.result;
  if (!comparison?.finishedAt || !result)
    return <p className="t2 mut adm-lead">{t('web.office.ledger.never')}</p>;
  return (
    <>
      <p className="t2 mut adm-lead">
        {t(comparison.askedBy === '' ? 'web.office.ledger.byClock' : 'web.office.ledger.byPerson', {
          when: moment(comparison.finishedAt),
          person: comparison.askedBy,
        })}
      </p>
      <p className="t2">
        {t('web.office.restore.checked', {
          since: moment(result.since),
          payments: number(result.checked.payments),
          refunds: number(result.checked.refunds),
          transfers: number(result.checked.transfers),
          settlements: number(result.checked.settlements),
        })}
      </p>
      {result.differences.length === 0 ? (
        <p className="t2 ok">{t('web.office.ledger.noDifference')}</p>
      ) : (
        <Findings title={t('web.office.restore.differences')} rows={result.differences} />
      )}
      {result.notFinal.length > 0 && (
        <Findings title={t('web.office.restore.notFinal')} rows={result.notFinal} />
      )}
      {result.notCompared.length > 0 && (
        <>
          <h3 className="of-h">{t('web.office.restore.notCompared')}</h3>
          <ul lang="en">
            {result.notCompared.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Findings({ title, rows }: { title: string; rows: RestoreComparison['differences'] }) {
  const t = useT();
  return (
    <>
      <h3 className="of-h">{title}</h3>
      <Scroll bare label={title}>
        <table className="dt">
          <thead>
            <tr>
              <th>{t('web.admin.what')}</th>
              <th>{t('web.office.ledger.ours')}</th>
              <th>{t('web.office.ledger.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ subject, what, ours, theirs }) => (
              <tr key={subject} lang="en">
                <td>{what}</td>
                <td>{ours}</td>
                <td>{theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
