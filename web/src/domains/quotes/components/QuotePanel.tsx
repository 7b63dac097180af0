import { Suspense } from 'react';
import type { Job } from '@fws/contract/jobs/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, DraftNote } from '../../../ui/index.ts';
import { PriceHint } from '../../prices/index.ts';
import { OfferForm } from './OfferForm.tsx';
import { useQuoteForm } from './useQuoteForm.ts';

/** The worker's quote on a job: amount, payment term, scope, proposal. */
export function QuotePanel({ job }: { job: Job }) {
  const t = useT();
  const form = useQuoteForm(job);
  return (
    <OfferForm
      title={t('web.quotes.submitA')}
      budget={job.budget}
      offer={form}
      submitText={t('web.quotes.submit')}
      price={
        <Suspense>
          <PriceHint
            categoryId={job.categoryId}
            location={job.location}
            latitude={job.latitude}
            longitude={job.longitude}
          />
        </Suspense>
      }
      draftNote={<DraftNote {...form.keptDraft} />}
      cancel={<Button onClick={form.cancel}>{t('ui.cancel')}</Button>}
    />
  );
}
