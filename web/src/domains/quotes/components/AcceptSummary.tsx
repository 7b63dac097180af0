import type { Quote } from '@fws/contract/quotes/schemas';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Lines, Name } from '../../../ui/index.ts';
import { useNow } from '../../../platform/clock/index.ts';
import { bidNames } from '../labels.ts';
import { describeVisitTime, getFirstPaise, getWholePaise } from '../visit.ts';

/** What accepting means: who, how much, and what happens next. */
export function AcceptSummary({ quote }: { quote: Quote }) {
  const t = useT();
  const now = useNow();
  const firstPaise = getFirstPaise(quote);
  return (
    <>
      <Lines
        items={[
          { label: t('web.jobs.job'), value: quote.jobTitle },
          { label: t('web.quotes.worker'), value: <Name>{quote.worker.name}</Name> },
          { label: t('web.quotes.total'), value: formatRupees(quote.bidPaise) },
          { label: t('web.quotes.payment'), value: t(bidNames[quote.term]) },
          ...(quote.visit
            ? [
                { label: t('web.quotes.visit'), value: describeVisitTime(t, quote, now) },
                { label: t('web.quotes.visitFee'), value: formatRupees(quote.visit.feePaise) },
                { label: t('web.quotes.inAll'), value: formatRupees(getWholePaise(quote)) },
              ]
            : []),
        ]}
      />
      <h3 className="quote-h">{t('web.jobs.next')}</h3>
      <ul className="quote-next">
        <li>{t('web.quotes.nextAwarded', { name: quote.worker.name })}</li>
        {firstPaise !== null && <li>{t('web.quotes.nextFund', { amount: formatRupees(firstPaise) })}</li>}
        {quote.visit && <li>{t('web.quotes.nextVisit', { name: quote.worker.name })}</li>}
        <li>{t('web.quotes.nextNothingPaid')}</li>
      </ul>
    </>
  );
}
