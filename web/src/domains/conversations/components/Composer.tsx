import { useState } from 'react';
import { conversationSend } from '@fws/contract/conversations/calls';
import { MESSAGE_MAX } from '@fws/contract/conversations/model';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { useFormDraft } from '../../../platform/drafts/useFormDraft.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Field, Note, SubmitButton, TextArea } from '../../../ui/index.ts';
import { buildClientId, createDraftKey } from '../clientId.ts';
import { useSendMessage, type Names, type NewMessageValues } from '../api.ts';

const resolver = contractResolver(conversationSend);

/**
 * Writes to the other side. What was typed stays on the device until it is sent; sent again, it is stored once. The form's
 * `clientId` is the key of the draft.
 */
export function Composer({ names, person }: { names: Names; person: string }) {
  const t = useT();
  const userId = useUser().id;
  const sending = useSendMessage();
  const [store] = useState(() => openDraft(userId, `message-${names.jobId}-${names.userId}`));
  const [initialValues] = useState((): NewMessageValues => {
    const values = { ...names, text: '', clientId: createDraftKey() };
    return { ...restoreDraft(store, values), ...names };
  });
  const form = useCheckedForm<NewMessageValues>({ resolver, defaultValues: initialValues });
  useFormDraft(form, store, { values: initialValues });
  const textError = form.formState.errors.text?.message;

  async function send(values: NewMessageValues): Promise<void> {
    try {
      await sending.mutateAsync({ ...values, clientId: buildClientId(values.clientId, values.text) });
    } catch (error) {
      showFieldErrors(error, form.setError);
      return;
    }
    form.reset({ ...names, text: '', clientId: createDraftKey() });
    store.remove();
    form.setFocus('text');
  }

  return (
    <form className="talk-write" noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
      {sending.error && textError === undefined && <Note tone="bad">{sending.error.message}</Note>}
      <div className="talk-write-in">
        <Field label={t('web.conversations.write', { name: person })} hideLabel error={textError}>
          <TextArea
            rows={1}
            maxLength={MESSAGE_MAX}
            placeholder={t('web.conversations.write', { name: person })}
            {...form.register('text')}
          />
        </Field>
        <SubmitButton busy={sending.isPending} busyText={t('web.conversations.sending')}>
          {t('web.conversations.send')}
        </SubmitButton>
      </div>
    </form>
  );
}
