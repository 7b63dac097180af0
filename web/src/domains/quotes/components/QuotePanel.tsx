import '../quotes.css';
import type { Job } from '@fws/contract/jobs/model';
import type { FormEvent } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, ErrorSummary, Note } from '../../../ui/index.ts';
import { UploadField } from '../../jobs/index.ts';
import { OfferFields } from './OfferFields.tsx';
import { useProblems } from './useProblems.ts';
import { useQuoteForm } from './useQuoteForm.ts';

/** The worker's quote on a job: amount, how it is paid, scope, proposal. */
export function QuotePanel({ job }: { job: Job }) {
  const t = useT();
  const online = useOnline();
  const form = useQuoteForm(job);
  const problems = useProblems(form.errors);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void form.send();
  }

  return (
    <form className="sheet quote" id="quote" aria-labelledby="quote-title" onSubmit={submit} noValidate>
      <h2 id="quote-title">{t('web.jobs.yourQuote')}</h2>
      <ErrorSummary problems={problems} />
      <OfferFields budget={job.budget} draft={form.draft} setDraft={form.setDraft} errors={form.errors} />
      <UploadField
        id="proposal"
        label={t('web.quotes.proposal')}
        upload={form.proposal}
        onChange={form.setProposal}
      />
      <div className="quote-actions">
        {!online && <Note tone="warn">{t('web.quotes.offline')}</Note>}
        <Button onClick={form.cancel}>{t('ui.cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!online}
          busy={form.sending}
          busyText={t('web.quotes.submitting')}
        >
          {online ? t('web.quotes.submit') : t('ui.needsInternet')}
        </Button>
      </div>
    </form>
  );
}
