import { updateQuote } from '@fws/contract/quotes/calls';
import type { Quote } from '@fws/contract/quotes/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useUpdateQuote } from '../api.ts';
import { toDraft, toUpdateValues } from '../draft.ts';
import { useOffer } from './useOffer.ts';

/** Edits a quote that was sent. */
export function useQuoteChange(quote: Quote) {
  const navigate = useNavigate();
  return useOffer(() => toDraft(quote), {
    call: updateQuote,
    values: (draft) => toUpdateValues(draft, quote.id),
    mutation: useUpdateQuote(),
    onSent() {
      toast.success(translate('quotes.updated'));
      navigate(paths.myQuotes());
    },
  });
}
