import './security.css';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { OTP_DIGITS } from '@fws/contract/identity/model';
import type { NewAuthenticator } from '@fws/contract/identity/factors/schemas';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Field, FormDialog, OtpInput } from '../../../ui/index.ts';
import { setAuthenticator } from '../api.ts';
import { useAttempt } from '../components/useAttempt.ts';

export type AuthenticatorDialogProps = {
  authenticator: NewAuthenticator;
  onSet: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

/**
 * Shows the secret for the app, as a QR code and as text, and takes the first code, which proves that the app
 * has it.
 */
export default function AuthenticatorDialog({ authenticator, onSet, onClose }: AuthenticatorDialogProps) {
  const { secret, uri } = authenticator;
  const t = useT();
  const [code, setCode] = useState('');
  const { attempt, isBusy, problem, setProblem } = useAttempt();

  async function submit(): Promise<void> {
    if (code.length < OTP_DIGITS) return setProblem(t('security.firstCodeMissing'));
    await attempt(async () => {
      const recoveryCodes = await setAuthenticator(code);
      toast.success(translate('identity.authenticator_added'));
      onClose();
      onSet(recoveryCodes);
    });
  }

  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`;
  return (
    <FormDialog
      title={t('security.setUpAuthenticator')}
      submitText={t('security.turnOn')}
      busyText={t('security.checking')}
      busy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      full
    >
      <p>{t('security.scan')}</p>
      <img className="sec-qr" src={picture} width={200} height={200} alt={t('security.qr')} />
      <p className="t2 sec-byhand">
        {t('security.byHand')}{' '}
        <code translate="no" className="sec-secret">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <Field label={t('security.firstCode')} hint={t('security.firstCodeHint')} error={problem}>
        <OtpInput value={code} onChange={setCode} length={OTP_DIGITS} autoSubmit />
      </Field>
    </FormDialog>
  );
}
