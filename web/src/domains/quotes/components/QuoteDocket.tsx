import type { Quote } from '@fws/contract/quotes/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, formatRupees, useT, useTimeAgo, type MessageId } from '../../../platform/i18n/index.ts';
import { Badge, Docket } from '../../../ui/index.ts';
import { formatBudget, TermShape } from '../../jobs/index.ts';
import { bidNames } from '../labels.ts';
import { QuoteBadge } from './QuoteBadge.tsx';

function getLinkText({ state, abilities }: Quote): MessageId {
  if (!abilities.edit.allowed) return 'web.quotes.view';
  return state === 'asked' ? 'web.quotes.revise' : 'web.quotes.edit';
}

/** One of the worker's quotes, to view or edit. An accepted one links to the job. */
export function QuoteDocket({ quote }: { quote: Quote }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const accepted = quote.state === 'accepted';
  return (
    <Docket
      number={t('web.jobs.number', { number: quote.jobNumber })}
      posted={t('web.quotes.sentAgo', { ago: timeAgo(quote.createdAt) })}
      title={quote.jobTitle}
      to={accepted ? paths.myJob(quote.jobId) : paths.myQuote(quote.id)}
      place={quote.jobLocation}
      badge={
        quote.heldBack ? (
          <Badge>{t(`web.jobs.held.is.${quote.heldBack.reason}`)}</Badge>
        ) : (
          <QuoteBadge state={quote.state} />
        )
      }
      amount={formatRupees(quote.bidPaise)}
      budgetType={t('web.quotes.bid')}
      term={t(bidNames[quote.term])}
      termGlyph={<TermShape term={quote.term} />}
      facts={[
        { label: t('web.jobs.budget'), value: formatBudget(t, quote.jobBudget) },
        { label: t('web.jobs.closes'), value: formatDate(t, quote.jobClosesOn) },
        ...(quote.lapsesAt === null
          ? []
          : [{ label: t('web.quotes.answerBy'), value: formatDate(t, quote.lapsesAt, { year: false }) }]),
      ]}
      linkText={t(accepted ? 'web.jobs.toJob' : getLinkText(quote))}
    />
  );
}
