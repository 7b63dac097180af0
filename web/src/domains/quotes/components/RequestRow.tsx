import type { Quote } from '@fws/contract/quotes/schemas';
import { formatRupees, useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { ButtonLink, Person } from '../../../ui/index.ts';
import { bidNames } from '../labels.ts';
import { MessageButton } from '../../conversations/index.ts';
import { ReportButton } from '../../safety/index.ts';
import { QuoteBadge } from './QuoteBadge.tsx';
import { WorkerFacts } from './WorkerFacts.tsx';

/** One quote in the list: worker, amount, payment term. */
export function RequestRow({ quote, to }: { quote: Quote; to: string }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const { worker } = quote;
  return (
    <div className="quote-person">
      <Person name={worker.name} photo={worker.image} verified={worker.verified}>
        <WorkerFacts worker={worker} />
        <p className="t2 mut">{t('web.quotes.sentAgo', { ago: timeAgo(quote.createdAt) })}</p>
      </Person>
      <div className="quote-offer">
        <b className="money" translate="no">
          {formatRupees(quote.bidPaise)}
        </b>
        <span className="t2 mut">{t(bidNames[quote.term])}</span>
        {quote.state !== 'submitted' && <QuoteBadge state={quote.state} />}
      </div>
      <div className="quote-ways">
        <ButtonLink to={to} aria-haspopup="dialog">
          {t('web.quotes.view')} <span className="vh">{worker.name}</span>
        </ButtonLink>
        {quote.state === 'submitted' && <MessageButton jobId={quote.jobId} person={worker} />}
      </div>
      <ReportButton
        className="quote-report"
        subject={{ type: 'quote', id: quote.id, title: worker.name, author: worker.name }}
        name={worker.name}
      />
    </div>
  );
}
