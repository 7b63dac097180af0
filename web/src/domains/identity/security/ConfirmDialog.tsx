import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Note } from '../../../ui/index.ts';
import { useAttempt } from '../components/useAttempt.ts';
import { useStepUp } from '../components/useStepUp.tsx';

type Props<T> = {
  title: string;
  text: string;
  button: string;
  busyText: string;
  isDanger?: boolean;
  /** Sent again with the code to the mobile number when the server requires one. */
  command: (otp: string) => Promise<T>;
  doneText?: string;
  onDone: (result: T) => void;
  onClose: () => void;
};

/** Asks for confirmation of a change to the account's protection, then makes it. */
export function ConfirmDialog<T>(props: Props<T>) {
  const { title, text, button, busyText, isDanger = false, command, doneText, onDone, onClose } = props;
  const t = useT();
  const online = useOnline();
  const stepUp = useStepUp();
  const { attempt, isBusy, problem } = useAttempt();

  const confirm = () =>
    attempt(async () => {
      const result = await stepUp.run(command);
      if (doneText !== undefined) toast.success(doneText);
      onClose();
      onDone(result);
    });

  const footer = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button
        variant={isDanger ? 'danger' : 'primary'}
        disabled={!online}
        busy={isBusy}
        busyText={busyText}
        onClick={() => void confirm()}
      >
        {online ? button : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <>
      <Dialog title={title} footer={footer} onClose={onClose}>
        {problem && <Note tone="bad">{problem}</Note>}
        <p>{text}</p>
      </Dialog>
      {stepUp.dialog}
    </>
  );
}
