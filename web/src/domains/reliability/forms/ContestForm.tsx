import { useState } from 'react';
import type { CallInput } from '@fws/contract/platform/call';
import { contestOutcome } from '@fws/contract/reliability/calls';
import { CONTEST_TEXT_MAX } from '@fws/contract/reliability/model';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { useFormDraft } from '../../../platform/drafts/useFormDraft.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { DraftNote, Field, Note, SubmitButton, TextArea } from '../../../ui/index.ts';
import { useContestOutcome } from '../api.ts';

type Values = CallInput<typeof contestOutcome>;
const resolver = contractResolver(contestOutcome);

/** Why it was not their fault. */
export function ContestForm({ jobId }: { jobId: string }) {
  const t = useT();
  const sending = useContestOutcome();
  const userId = useUser().id;
  const emptyValues: Values = { jobId, text: '' };
  const [store] = useState(() => openDraft(userId, `contest-${jobId}`));
  const [defaultValues] = useState(() => ({ ...restoreDraft(store, emptyValues), jobId }));
  const form = useCheckedForm<Values>({ resolver, defaultValues });
  const draft = useFormDraft(form, store, { values: emptyValues });
  const textError = form.formState.errors.text?.message;

  async function send(values: Values): Promise<void> {
    try {
      await sending.mutateAsync(values);
      store.remove();
      toast.success(translate('reliability.contested'));
    } catch (error) {
      showFieldErrors(error, form.setError);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
      {sending.error && textError === undefined && <Note tone="bad">{sending.error.message}</Note>}
      <Field label={t('web.reliability.what')} error={textError}>
        <TextArea
          rows={4}
          maxLength={CONTEST_TEXT_MAX}
          placeholder={t('web.reliability.example')}
          {...form.register('text')}
        />
      </Field>
      <DraftNote {...draft} />
      <SubmitButton block busy={sending.isPending} busyText={t('web.reliability.sending')}>
        {t('web.reliability.send')}
      </SubmitButton>
    </form>
  );
}
