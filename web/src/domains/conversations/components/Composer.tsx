import { useEffect, useId, useState } from 'react';
import { MESSAGE_MAX } from '@fws/contract/conversations/model';
import { isReadable } from '@fws/contract/platform/text';
import { showFieldErrors } from '../../../platform/client/form.ts';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { useFormDraft } from '../../../platform/drafts/useFormDraft.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { deleteActions } from '../../../platform/outbox/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Button, Field, Note, TextArea } from '../../../ui/index.ts';
import { buildClientId, createDraftKey, getDraftKey } from '../clientId.ts';
import { useSendMessage, type Names, type NewMessageValues } from '../api.ts';
import { useAttachments } from '../useAttachments.ts';
import { enqueueMessage } from '../useWaitingMessages.ts';
import type { WaitingMessage } from '../waiting.ts';
import { AttachButton } from './AttachButton.tsx';
import { ChosenAttachments } from './ChosenAttachments.tsx';

/** The field stays known, so that it can be focused. */
const KEEP_FIELD = { keepFieldsRef: true };

type Props = {
  names: Names;
  person: string;
  /** A message that was not sent and goes back into the field. */
  edited: WaitingMessage | undefined;
  /** It is there. */
  onEdited: () => void;
};

/**
 * Writes to the other side. A message goes to the outbox of the device and is sent from there, so that it may wait for a
 * network. What must be uploaded cannot wait: it stays here as a draft. The form's `clientId` is the key of the draft.
 */
export function Composer({ names, person, edited, onEdited }: Props) {
  const t = useT();
  const online = useOnline();
  const id = useId();
  const userId = useUser().id;
  const sending = useSendMessage();
  const attachments = useAttachments(userId, names);
  const { photos, file } = attachments;
  const needsInternet =
    !online && (file !== undefined || photos.items.some(({ state }) => state !== 'ready'));
  const [store] = useState(() => openDraft(userId, `message-${names.jobId}-${names.userId}`));
  const [initialValues] = useState((): NewMessageValues => {
    const values = { ...names, text: '', clientId: createDraftKey() };
    return { ...restoreDraft(store, values), ...names };
  });
  const form = useCheckedForm<NewMessageValues>({ defaultValues: initialValues });
  useFormDraft(form, store, { values: initialValues });
  const { errors, isSubmitting } = form.formState;
  const textError = errors.text?.message;
  const hasFieldError = textError !== undefined || attachments.error !== undefined;

  /** Without the contract's checks, which could not be loaded without a network. */
  function findProblem(text: string): string | undefined {
    if (attachments.isEmpty && !isReadable(text)) return t('conversations.text_required');
    return text.length > MESSAGE_MAX ? t('common.too_long', { maximum: MESSAGE_MAX }) : undefined;
  }

  async function send({ text, clientId }: NewMessageValues): Promise<void> {
    const message = findProblem(text);
    if (message !== undefined) {
      form.setError('text', { type: 'contract', message });
      form.setFocus('text');
      return;
    }
    // Photos without a text need the key of the draft after a reload, too.
    store.save({ text, clientId });
    const photoIds = await photos.settle();
    if (photoIds === null) return;
    const sent = { text: text.trim(), photoIds };
    const values = { ...names, ...sent, clientId: buildClientId(clientId, { ...sent, file }) };
    try {
      if (file || !(await enqueueMessage(values, { person, photos: photos.getStored() })))
        await sending.mutateAsync({ values, file });
    } catch (error) {
      attachments.showProblem(error);
      showFieldErrors(error, form.setError);
      return;
    }
    form.reset({ ...names, text: '', clientId: createDraftKey() }, KEEP_FIELD);
    attachments.reset();
    store.remove();
    form.setFocus('text');
  }

  useEffect(() => {
    if (!edited) return;
    onEdited();
    void putBack(edited);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each message
  }, [edited]);

  async function putBack(message: WaitingMessage): Promise<void> {
    const typed = form.getValues();
    const isFree = attachments.isEmpty && typed.text === '';
    const text = [message.text, typed.text].filter(Boolean).join('\n');
    const clientId = isFree ? getDraftKey(message.clientId) : typed.clientId;
    form.reset({ ...names, text, clientId }, KEEP_FIELD);
    form.setFocus('text');
    // Kept here before it is deleted there.
    store.save({ text, clientId });
    if (message.photos.length > 0) await photos.addStored(message.photos);
    await deleteActions([message.id]);
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
        <Button
          type="submit"
          variant="primary"
          disabled={needsInternet}
          busy={isSubmitting}
          busyText={t(photos.sending ? 'web.photos.busy' : 'web.conversations.sending')}
        >
          {t(needsInternet ? 'ui.needsInternet' : 'web.conversations.send')}
        </Button>
      </div>
      {needsInternet && (
        <p className="talk-hint t2 mut" role="status">
          {t('offline.message.uploads')}
        </p>
      )}
    </form>
  );
}
