import { useState } from 'react';
import type { FormEvent } from 'react';
import { submitAadhaarOtp } from '@fws/contract/kyc/calls';
import { checkCall } from '../../../platform/client/form.ts';
import { CallError } from '../../../platform/client/index.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Field, Note, OtpInput } from '../../../ui/index.ts';
import { sendOtp } from '../api.ts';

type Props = { sessionId: string; next: string; onStartAgain: () => void };

/** The one-time password that UIDAI sent to the mobile number linked with the Aadhaar number. */
export function AadhaarOtp({ sessionId, next, onStartAgain }: Props) {
  const t = useT();
  const online = useOnline();
  const navigate = useNavigate();
  const [otp, setOtp] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    setFieldError(undefined);
    const checked = await checkCall(submitAadhaarOtp, { sessionId, otp });
    if (!checked.ok) return setFieldError(translate(checked.errors['otp']?.code ?? 'identity.otp_invalid'));
    setBusy(true);
    try {
      const status = await sendOtp({ sessionId, otp });
      if (status.state !== 'verified') return;
      toast.success(translate('kyc.verified'));
      navigate(next);
    } catch (error) {
      if (error instanceof CallError && error.fields['otp']) setFieldError(error.fields['otp']);
      else setProblem(error instanceof Error ? error.message : translate('common.something_wrong'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Note icon="phone" role="status">
        {t('kyc.otp_sent')}
      </Note>
      {problem !== '' && (
        <div role="alert">
          <Note tone="bad">{problem}</Note>
        </div>
      )}
      <Field id="otp" label={t('web.kyc.otp')} hint={t('web.kyc.otpHint')} error={fieldError}>
        <OtpInput value={otp} onChange={setOtp} autoSubmit />
      </Field>
      <Button
        type="submit"
        variant="primary"
        block
        disabled={!online}
        busy={busy}
        busyText={t('web.kyc.checking')}
      >
        {online ? t('web.kyc.submit') : t('ui.needsInternet')}
      </Button>
      <p className="kyc-go">
        <Button variant="quiet" onClick={onStartAgain}>
          {t('web.kyc.newOtp')}
        </Button>
      </p>
    </form>
  );
}
