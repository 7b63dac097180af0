import '../quotes.css';
import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isStanding } from '@fws/contract/quotes/negotiation/model';
import type { Quote } from '@fws/contract/quotes/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, formatRupees, useT, type Translate } from '../../../platform/i18n/index.ts';
import { Redirect, useParams, type Address } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { ButtonLink, Note, Screen, Sheet } from '../../../ui/index.ts';
import { AttachmentFile } from '../../jobs/index.ts';
import { RestDetails } from '../../rests/index.ts';
import { HeldBackNote, OwnHiddenNote } from '../../safety/index.ts';
import { parseRupees } from '@fws/contract/platform/money';
import { quoteQuery } from '../api.ts';
import { AskedNote, DeclinedNote, Seen } from '../components/Answers.tsx';
import { CancelQuote } from '../components/CancelQuote.tsx';
import { OfferForm } from '../components/OfferForm.tsx';
import { hasHistory, QuoteHistory } from '../components/QuoteHistory.tsx';
import { fillInAsked } from '../draft.ts';
import { describeAmounts } from '../wording.ts';
import { QuoteDetails } from '../components/QuoteDetails.tsx';
import { useQuoteChange } from '../components/useQuoteChange.ts';

/** One of the worker's quotes: can be edited or cancelled while it waits for an answer, otherwise read-only. */
export default function MyQuote() {
  const t = useT();
  const { id = '' } = useParams();
  const userId = useUser().id;
  const query = useQuery(quoteQuery(id));
  const quote = query.data;
  // The poster reads it on the screen where it can be accepted.
  if (quote && quote.worker.id !== userId)
    return <Redirect to={`${paths.requests(quote.jobId)}?quote=${quote.id}`} replace />;
  return (
    <Screen
      title={quote ? getTitle(t, quote) : t('web.jobs.yourQuote')}
      lead={quote && getLead(t, quote)}
      back={{ to: paths.myQuotes(), label: t('web.quotes.backToMine') }}
      data={query}
    >
      {() =>
        quote && (
          <>
            <HeldBackNote heldBack={quote.heldBack} />
            <OwnHiddenNote type="quote" subject={quote} />
            {quote.abilities.edit.allowed ? <Edit key={quote.id} quote={quote} /> : <Read quote={quote} />}
            {hasHistory(quote) && (
              <Suspense>
                <QuoteHistory quote={quote} />
              </Suspense>
            )}
            {isStanding(quote) && (
              <section className="sheet">
                <Suspense>
                  <RestDetails of={{ quoteId: quote.id }} side="worker" />
                </Suspense>
              </section>
            )}
          </>
        )
      }
    </Screen>
  );
}

MyQuote.firstQueries = ({ id }: Address) => [quoteQuery(id)];

const getTitle = (t: Translate, quote: Quote): string =>
  quote.state === 'asked' ? t('web.quotes.reviseTitle') : t('web.quotes.editTitle', { job: quote.jobTitle });

function getLead(t: Translate, quote: Quote): string {
  const number = t('web.jobs.number', { number: quote.jobNumber });
  return quote.state === 'asked' ? `${number} · ${quote.jobTitle}` : number;
}

function Edit({ quote }: { quote: Quote }) {
  const t = useT();
  const { asked, lapsesAt, proposal } = quote;
  const offer = useQuoteChange(quote);
  const isAsked = quote.state === 'asked' && asked !== null;
  const bidPaise = parseRupees(offer.draft.bid);
  const date = lapsesAt === null ? '' : formatDate(t, lapsesAt);
  return (
    <OfferForm
      title={t(isAsked ? 'web.quotes.revise' : 'web.quotes.edit')}
      budget={quote.jobBudget}
      offer={offer}
      submitText={
        isAsked && bidPaise !== null
          ? t('web.quotes.sendFor', { amount: formatRupees(bidPaise) })
          : t('web.quotes.save')
      }
      hint={isAsked ? describeAmounts(t, quote) : undefined}
      withNote
      note={
        <>
          {isAsked && (
            <AskedNote
              quote={quote}
              asked={asked}
              onFillIn={() => offer.changeDraft(fillInAsked(offer.draft, asked))}
            />
          )}
          {lapsesAt !== null && (
            <Note>
              {t(isAsked ? 'web.quotes.lapsesForYou' : 'web.quotes.lapses', { date })}{' '}
              {!isAsked && <Seen quote={quote} />}
            </Note>
          )}
        </>
      }
      sentProposal={
        proposal && (
          <div>
            <AttachmentFile file={proposal} />
            <p className="t2 mut">{t('web.quotes.proposalNow')}</p>
          </div>
        )
      }
      cancel={quote.abilities.cancel.allowed && <CancelQuote quote={quote} />}
    />
  );
}

function Read({ quote }: { quote: Quote }) {
  const t = useT();
  return (
    <Sheet title={t('web.jobs.yourQuote')}>
      {quote.cancelComment !== '' && (
        <Note>{t('web.quotes.cancelledWhy', { comment: quote.cancelComment })}</Note>
      )}
      {quote.state === 'cancelled' && quote.cancelComment === '' && <Note>{t('web.quotes.dropped')}</Note>}
      {quote.declined && <DeclinedNote quote={quote} declined={quote.declined} />}
      <QuoteDetails quote={quote} />
      <div className="quote-actions">
        {quote.abilities.cancel.allowed && <CancelQuote quote={quote} />}
        <ButtonLink to={quote.state === 'accepted' ? paths.myJob(quote.jobId) : paths.job(quote.jobId)}>
          {t(quote.state === 'accepted' ? 'web.jobs.toJob' : 'web.quotes.seeJob')}
        </ButtonLink>
      </div>
    </Sheet>
  );
}
