import { useState } from 'react';
import { askAnotherQuote } from '@fws/contract/quotes/calls';
import type { Quote } from '@fws/contract/quotes/schemas';
import { CallError } from '../../../platform/client/index.ts';
import { checkCall } from '../../../platform/client/form.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useAskAnother } from '../api.ts';
import { createWish, toAskValues, type Wish } from '../wish.ts';
import { toMessages } from './useOffer.ts';

/** What the poster asks for. What was typed stays on the device until it is sent. */
export function useWish(quote: Quote, onDone: () => void) {
  const userId = useUser().id;
  const asking = useAskAnother();
  const [store] = useState(() => openDraft(userId, `ask:${quote.id}`));
  const [wish, setWish] = useState<Wish>(() => restoreDraft(store, createWish(quote)));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();

  function change(part: Partial<Wish>): void {
    const next = { ...wish, ...part };
    setWish(next);
    store.save(next);
    setErrors({});
  }

  async function send(): Promise<void> {
    const values = toAskValues(wish, quote);
    const checked = await checkCall(askAnotherQuote, values);
    setProblem(undefined);
    if (!checked.ok) {
      setErrors(toMessages(checked.errors));
      return;
    }
    try {
      await asking.mutateAsync(values);
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0)
        setProblem(error instanceof Error ? error.message : translate('common.something_wrong'));
      return;
    }
    store.remove();
    toast.success(translate('quotes.asked'));
    onDone();
  }

  return { wish, change, errors, problem, send, busy: asking.isPending };
}
