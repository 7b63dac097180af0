import { useState } from 'react';
import { updateQuote } from '@fws/contract/quotes/calls';
import type { Quote } from '@fws/contract/quotes/model';
import { paths } from '../../../app/paths.ts';
import { checkCall } from '../../../platform/client/form.ts';
import { CallError } from '../../../platform/client/index.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useUpdateQuote } from '../api.ts';
import { draftOf, toChange } from '../draft.ts';
import { inWords, type QuoteErrors } from './useQuoteForm.ts';

/** A quote that was sent, written anew: checked, sent. */
export function useQuoteChange(quote: Quote) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => draftOf(quote));
  const [proposal, setProposal] = useState<{ file?: File; error?: string }>({});
  const [errors, setErrors] = useState<QuoteErrors>({});
  const change = useUpdateQuote();

  async function send(): Promise<void> {
    const values = toChange(draft, quote.id);
    const checked = await checkCall(updateQuote, values);
    if (!checked.ok) return setErrors(inWords(checked.errors));
    setErrors({});
    try {
      await change.mutateAsync({ values, proposal: proposal.file });
    } catch (error) {
      showProblem(error);
      return;
    }
    toast.success(translate('quotes.updated'));
    navigate(paths.myQuotes());
  }

  function showProblem(error: unknown): void {
    const { proposal: fileError, ...fields } = error instanceof CallError ? error.fields : {};
    if (fileError !== undefined) setProposal({ error: fileError });
    setErrors(fields);
    if (fileError === undefined && Object.keys(fields).length === 0)
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
  }

  return { draft, setDraft, proposal, setProposal, errors, send, sending: change.isPending };
}
