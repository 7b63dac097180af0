import type { NotCompared, RestoreCase, RestoreComparison } from '@fws/contract/admin/restore/schemas';
import { formatRupees, useT, type Translate } from '../../../platform/i18n/index.ts';
import { DifferenceTable } from '../ledger/DifferenceTable.tsx';
import { formatMoment } from '../health/labels.ts';

/** The findings of the last comparison, by their three kinds. */
export function ComparisonResult({ comparison }: { comparison: RestoreCase['comparison'] }) {
  const t = useT();
  const result = comparison?.result;
  if (!comparison?.finishedAt || !result)
    return <p className="t2 mut adm-lead">{t('web.backoffice.ledger.never')}</p>;
  return (
    <>
      <p className="t2 mut adm-lead">
        {t(comparison.askedBy === '' ? 'web.backoffice.ledger.byClock' : 'web.backoffice.ledger.byPerson', {
          when: formatMoment(comparison.finishedAt),
          person: comparison.askedBy,
        })}
      </p>
      <p className="t2">
        {t('web.backoffice.restore.checked', {
          since: formatMoment(result.since),
          payments: result.checked.payments,
          refunds: result.checked.refunds,
          transfers: result.checked.transfers,
          settlements: result.checked.settlements,
        })}
        {result.checked.statementLines > 0 &&
          ` ${t('web.backoffice.restore.checkedLines', { count: result.checked.statementLines })}`}
      </p>
      {result.differences.length === 0 ? (
        <p className="t2 ok">{t('web.backoffice.ledger.noDifference')}</p>
      ) : (
        <Findings title={t('web.backoffice.restore.differences')} rows={result.differences} />
      )}
      {result.notFinal.length > 0 && (
        <Findings title={t('web.backoffice.restore.notFinal')} rows={result.notFinal} />
      )}
      {result.notCompared.length > 0 && (
        <>
          <h3 className="of-h">{t('web.backoffice.restore.notCompared')}</h3>
          <ul className="of-unknown t2">
            {result.notCompared.map((finding) => (
              <li key={`${finding.code} ${finding.provider}`}>{describe(finding, t)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Findings({ title, rows }: { title: string; rows: RestoreComparison['differences'] }) {
  return (
    <>
      <h3 className="of-h">{title}</h3>
      <DifferenceTable label={title} rows={rows} />
    </>
  );
}

const PROVIDERS: Record<string, string> = { cashfree: 'Cashfree', razorpay: 'Razorpay' };

function describe({ code, provider, count = 0, amountPaise = 0, at }: NotCompared, t: Translate): string {
  return t(`web.backoffice.restore.unknown.${code}`, {
    provider: PROVIDERS[provider] ?? provider,
    count,
    amount: formatRupees(amountPaise, { paise: true }),
    when: at === undefined ? '' : formatMoment(at),
  });
}
