import { useEffect, useRef, useState } from 'react';
import { OTP_DIGITS, type OtpChannel } from '@fws/contract/identity/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, Field, FormDialog, OtpInput } from '../../../ui/index.ts';
import { sendCode } from '../api.ts';
import { formatMobile } from '../formatMobile.ts';
import { findCodeSentAt, forgetCode, recordCodeSent } from '../codesSent.ts';
import { ResendButton } from './ResendButton.tsx';
import { useAttempt } from './useAttempt.ts';
import { useResend } from './useResend.ts';

type Props = {
  title: string;
  why?: string | undefined;
  channel: OtpChannel;
  address: string;
  submitText: string;
  closeText: string;
  /** Rejects with the message to show beside the code. */
  onCode: (otp: string) => Promise<unknown>;
  /** Lets the user correct the address. */
  onWrongAddress?: () => void;
  onClose: () => void;
};

/** Asks for the code sent to a mobile number or e-mail address. Sends one first, unless one is on its way. */
export function CodeDialog({ title, why, channel, address, submitText, closeText, ...props }: Props) {
  const { onCode, onWrongAddress, onClose } = props;
  const t = useT();
  const [code, setCode] = useState('');
  const { attempt, isBusy, problem, setProblem } = useAttempt();
  const [sentAt] = useState(() => findCodeSentAt(address));
  const resend = useResend({
    requestCode: async () => {
      await sendCode(channel, address);
      recordCodeSent(address);
    },
    sentText: t(channel === 'mobile' ? 'identity.otp_sent_mobile' : 'identity.otp_sent_email'),
    lastSentAt: sentAt,
    requestFirst: sentAt === undefined,
  });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  async function submit(): Promise<void> {
    if (code.length < OTP_DIGITS)
      return setProblem(t(code === '' ? 'identity.otp_required' : 'identity.otp_invalid'));
    await attempt(async () => {
      await onCode(code);
      forgetCode(address);
    });
  }

  return (
    <FormDialog
      title={title}
      submitText={submitText}
      busyText={t('identity.checking')}
      busy={isBusy}
      closeText={closeText}
      onSubmit={submit}
      onClose={onClose}
    >
      {why !== undefined && <p className="t2">{why}</p>}
      <Field
        label={t('identity.code')}
        hint={t('identity.codeSentTo', { address: formatMobile(address) })}
        error={problem ?? resend.problem}
      >
        <OtpInput value={code} onChange={setCode} length={OTP_DIGITS} ref={input} autoSubmit />
      </Field>
      <ResendButton resend={resend} />
      {onWrongAddress && (
        <Button variant="quiet" onClick={onWrongAddress}>
          {t(channel === 'mobile' ? 'identity.wrongMobile' : 'identity.wrongEmail')}
        </Button>
      )}
    </FormDialog>
  );
}
