import { useState } from 'react';
import type { Message } from '@fws/contract/conversations/schemas';
import { MESSAGE_MAX } from '@fws/contract/conversations/model';
import { CallError } from '../../../platform/client/index.ts';
import { useNow } from '../../../platform/clock/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, Dialog, Field, FormDialog, Note, TextArea } from '../../../ui/index.ts';
import { useEditMessage, useTakeBack, type Names } from '../api.ts';

type Props = { message: Message; names: Names };

/** For five minutes, the writer changes a message or takes it back. */
export function ChangeButtons({ message, names }: Props) {
  const t = useT();
  const now = useNow();
  const [open, setOpen] = useState<'edit' | 'takeBack' | null>(null);
  const isOver = message.changesUntil === null || Date.parse(message.changesUntil) <= now;
  const close = () => setOpen(null);
  // What is being typed stays when the time is over; the server says so then.
  if (isOver && open === null) return null;
  return (
    <div className="talk-changes">
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen('edit')}>
        {t('web.conversations.edit')}
      </Button>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen('takeBack')}>
        {t('web.conversations.takeBack')}
      </Button>
      {open === 'edit' && <EditDialog message={message} names={names} onClose={close} />}
      {open === 'takeBack' && <TakeBackDialog message={message} names={names} onClose={close} />}
    </div>
  );
}

function EditDialog({ message, names, onClose }: Props & { onClose: () => void }) {
  const t = useT();
  const edit = useEditMessage();
  const [text, setText] = useState(message.text);
  const fieldError = edit.error instanceof CallError ? edit.error.fields['text'] : undefined;
  async function submit(): Promise<void> {
    try {
      await edit.mutateAsync({ ...names, number: String(message.number), text });
    } catch {
      return; // The dialog shows it, and keeps the text.
    }
    onClose();
  }
  return (
    <FormDialog
      title={t('web.conversations.editTitle')}
      submitText={t('web.conversations.save')}
      busyText={t('web.conversations.sending')}
      busy={edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {edit.error && fieldError === undefined && <Note tone="bad">{edit.error.message}</Note>}
      <Field label={t('web.conversations.message')} hint={t('web.conversations.editWhy')} error={fieldError}>
        <TextArea
          rows={4}
          maxLength={MESSAGE_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

function TakeBackDialog({ message, names, onClose }: Props & { onClose: () => void }) {
  const t = useT();
  const online = useOnline();
  const takeBack = useTakeBack();
  async function press(): Promise<void> {
    try {
      await takeBack.mutateAsync({ ...names, number: String(message.number) });
    } catch {
      return; // The dialog stays open and shows the error.
    }
    onClose();
  }
  const buttons = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button
        variant="danger"
        disabled={!online}
        busy={takeBack.isPending}
        busyText={t('web.conversations.sending')}
        onClick={() => void press()}
      >
        {online ? t('web.conversations.takeBack') : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('web.conversations.takeBackTitle')} onClose={onClose} footer={buttons}>
      {takeBack.error && <Note tone="bad">{takeBack.error.message}</Note>}
      <p>{t('web.conversations.takeBackWhy')}</p>
    </Dialog>
  );
}
