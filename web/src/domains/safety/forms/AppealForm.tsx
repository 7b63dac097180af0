import { useState } from 'react';
import type { CallInput } from '@fws/contract/platform/call';
import { appealTakedown } from '@fws/contract/safety/calls';
import { WORDS_MAX } from '@fws/contract/safety/model';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { useFormDraft } from '../../../platform/drafts/useFormDraft.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { DraftNote, Field, Note, SubmitButton, TextArea } from '../../../ui/index.ts';
import { useSendAppeal } from '../api.ts';

type Values = CallInput<typeof appealTakedown>;
const resolver = contractResolver(appealTakedown);

/** Why it should come back. */
export function AppealForm({ takedownId }: { takedownId: string }) {
  const t = useT();
  const sending = useSendAppeal();
  const userId = useUser().id;
  const emptyValues: Values = { takedownId, text: '' };
  const [store] = useState(() => openDraft(userId, `appeal-${takedownId}`));
  const [defaultValues] = useState(() => ({ ...restoreDraft(store, emptyValues), takedownId }));
  const form = useCheckedForm<Values>({ resolver, defaultValues });
  const draft = useFormDraft(form, store, { values: emptyValues });
  const textError = form.formState.errors.text?.message;

  async function send(values: Values): Promise<void> {
    try {
      await sending.mutateAsync(values);
      store.remove();
      toast.success(translate('safety.appealed'));
    } catch (error) {
      showFieldErrors(error, form.setError);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
      {sending.error && textError === undefined && <Note tone="bad">{sending.error.message}</Note>}
      <Field label={t('web.safety.appeal.why')} error={textError}>
        <TextArea
          rows={4}
          maxLength={WORDS_MAX}
          placeholder={t('web.safety.appeal.example')}
          {...form.register('text')}
        />
      </Field>
      <DraftNote {...draft} />
      <SubmitButton block busy={sending.isPending} busyText={t('web.safety.report.sending')}>
        {t('web.safety.appeal.send')}
      </SubmitButton>
    </form>
  );
}
