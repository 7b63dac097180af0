import '../quotes.css';
import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Quote } from '@fws/contract/quotes/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Redirect, useParams, type Address } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { ButtonLink, Note, Screen, Sheet } from '../../../ui/index.ts';
import { AttachmentFile } from '../../jobs/index.ts';
import { RestDetails } from '../../rests/index.ts';
import { HeldBackNote, OwnHiddenNote } from '../../safety/index.ts';
import { quoteQuery } from '../api.ts';
import { CancelQuote } from '../components/CancelQuote.tsx';
import { OfferForm } from '../components/OfferForm.tsx';
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
      title={quote ? t('web.quotes.editTitle', { job: quote.jobTitle }) : t('web.jobs.yourQuote')}
      lead={quote && t('web.jobs.number', { number: quote.jobNumber })}
      back={{ to: paths.myQuotes(), label: t('web.quotes.backToMine') }}
      data={query}
    >
      {() =>
        quote && (
          <>
            <HeldBackNote heldBack={quote.heldBack} />
            <OwnHiddenNote type="quote" subject={quote} />
            {quote.abilities.edit.allowed ? <Edit key={quote.id} quote={quote} /> : <Read quote={quote} />}
            {quote.state === 'submitted' && (
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

function Edit({ quote }: { quote: Quote }) {
  const t = useT();
  const { lapsesAt, proposal } = quote;
  return (
    <OfferForm
      title={t('web.quotes.edit')}
      budget={quote.jobBudget}
      offer={useQuoteChange(quote)}
      submitText={t('web.quotes.save')}
      note={lapsesAt !== null && <Note>{t('web.quotes.lapses', { date: formatDate(t, lapsesAt) })}</Note>}
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
