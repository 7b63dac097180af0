import { useEffect, useRef, useState } from 'react';
import type { Job } from '@fws/contract/jobs/schemas';
import { submitQuote } from '@fws/contract/quotes/calls';
import { paths } from '../../../platform/router/paths.ts';
import { openDraft } from '../../../platform/drafts/index.ts';
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
  const [store] = useState(() => openDraft(userId, `quote:${job.id}`));
  const [photoStore] = useState(() => openDraft(userId, `quote-photos:${job.id}`));
  const offer = useOffer(() => readDraft(store.load()) ?? createEmptyDraft(job.paymentTerm), {
    call: submitQuote,
    values: (draft) => toSubmitValues(draft, job.id),
    mutation: useSubmitQuote(),
    photoStore,
    onSent() {
      store.remove();
      toast.success(translate('quotes.submitted'));
      navigate(paths.myQuotes());
    },
  });

  const { draft } = offer;
  const untouched = useRef(draft);
  const [kept, setKept] = useState(() => store.load() != null);
  useEffect(() => {
    if (draft === untouched.current) return;
    store.save(draft);
    setKept(true);
  }, [draft, store]);

  function cancel(): void {
    store.remove();
    offer.photos.reset();
    navigate(paths.home());
  }

  function discard(): void {
    untouched.current = createEmptyDraft(job.paymentTerm);
    offer.changeDraft(untouched.current);
    store.remove();
    offer.photos.reset();
    setKept(false);
  }

  return { ...offer, cancel, keptDraft: { kept, discard } };
}
