import { useEffect, useState } from 'react';
import { useNavigate } from '../../../platform/router/index.ts';
import type { Job } from '@fws/contract/jobs/model';
import type { FormErrors } from '@fws/contract/platform/check';
import { submitQuote } from '@fws/contract/quotes/calls';
import { paths } from '../../../app/paths.ts';
import { CallError } from '../../../platform/client/index.ts';
import { checkCall } from '../../../platform/client/form.ts';
import { dropDraft, keepDraft, keptDraft } from '../../../platform/drafts/index.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useSubmitQuote } from '../api.ts';
import { emptyDraft, readDraft, toValues } from '../draft.ts';

/** By the contract's field names. */
export type QuoteErrors = Record<string, string>;

/** The draft of a quote on a job: kept on the device, checked, sent. */
export function useQuoteForm(job: Job) {
  const navigate = useNavigate();
  const userId = useUser().id;
  const name = `quote:${job.id}`;
  const [draft, setDraft] = useState(() => readDraft(keptDraft(userId, name)) ?? emptyDraft());
  const [proposal, setProposal] = useState<{ file?: File; error?: string }>({});
  const [errors, setErrors] = useState<QuoteErrors>({});
  const submission = useSubmitQuote();

  const [opened] = useState(draft);
  useEffect(() => {
    if (draft !== opened) keepDraft(userId, name, draft);
  }, [draft, opened, userId, name]);

  async function send(): Promise<void> {
    const values = toValues(draft, job.id);
    const checked = await checkCall(submitQuote, values);
    if (!checked.ok) return setErrors(inWords(checked.errors));
    setErrors({});
    try {
      await submission.mutateAsync({ values, proposal: proposal.file });
    } catch (error) {
      showProblem(error);
      return;
    }
    dropDraft(userId, name);
    toast.success(translate('quotes.submitted'));
    navigate(paths.myQuotes());
  }

  function showProblem(error: unknown): void {
    const { proposal: fileError, ...fields } = error instanceof CallError ? error.fields : {};
    if (fileError !== undefined) setProposal({ error: fileError });
    setErrors(fields);
    if (fileError === undefined && Object.keys(fields).length === 0)
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
  }

  function cancel(): void {
    dropDraft(userId, name);
    navigate(paths.home());
  }

  return { draft, setDraft, proposal, setProposal, errors, send, cancel, sending: submission.isPending };
}

export function inWords(errors: FormErrors): QuoteErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, { code, values }]) => [field, translate(code, values)]),
  );
}
