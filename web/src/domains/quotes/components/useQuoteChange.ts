import { useState } from 'react';
import { updateQuote } from '@fws/contract/quotes/calls';
import type { Quote } from '@fws/contract/quotes/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { openDraft } from '../../../platform/drafts/index.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useUpdateQuote } from '../api.ts';
import { toDraft, toUpdateValues } from '../draft.ts';
import { useOffer } from './useOffer.ts';

/** Edits a quote that was sent. */
export function useQuoteChange(quote: Quote) {
  const navigate = useNavigate();
  const userId = useUser().id;
  const [photoStore] = useState(() => openDraft(userId, `sent-quote-photos:${quote.id}`));
  const [opened] = useState(quote);
  return useOffer(() => toDraft(quote), {
    call: updateQuote,
    values: (draft, version) => toUpdateValues(draft, quote, version),
    mutation: useUpdateQuote(),
    photoStore,
    opened,
    onSent() {
      toast.success(translate(quote.state === 'asked' ? 'web.quotes.revised' : 'quotes.updated'));
      navigate(paths.myQuotes());
    },
  });
}
