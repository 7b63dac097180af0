import { useState, type ReactNode } from 'react';
import { REASON_MAX } from '@fws/contract/platform/limits';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, Dialog, Field, Note, TextArea } from '../../../ui/index.ts';

type Props = {
  title: string;
  label: string;
  hint?: string;
  /** Error shown beside the field when it is empty. */
  requiredText: string;
  submitText: string;
  busyText: string;
  /** What closing the dialog means, where "Cancel" would be read as the action itself. */
  keepText?: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  onSend: (comment: string) => void;
  onClose: () => void;
  children?: ReactNode;
};

/** An action that needs a reason. The typed text stays when the server refuses. */
export function ReasonDialog(props: Props) {
  const t = useT();
  const online = useOnline();
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string>();

  function send(): void {
    const text = comment.trim();
    if (text === '') return setProblem(props.requiredText);
    if (text.length > REASON_MAX) return setProblem(t('common.too_long', { maximum: REASON_MAX }));
    setProblem(undefined);
    props.onSend(text);
  }

  const buttons = (
    <>
      <Button onClick={props.onClose}>{props.keepText ?? t('ui.cancel')}</Button>
      <Button
        variant={props.danger ? 'dangerSolid' : 'primary'}
        disabled={!online}
        busy={props.busy}
        busyText={props.busyText}
        onClick={send}
      >
        {online ? props.submitText : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={props.title} onClose={props.onClose} footer={buttons} persistent>
      {props.error && (
        <Note tone="bad" role="alert">
          {props.error.message}
        </Note>
      )}
      {props.children}
      <Field id="reason" label={props.label} hint={props.hint} error={problem}>
        <TextArea value={comment} onChange={({ currentTarget }) => setComment(currentTarget.value)} />
      </Field>
    </Dialog>
  );
}
