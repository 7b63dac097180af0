import type { Quote } from '@fws/contract/quotes/schemas';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Lines, Name } from '../../../ui/index.ts';
import { bidNames } from '../labels.ts';

/** What accepting means: who, how much, and what happens next. */
export function AcceptSummary({ quote }: { quote: Quote }) {
  const t = useT();
  const firstPart = quote.parts[0];
  return (
    <>
      <Lines
        items={[
          { label: t('web.jobs.job'), value: quote.jobTitle },
          { label: t('web.quotes.worker'), value: <Name>{quote.worker.name}</Name> },
          { label: t('web.quotes.total'), value: formatRupees(quote.bidPaise) },
          { label: t('web.quotes.payment'), value: t(bidNames[quote.term]) },
        ]}
      />
      <h3 className="quote-h">{t('web.jobs.next')}</h3>
      <ul className="quote-next">
        <li>{t('web.quotes.nextAwarded', { name: quote.worker.name })}</li>
        {firstPart && <li>{t('web.quotes.nextFund', { amount: formatRupees(firstPart.amountPaise) })}</li>}
        <li>{t('web.quotes.nextNothingPaid')}</li>
      </ul>
    </>
  );
}
