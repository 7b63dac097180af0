import '../negotiation.css';
import type { Quote } from '@fws/contract/quotes/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { Link } from '../../../platform/router/index.ts';
import { formatAmountInWords, formatRupees, useLocale, useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Person } from '../../../ui/index.ts';
import { MaskedText } from '../../../ui/MaskedText.tsx';
import { Photos } from '../../../ui/Photos.tsx';
import { ReportButton } from '../../safety/index.ts';
import { AttachmentFile } from '../../jobs/index.ts';
import { bidNames } from '../labels.ts';
import { formatDay } from '../wording.ts';
import { useNow } from '../../../platform/clock/index.ts';
import { describeVisitFee, describeVisitTime } from '../visit.ts';
import { PartsSplit } from './PartsSplit.tsx';
import { QuoteBadge } from './QuoteBadge.tsx';
import { WorkerFacts } from './WorkerFacts.tsx';

export function QuoteDetails({ quote }: { quote: Quote }) {
  const t = useT();
  const locale = useLocale();
  const now = useNow();
  const { worker } = quote;
  const isOwn = worker.id === useUser().id;
  return (
    <>
      <Person name={worker.name} photo={worker.image} verified={worker.verified}>
        <WorkerFacts worker={worker} />
        <Link className="quote-profile t2" to={paths.person(worker.id)}>
          {t('web.quotes.seeProfile')}
        </Link>
      </Person>
      <h3 className="quote-h">{t('web.quotes.total')}</h3>
      <p className="quote-bid money" translate="no">
        {formatRupees(quote.bidPaise)}
      </p>
      <p className="t2 mut">{formatAmountInWords(quote.bidPaise, locale)}</p>
      {quote.state !== 'submitted' && <QuoteBadge state={quote.state} />}
      <h3 className="quote-h">{t(bidNames[quote.term])}</h3>
      {(quote.startsOn !== null || quote.finishBy !== null) && (
        <p className="quote-dates">
          {[
            quote.startsOn !== null && t('web.quotes.startsOnDay', { date: formatDay(t, quote.startsOn) }),
            quote.finishBy !== null && t('web.quotes.finishByDay', { date: formatDay(t, quote.finishBy) }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      <PartsSplit parts={quote.parts} totalPaise={quote.bidPaise} />
      {quote.visit && (
        <>
          <h3 className="quote-h">{t('web.quotes.visit')}</h3>
          <p>{describeVisitTime(t, quote, now)}</p>
          <p className="t2 mut">{describeVisitFee(t, quote)}</p>
        </>
      )}
      {quote.workScope !== '' && (
        <>
          <h3 className="quote-h">{t('web.quotes.scope')}</h3>
          <MaskedText className="quote-text" text={quote.workScope} />
        </>
      )}
      {quote.photos.length > 0 && (
        <>
          <h3 className="quote-h">{t('web.photos.title')}</h3>
          <Photos
            photos={quote.photos}
            {...(!isOwn && {
              renderAction: ({ id }) => (
                <ReportButton subject={{ type: 'photo', id, title: worker.name, author: worker.name }} />
              ),
            })}
          />
        </>
      )}
      {quote.proposal && (
        <>
          <h3 className="quote-h">{t('web.quotes.proposal')}</h3>
          <AttachmentFile file={quote.proposal} />
        </>
      )}
    </>
  );
}
