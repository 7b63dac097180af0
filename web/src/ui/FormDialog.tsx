import { useId, type ReactNode } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { SubmitButton } from './SubmitButton.tsx';

type Props = {
  title: string;
  submitText: string;
  busyText: string;
  busy: boolean;
  /** Of the button that closes it; "Cancel" unless set. */
  closeText?: string;
  /** As of Dialog. */
  full?: boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that is a form: its buttons are pinned at the bottom, and only they close it. */
export function FormDialog({ title, submitText, busyText, busy, closeText, full = false, ...props }: Props) {
  const { onSubmit, onClose, children } = props;
  const t = useT();
  const formId = useId();
  const footer = (
    <>
      <Button onClick={onClose}>{closeText ?? t('ui.cancel')}</Button>
      <SubmitButton form={formId} busy={busy} busyText={busyText}>
        {submitText}
      </SubmitButton>
    </>
  );
  return (
    <Dialog title={title} footer={footer} onClose={onClose} full={full} persistent>
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
