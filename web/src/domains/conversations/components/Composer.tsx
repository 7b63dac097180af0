import { useId, useState } from 'react';
import { conversationSend } from '@fws/contract/conversations/calls';
import { MESSAGE_MAX } from '@fws/contract/conversations/model';
import { isReadable } from '@fws/contract/platform/text';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { useFormDraft } from '../../../platform/drafts/useFormDraft.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Field, Note, SubmitButton, TextArea } from '../../../ui/index.ts';
import { buildClientId, createDraftKey } from '../clientId.ts';
import { useSendMessage, type Names, type NewMessageValues } from '../api.ts';
import { useAttachments } from '../useAttachments.ts';
import { AttachButton } from './AttachButton.tsx';
import { ChosenAttachments } from './ChosenAttachments.tsx';

const resolver = contractResolver(conversationSend);

/**
 * Writes to the other side. What was typed stays on the device until it is sent; sent again, it is stored once. The form's
 * `clientId` is the key of the draft.
 */
export function Composer({ names, person }: { names: Names; person: string }) {
  const t = useT();
  const id = useId();
  const userId = useUser().id;
  const sending = useSendMessage();
  const attachments = useAttachments(userId, names);
  const { photos, file } = attachments;
  const [store] = useState(() => openDraft(userId, `message-${names.jobId}-${names.userId}`));
  const [initialValues] = useState((): NewMessageValues => {
    const values = { ...names, text: '', clientId: createDraftKey() };
    return { ...restoreDraft(store, values), ...names };
  });
  const form = useCheckedForm<NewMessageValues>({ resolver, defaultValues: initialValues });
  useFormDraft(form, store, { values: initialValues });
  const { errors, isSubmitting } = form.formState;
  const textError = errors.text?.message;
  const hasFieldError = textError !== undefined || attachments.error !== undefined;

  async function send({ text, clientId }: NewMessageValues): Promise<void> {
    if (attachments.isEmpty && !isReadable(text)) {
      form.setError('text', { type: 'contract', message: t('conversations.text_required') });
      form.setFocus('text');
      return;
    }
    // Photos without a text need the key of the draft after a reload, too.
    store.save({ text, clientId });
    const photoIds = await photos.settle();
    if (photoIds === null) return;
    const values = { ...names, text, photoIds, clientId: buildClientId(clientId, { text, photoIds, file }) };
    try {
      await sending.mutateAsync({ values, file });
    } catch (error) {
      attachments.showProblem(error);
      showFieldErrors(error, form.setError);
      return;
    }
    form.reset({ ...names, text: '', clientId: createDraftKey() });
    attachments.reset();
    store.remove();
    form.setFocus('text');
  }

  function add(files: readonly File[]): void {
    attachments.add(files);
    form.clearErrors('text');
    form.setFocus('text');
  }

  return (
    <form className="talk-write" noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
      {sending.error && !hasFieldError && <Note tone="bad">{sending.error.message}</Note>}
      <ChosenAttachments attachments={attachments} inputId={`${id}-attach`} errorId={`${id}-error`} />
      <div className="talk-write-in">
        <AttachButton
          id={`${id}-attach`}
          describedBy={attachments.error === undefined ? undefined : `${id}-error`}
          onOpen={photos.prepare}
          onFiles={add}
        />
        <Field label={t('web.conversations.write', { name: person })} hideLabel error={textError}>
          <TextArea
            rows={1}
            maxLength={MESSAGE_MAX}
            placeholder={t('web.conversations.write', { name: person })}
            readOnly={isSubmitting}
            {...form.register('text')}
          />
        </Field>
        <SubmitButton
          busy={isSubmitting}
          busyText={t(photos.sending ? 'web.photos.busy' : 'web.conversations.sending')}
        >
          {t('web.conversations.send')}
        </SubmitButton>
      </div>
    </form>
  );
}
