import { useRef, useState } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormErrors } from '@fws/contract/platform/check';
import type { Quote } from '@fws/contract/quotes/schemas';
import { CallError } from '../../../platform/client/index.ts';
import { checkCall } from '../../../platform/client/form.ts';
import { useSavedElsewhere } from '../../../platform/elsewhere/useSavedElsewhere.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { usePhotos } from '../../../platform/photos/usePhotos.ts';
import type { DraftStore } from '../../../platform/drafts/index.ts';
import { loadNow } from '../../../platform/queries/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { quoteQuery } from '../api.ts';
import type { QuoteDraft } from '../draft.ts';
import { listQuoteParts } from './quoteParts.ts';

/** By the contract's field names. */
export type QuoteErrors = Record<string, string>;

interface OfferSubmission<Values> {
  call: Parameters<typeof checkCall>[0];
  values: (draft: QuoteDraft, version: string) => Values;
  mutation: UseMutationResult<Quote, Error, { values: Values; proposal: File | undefined }>;
  onSent: () => void;
  /** Keeps the uploaded photos across a reload. */
  photoStore: DraftStore;
  /** The quote that is edited, as it was when the form was opened. */
  opened?: Quote;
}

/** A quote being written: checks it, sends it, and keeps the errors. */
export function useOffer<Values extends { photoIds?: string[] | undefined }>(
  createDraft: () => QuoteDraft,
  submission: OfferSubmission<Values>,
) {
  const [draft, setDraft] = useState(createDraft);
  const [proposal, setProposal] = useState<{ file?: File; error?: string }>({});
  const photos = usePhotos(submission.photoStore, submission.opened?.photos);
  const [waiting, setWaiting] = useState(false);
  const [errors, setErrors] = useState<QuoteErrors>({});
  const [submitCount, setSubmitCount] = useState(0);
  const latestDraft = useRef(draft);
  const elsewhere = useSavedElsewhere({
    opened: submission.opened,
    load: () => loadNow(quoteQuery(String(submission.opened?.id))),
    parts: () =>
      listQuoteParts({
        draft: { read: () => latestDraft.current, change: changeDraft },
        photos,
        proposal: { current: proposal.file, remove: () => setProposal({}), opened: submission.opened },
      }),
  });

  /** Checks failed fields again; the others are checked with the next submit. */
  function changeDraft(next: QuoteDraft): void {
    latestDraft.current = next;
    setDraft(next);
    if (Object.keys(errors).length > 0) void checkFailedFields(next);
  }

  async function checkFailedFields(next: QuoteDraft): Promise<void> {
    const checked = await checkCall(submission.call, submission.values(next, ''));
    if (latestDraft.current !== next) return;
    const messages = checked.ok ? {} : toMessages(checked.errors);
    setErrors((failed) =>
      Object.fromEntries(
        Object.keys(failed).flatMap((field) => (messages[field] ? [[field, messages[field]]] : [])),
      ),
    );
  }

  async function send(): Promise<void> {
    const values = submission.values(draft, '');
    const checked = await checkCall(submission.call, values);
    setSubmitCount((count) => count + 1);
    setErrors(checked.ok ? {} : toMessages(checked.errors));
    if (!checked.ok) return;
    setWaiting(true);
    const photoIds = await photos.settle();
    setWaiting(false);
    if (photoIds === null) {
      setErrors({ photoIds: translate('web.photos.notSent') });
      setSubmitCount((count) => count + 1);
      return;
    }
    try {
      const sent = await elsewhere.save((version) =>
        submission.mutation.mutateAsync({
          values: { ...submission.values(draft, version), photoIds },
          proposal: proposal.file,
        }),
      );
      if (!sent) return;
    } catch (error) {
      showProblem(error);
      return;
    }
    photos.reset();
    submission.onSent();
  }

  function showProblem(error: unknown): void {
    const { proposal: fileError, ...fields } = error instanceof CallError ? error.fields : {};
    if (fileError !== undefined) setProposal({ error: fileError });
    setErrors(fields);
    photos.setError(fields['photoIds']);
    setSubmitCount((count) => count + 1);
    if (fileError === undefined && Object.keys(fields).length === 0)
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
  }

  return {
    draft,
    changeDraft,
    submitCount,
    proposal,
    setProposal,
    photos,
    errors,
    changes: elsewhere.changes,
    send,
    sending: waiting || submission.mutation.isPending,
  };
}

export function toMessages(errors: FormErrors): QuoteErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, { code, values }]) => [field, translate(code, values)]),
  );
}
