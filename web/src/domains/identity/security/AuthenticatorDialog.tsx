import './security.css';
import { useId, useState } from 'react';
import { renderSVG } from 'uqr';
import { OTP_DIGITS } from '@fws/contract/identity/model';
import type { NewAuthenticator } from '@fws/contract/identity/factors/schemas';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Field, OtpInput, SubmitButton } from '../../../ui/index.ts';
import { setAuthenticator } from '../api.ts';

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
  const formId = useId();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    if (isBusy) return;
    if (code.length < OTP_DIGITS) return setProblem(t('security.firstCodeMissing'));
    setBusy(true);
    setProblem(undefined);
    try {
      const recoveryCodes = await setAuthenticator(code);
      toast.success(translate('identity.authenticator_added'));
      onClose();
      onSet(recoveryCodes);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '');
    } finally {
      setBusy(false);
    }
  }

  const footer = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <SubmitButton form={formId} busy={isBusy} busyText={t('security.checking')}>
        {t('security.turnOn')}
      </SubmitButton>
    </>
  );
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`;
  return (
    <Dialog title={t('security.setUpAuthenticator')} footer={footer} onClose={onClose} full persistent>
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{t('security.scan')}</p>
        <img className="sec-qr" src={picture} width={200} height={200} alt={t('security.qr')} />
        <p className="t2 sec-byhand">
          {t('security.byHand')}{' '}
          <code className="sec-secret">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <Field label={t('security.firstCode')} hint={t('security.firstCodeHint')} error={problem}>
          <OtpInput value={code} onChange={setCode} length={OTP_DIGITS} autoSubmit />
        </Field>
      </form>
    </Dialog>
  );
}
