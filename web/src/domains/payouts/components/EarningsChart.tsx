import { useQuery } from '@tanstack/react-query';
import type { EarningsByMonth } from '@fws/contract/payouts/schemas';
import { formatMonth, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { LoadError, Sheet } from '../../../ui/index.ts';
import { earningsQuery } from '../api.ts';

/** What each of the last twelve months brought, as bars and as a table. Shows nothing until it is known. */
export function EarningsChart() {
  const t = useT();
  const { data, error, refetch } = useQuery(earningsQuery());
  if (!data && !error) return null;
  return (
    <div className="pay-earnings">
      <Sheet title={t('web.payouts.earnings')}>
        {!data && error && <LoadError error={error} onRetry={refetch} />}
        {data?.totalPaise === 0 && <p className="t2 mut">{t('web.payouts.earningsNone')}</p>}
        {data && data.totalPaise > 0 && <Months earnings={data} />}
      </Sheet>
    </div>
  );
}

/** The width and height of the drawing, which is stretched to its place. */
const COLUMN = 10;
const BAR = 6;
const HEIGHT = 100;

function Months({ earnings: { months, totalPaise } }: { earnings: EarningsByMonth }) {
  const t = useT();
  const total = t('web.payouts.earningsTotal', { amount: formatRupees(totalPaise, { paise: true }) });
  const highest = Math.max(...months.map(({ amountPaise }) => amountPaise));
  const names = months.map(({ month }) => formatMonth(t, `${month}-15`));
  return (
    <>
      <p className="t2 mut tab-num">{total}</p>
      <svg
        className="pay-bars"
        viewBox={`0 0 ${months.length * COLUMN} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={total}
      >
        {months.map(({ month, amountPaise }, index) => {
          const height = (amountPaise / highest) * HEIGHT;
          return (
            <rect
              key={month}
              x={index * COLUMN + (COLUMN - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            />
          );
        })}
      </svg>
      <div className="pay-bar-names" aria-hidden="true">
        {names.map((name) => (
          // Without the sign of a Hindi abbreviation: twelve names share the width of a phone.
          <span key={name}>{name.split(' ')[0]?.replace('॰', '')}</span>
        ))}
      </div>
      <details>
        <summary>{t('web.payouts.earningsTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('web.payouts.month')}</th>
              <th scope="col">{t('web.payouts.earned')}</th>
            </tr>
          </thead>
          <tbody className="tab-num">
            {months.map(({ month, amountPaise }, index) => (
              <tr key={month}>
                <th scope="row">{names[index]}</th>
                <td>{formatRupees(amountPaise, { paise: true })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
