import type { PriceHint } from '@fws/contract/prices/schemas';
import { formatDate, formatRupees, useLocale, useT } from '../../../platform/i18n/index.ts';

/** The sentences of a hint, with a picture of the middle half. */
export function PriceText({ hint }: { hint: PriceHint }) {
  const t = useT();
  const locale = useLocale();
  const amounts = {
    low: formatRupees(hint.lowPaise),
    middle: formatRupees(hint.middlePaise),
    high: formatRupees(hint.highPaise),
  };
  const isRange = hint.highPaise > hint.lowPaise;
  const category = locale === 'hi' ? hint.category.nameHi : hint.category.name;
  return (
    <>
      <p>
        <b>{t('web.prices.where', { category, city: hint.city })}</b>{' '}
        {t(isRange ? 'web.prices.half' : 'web.prices.same', amounts)}
      </p>
      {isRange && (
        <div className="price-band" role="img" aria-label={t('web.prices.picture', amounts)}>
          <i className="price-middle" style={{ left: `${toPercent(hint)}%` }} />
        </div>
      )}
      <p>{t('web.prices.from', { count: hint.quotesFrom, date: formatDate(t, hint.until) })}</p>
    </>
  );
}

/** The box of the middle half takes the second and the third quarter of the line. */
const toPercent = ({ lowPaise, middlePaise, highPaise }: PriceHint): number =>
  25 + (50 * (middlePaise - lowPaise)) / (highPaise - lowPaise);
