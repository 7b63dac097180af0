import { useState } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, SendingFile } from '../../../ui/index.ts';
import { goToDigilocker } from '../api.ts';
import type { FormProps } from './form-props.ts';
import { Problem } from './Problem.tsx';
import { useSending } from './useSending.ts';

/** Aadhaar without typing the number here: DigiLocker asks the user, and redirects back. */
export function DigilockerForm({ code, video, nameOnId }: FormProps) {
  const t = useT();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const { problem, videoLost, trySend } = useSending();

  async function go(): Promise<void> {
    setBusy(true);
    await trySend(() => goToDigilocker({ code, nameOnId }, video));
    setBusy(false);
  }

  return (
    <>
      <Problem text={problem} videoLost={videoLost} />
      <p className="kyc-why">{t('web.kyc.digilockerWhy')}</p>
      <SendingFile name={t('web.kyc.yourVideo')} />
      <Button
        variant="primary"
        block
        disabled={!online}
        busy={busy}
        busyText={t('web.kyc.checking')}
        iconEnd="out"
        onClick={() => void go()}
      >
        {online ? t('web.kyc.toDigilocker') : t('ui.needsInternet')}
      </Button>
    </>
  );
}
