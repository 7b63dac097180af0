import { calculateDeductions, totalDeductions } from '@fws/contract/payouts/fees';
import { useQuery } from '@tanstack/react-query';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { feeSharesQuery } from '../api.ts';

/** What reaches the worker after deductions, when there are any. Each milestone is rounded separately. */
export function FeeNote({ partsPaise }: { partsPaise: readonly number[] }) {
  const t = useT();
  const { data: shares } = useQuery(feeSharesQuery());
  const deductionsPaise = partsPaise.reduce(
    (sum, paise) => sum + totalDeductions(calculateDeductions(paise, shares ?? null)),
    0,
  );
  if (deductionsPaise === 0) return null;
  const totalPaise = partsPaise.reduce((sum, paise) => sum + paise, 0);
  const values = {
    kept: formatRupees(deductionsPaise),
    received: formatRupees(totalPaise - deductionsPaise),
  };
  return <p className="t2 mut">{t('web.quotes.feeNote', values)}</p>;
}
