import '../negotiation.css';
import type { Quote } from '@fws/contract/quotes/schemas';
import { useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { Button, Note } from '../../../ui/index.ts';
import { MaskedText, MaskedWords } from '../../../ui/MaskedText.tsx';
import { ReportButton } from '../../safety/index.ts';
import { declineReasons } from '../labels.ts';
import { describeAsked } from '../wording.ts';

/** What the poster asks for, above the form in which the worker answers. */
export function AskedNote({
  quote,
  asked,
  onFillIn,
}: {
  quote: Quote;
  asked: NonNullable<Quote['asked']>;
  onFillIn: () => void;
}) {
  const t = useT();
  const wish = describeAsked(t, asked);
  return (
    <Note
      icon="swap"
      action={
        wish !== '' && (
          <Button variant="quiet" onClick={onFillIn}>
            {t('web.quotes.fillIn')}
          </Button>
        )
      }
    >
      <b>{t('web.quotes.askedForAnother')}</b> <MaskedWords text={wish} />
      {asked.note !== '' && <Said quote={quote} note={asked.note} />}
    </Note>
  );
}

/** For its worker: why the poster declined it. */
export function DeclinedNote({
  quote,
  declined,
}: {
  quote: Quote;
  declined: NonNullable<Quote['declined']>;
}) {
  const t = useT();
  return (
    <Note>
      <b>{t('web.quotes.declinedWhy', { reason: t(declineReasons[declined.reason]) })}</b>
      {declined.note !== '' && <Said quote={quote} note={declined.note} />}
    </Note>
  );
}

/** What the poster wrote. A report of the job has it, too. */
function Said({ quote, note }: { quote: Quote; note: string }) {
  const number = useT()('web.jobs.number', { number: quote.jobNumber });
  return (
    <>
      <MaskedText className="quote-said" text={`“${note}”`} />
      <ReportButton
        small
        subject={{ type: 'job', id: quote.jobId, title: `${number}. ${quote.jobTitle}` }}
        name={number}
      />
    </>
  );
}

/** For its worker: whether the poster has opened this offer. */
export function Seen({ quote }: { quote: Quote }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  if (quote.seenAt === null) return <>{t('web.quotes.notSeen')}</>;
  return <>{t('web.quotes.seen', { ago: timeAgo(quote.seenAt) })}</>;
}
