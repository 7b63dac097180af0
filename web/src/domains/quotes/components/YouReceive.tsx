import { useQuery } from '@tanstack/react-query';
import { calculateDeductions, totalDeductions, type Deductions } from '@fws/contract/payouts/fees';
import { formatRupees, useT, type MessageId } from '../../../platform/i18n/index.ts';
import { feeSharesQuery } from '../api.ts';

const DEDUCTIONS: Record<Exclude<keyof Deductions, 'feePaise'>, MessageId> = {
  gstPaise: 'web.quotes.gst',
  tdsPaise: 'web.quotes.tds',
  welfarePaise: 'web.quotes.welfare',
};

type Props = { partsPaise: readonly number[]; /** 0: none. */ visitFeePaise: number };

/** What the poster pays, what is deducted by today's rates, and what is left. Each milestone is rounded separately. */
export function YouReceive({ partsPaise, visitFeePaise }: Props) {
  const t = useT();
  const { data: shares } = useQuery(feeSharesQuery());
  if (shares === undefined || partsPaise.length === 0) return null;
  const hasFee = visitFeePaise > 0;
  const paidPaise = hasFee ? [visitFeePaise, ...partsPaise] : partsPaise;
  const deductions = paidPaise.map((paise) => calculateDeductions(paise, shares));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const totalPaise = sum(paidPaise);
  const receivedPaise = totalPaise - sum(deductions.map(totalDeductions));
  const lines = [
    ...(hasFee ? [{ label: t('web.quotes.visitFee'), paise: visitFeePaise }] : []),
    { label: t('web.quotes.posterPays'), paise: totalPaise },
    { label: t('web.quotes.fee'), paise: sum(deductions.map(({ feePaise }) => feePaise)) },
    ...Object.entries(DEDUCTIONS).flatMap(([name, label]) => {
      const paise = sum(deductions.map((each) => each[name as keyof typeof DEDUCTIONS]));
      return paise === 0 ? [] : [{ label: t(label), paise }];
    }),
  ];
  return (
    <dl className="quote-get">
      {lines.map(({ label, paise }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="money" translate="no">
            {formatRupees(paise)}
          </dd>
        </div>
      ))}
      <div className="quote-get-sum">
        <dt>{t('web.quotes.youReceive')}</dt>
        <dd className="money" translate="no">
          {formatRupees(receivedPaise)}
        </dd>
      </div>
    </dl>
  );
}
