import { useState } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormErrors } from '@fws/contract/platform/check';
import { CallError } from '../../../platform/client/index.ts';
import { checkCall } from '../../../platform/client/form.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import type { QuoteDraft } from '../draft.ts';

/** By the contract's field names. */
export type QuoteErrors = Record<string, string>;

interface OfferSubmission<Values> {
  call: Parameters<typeof checkCall>[0];
  values: (draft: QuoteDraft) => Values;
  mutation: UseMutationResult<unknown, Error, { values: Values; proposal: File | undefined }>;
  onSent: () => void;
}

/** A quote being written: checks it, sends it, and keeps the errors. */
export function useOffer<Values>(createDraft: () => QuoteDraft, submission: OfferSubmission<Values>) {
  const [draft, setDraft] = useState(createDraft);
  const [proposal, setProposal] = useState<{ file?: File; error?: string }>({});
  const [errors, setErrors] = useState<QuoteErrors>({});

  async function send(): Promise<void> {
    const values = submission.values(draft);
    const checked = await checkCall(submission.call, values);
    if (!checked.ok) return setErrors(toMessages(checked.errors));
    setErrors({});
    try {
      await submission.mutation.mutateAsync({ values, proposal: proposal.file });
    } catch (error) {
      showProblem(error);
      return;
    }
    submission.onSent();
  }

  function showProblem(error: unknown): void {
    const { proposal: fileError, ...fields } = error instanceof CallError ? error.fields : {};
    if (fileError !== undefined) setProposal({ error: fileError });
    setErrors(fields);
    if (fileError === undefined && Object.keys(fields).length === 0)
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
  }

  return { draft, setDraft, proposal, setProposal, errors, send, sending: submission.mutation.isPending };
}

function toMessages(errors: FormErrors): QuoteErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, { code, values }]) => [field, translate(code, values)]),
  );
}
