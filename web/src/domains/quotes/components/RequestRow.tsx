import { isStanding } from '@fws/contract/quotes/negotiation/model';
import type { Quote } from '@fws/contract/quotes/schemas';
import { formatRupees, useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { Badge, ButtonLink, Person } from '../../../ui/index.ts';
import { bidNames } from '../labels.ts';
import { MessageButton } from '../../conversations/index.ts';
import { ReportButton } from '../../safety/index.ts';
import { formatDay } from '../wording.ts';
import { useNow } from '../../../platform/clock/index.ts';
import { describeVisitFee, describeVisitTime } from '../visit.ts';
import { QuoteBadge } from './QuoteBadge.tsx';
import { WorkerFacts } from './WorkerFacts.tsx';

/** It is the poster's turn after the worker has answered. */
const isRevised = ({ state, turn }: Quote): boolean => state === 'submitted' && turn > 1;

/** One quote in the list: worker, amount, payment term, day. */
export function RequestRow({ quote, to }: { quote: Quote; to: string }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const now = useNow();
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
        <span className="t2 mut">
          {t(bidNames[quote.term])}
          {quote.finishBy !== null && (
            <> · {t('web.quotes.finishByDay', { date: formatDay(t, quote.finishBy) })}</>
          )}
        </span>
        {quote.visit && (
          <span className="t2 mut">
            {t('web.quotes.visitOn', { time: describeVisitTime(t, quote, now) })}
            {quote.visit.feePaise > 0 && <> · {describeVisitFee(t, quote)}</>}
          </span>
        )}
        {isRevised(quote) && (
          <Badge tone="held" icon="edit">
            {t('web.quotes.revisedAsAsked')}
          </Badge>
        )}
        {quote.state !== 'submitted' && <QuoteBadge state={quote.state} />}
      </div>
      <div className="quote-ways">
        <ButtonLink to={to} aria-haspopup="dialog">
          {t('web.quotes.view')} <span className="vh">{worker.name}</span>
        </ButtonLink>
        {isStanding(quote) && <MessageButton jobId={quote.jobId} person={worker} />}
      </div>
      <ReportButton
        className="quote-report"
        subject={{ type: 'quote', id: quote.id, title: worker.name, author: worker.name }}
        name={worker.name}
      />
    </div>
  );
}
