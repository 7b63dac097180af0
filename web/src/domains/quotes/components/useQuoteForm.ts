import { useEffect, useState } from 'react';
import type { Job } from '@fws/contract/jobs/schemas';
import { submitQuote } from '@fws/contract/quotes/calls';
import { paths } from '../../../platform/router/paths.ts';
import { deleteDraft, saveDraft, loadDraft } from '../../../platform/drafts/index.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useSubmitQuote } from '../api.ts';
import { createEmptyDraft, readDraft, toSubmitValues } from '../draft.ts';
import { useOffer } from './useOffer.ts';

/** A new quote on a job. The draft is stored on the device until it is sent. */
export function useQuoteForm(job: Job) {
  const navigate = useNavigate();
  const userId = useUser().id;
  const name = `quote:${job.id}`;
  const offer = useOffer(() => readDraft(loadDraft(userId, name)) ?? createEmptyDraft(), {
    call: submitQuote,
    values: (draft) => toSubmitValues(draft, job.id),
    mutation: useSubmitQuote(),
    onSent() {
      deleteDraft(userId, name);
      toast.success(translate('quotes.submitted'));
      navigate(paths.myQuotes());
    },
  });

  const { draft } = offer;
  const [initialDraft] = useState(draft);
  useEffect(() => {
    if (draft !== initialDraft) saveDraft(userId, name, draft);
  }, [draft, initialDraft, userId, name]);

  function cancel(): void {
    deleteDraft(userId, name);
    navigate(paths.home());
  }

  return { ...offer, cancel };
}
