import { useEffect, useRef, useState } from 'react';
import { OTP_DIGITS, type LoginMethod } from '@fws/contract/identity/model';
import type { LoginChallenge } from '@fws/contract/identity/schemas';
import { Trans, useT } from '../../../platform/i18n/index.ts';
import { CodeInput, Field, Note, OtpInput, SubmitButton } from '../../../ui/index.ts';
import { sendLoginCode } from '../api.ts';
import { findCodeSentAt, LOGIN_ADDRESS, recordCodeSent } from '../codesSent.ts';
import { ResendButton } from './ResendButton.tsx';
import { useConfirmLogin } from './useConfirmLogin.ts';
import { useResend } from './useResend.ts';

type Props = {
  method: Exclude<LoginMethod, 'passkey'>;
  challenge: LoginChallenge;
  onBack: (reason: string) => void;
};

/** Takes the code that was sent, the code that an app shows, or a recovery code. */
export function LoginCode({ method, challenge: { sentTo, outboxUrl }, onBack }: Props) {
  const t = useT();
  const [code, setCode] = useState('');
  const { confirm, isBusy, problem, setProblem } = useConfirmLogin(onBack);
  const resend = useResend({
    requestCode: async () => {
      await sendLoginCode();
      recordCodeSent(LOGIN_ADDRESS);
    },
    sentText: t('identity.otp_sent_mobile'),
    lastSentAt: findCodeSentAt(LOGIN_ADDRESS),
  });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  function submit(): void {
    if (isBusy) return;
    const isShort = method !== 'recovery_code' && code.length < OTP_DIGITS;
    if (code === '' || isShort) setProblem(t(`identity.codeMissing.${method}`));
    else void confirm(async () => ({ method, code, passkey: '' }));
  }

  const field = { ref: input, value: code };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {outboxUrl !== null && method === 'otp' && <TrialNote url={outboxUrl} />}
      <Field
        label={t(`identity.codeLabel.${method}`)}
        hint={
          method === 'otp'
            ? t('identity.login_code_sent', { ending: sentTo ?? '' })
            : t(`identity.codeHint.${method}`)
        }
        error={problem ?? resend.problem}
      >
        {method === 'recovery_code' ? (
          <CodeInput {...field} maxLength={40} onChange={(event) => setCode(event.currentTarget.value)} />
        ) : (
          <OtpInput {...field} onChange={setCode} length={OTP_DIGITS} autoSubmit />
        )}
      </Field>
      <SubmitButton block busy={isBusy} busyText={t('identity.checking')}>
        {t('identity.confirm')}
      </SubmitButton>
      {method === 'otp' && <ResendButton resend={resend} />}
    </form>
  );
}

function TrialNote({ url }: { url: string }) {
  const renderLink = (text: string) => (
    <a href={url} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
  return (
    <Note>
      <Trans id="identity.trialCode" tags={{ link: renderLink }} />
    </Note>
  );
}
