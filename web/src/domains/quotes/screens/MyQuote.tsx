import '../quotes.css';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Quote } from '@fws/contract/quotes/model';
import { paths } from '../../../app/paths.ts';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Redirect, useParams } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Button, ButtonLink, ErrorSummary, Note, Screen, Sheet } from '../../../ui/index.ts';
import { AttachmentFile, UploadField } from '../../jobs/index.ts';
import { quoteQuery } from '../api.ts';
import { CancelQuote } from '../components/CancelQuote.tsx';
import { OfferFields } from '../components/OfferFields.tsx';
import { QuoteDetails } from '../components/QuoteDetails.tsx';
import { useProblems } from '../components/useProblems.ts';
import { useQuoteChange } from '../components/useQuoteChange.ts';

/** A quote of the worker's: edited or taken back while it waits for an answer, else as it was. */
export default function MyQuote() {
  const t = useT();
  const { id = '' } = useParams();
  const userId = useUser().id;
  const query = useQuery(quoteQuery(id));
  const quote = query.data;
  // Its poster reads it where it can be accepted.
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
        quote &&
        (quote.abilities.edit.allowed ? <Edit key={quote.id} quote={quote} /> : <Read quote={quote} />)
      }
    </Screen>
  );
}

function Edit({ quote }: { quote: Quote }) {
  const t = useT();
  const online = useOnline();
  const form = useQuoteChange(quote);
  const problems = useProblems(form.errors);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void form.send();
  }

  return (
    <form className="sheet quote" id="quote" aria-labelledby="quote-title" onSubmit={submit} noValidate>
      <h2 id="quote-title">{t('web.quotes.edit')}</h2>
      {quote.lapsesAt !== null && <Note>{t('web.quotes.lapses', { date: formatDate(quote.lapsesAt) })}</Note>}
      <ErrorSummary problems={problems} />
      <OfferFields
        budget={quote.jobBudget}
        draft={form.draft}
        setDraft={form.setDraft}
        errors={form.errors}
      />
      {quote.proposal && (
        <div>
          <AttachmentFile file={quote.proposal} />
          <p className="t2 mut">{t('web.quotes.proposalNow')}</p>
        </div>
      )}
      <UploadField
        id="proposal"
        label={t('web.quotes.proposal')}
        upload={form.proposal}
        onChange={form.setProposal}
      />
      <div className="quote-actions">
        <CancelQuote quote={quote} />
        <Button
          type="submit"
          variant="primary"
          disabled={!online}
          busy={form.sending}
          busyText={t('web.quotes.submitting')}
        >
          {t(online ? 'web.quotes.save' : 'ui.needsInternet')}
        </Button>
      </div>
    </form>
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
