import { useEffect, useId, useRef, useState } from 'react';
import { OTP_DIGITS, OTP_RESEND_MS, type OtpChannel } from '@fws/contract/identity/model';
import { useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Field, OtpInput } from '../../../ui/index.ts';
import { sendCode } from '../api.ts';

type Props = {
  title: string;
  channel: OtpChannel;
  address: string;
  /** Send a code when it opens; otherwise one is already on its way. */
  sendFirst?: boolean;
  submitText: string;
  closeText: string;
  /** Rejects with the message to show beside the code. */
  onCode: (otp: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the code that was sent to a mobile number or e-mail address. */
export function CodeDialog({
  title,
  channel,
  address,
  sendFirst = false,
  submitText,
  closeText,
  onCode,
  onClose,
}: Props) {
  const t = useT();
  const formId = useId();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const resend = useResend(channel, address, sendFirst);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  async function submit(): Promise<void> {
    if (code.length < OTP_DIGITS)
      return setProblem(t(code === '' ? 'identity.otp_required' : 'identity.otp_invalid'));
    setBusy(true);
    setProblem(undefined);
    try {
      await onCode(code);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '');
    } finally {
      setBusy(false);
    }
  }

  const footer = (
    <>
      <Button onClick={onClose}>{closeText}</Button>
      <Button type="submit" form={formId} variant="primary" busy={busy} busyText={t('identity.checking')}>
        {submitText}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer} keep>
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label={t('identity.code')}
          hint={t('identity.codeSentTo', { address })}
          error={problem ?? resend.problem}
        >
          <OtpInput value={code} onChange={setCode} length={OTP_DIGITS} ref={input} />
        </Field>
        <Button variant="quiet" disabled={resend.waitSeconds > 0} onClick={() => void resend.send()}>
          {resend.waitSeconds > 0
            ? t('identity.resendIn', { seconds: resend.waitSeconds })
            : t('identity.resend')}
        </Button>
      </form>
    </Dialog>
  );
}

function useResend(channel: OtpChannel, address: string, sendFirst: boolean) {
  const t = useT();
  const [sentAt, setSentAt] = useState(() => Date.now());
  const [now, setNow] = useState(() => Date.now());
  const [problem, setProblem] = useState<string>();
  const waitSeconds = Math.max(0, Math.ceil((sentAt + OTP_RESEND_MS - now) / 1000));

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  async function send(): Promise<void> {
    setProblem(undefined);
    setSentAt(Date.now());
    try {
      await sendCode(channel, address);
      toast.success(t(channel === 'mobile' ? 'identity.otp_sent_mobile' : 'identity.otp_sent_email'));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '');
    }
  }

  useEffect(() => {
    if (sendFirst) sendCode(channel, address).catch((error: Error) => setProblem(error.message));
  }, [sendFirst, channel, address]);

  return { waitSeconds, problem, send };
}
